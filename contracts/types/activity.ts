import type { Instant, WebAddress } from "./common";

/** Where a file goes: no session is sent with it, the address alone lets it in. */
export interface UploadTicket {
  /** Signed; keep it out of logs. */
  url: WebAddress;
  method: "PUT";
  /** To be sent as they are. */
  headers: Record<string, string>;
  expiresAt: Instant;
}

export interface AnnouncedActivity {
  id: string;
  /** `announced`, unless the file has come since. */
  status: Activity["status"];
  upload: UploadTicket;
}

export interface CompletedActivity {
  id: string;
  status: "processing";
}

export interface ActivitySummary {
  /** @integer */
  byteCount: number;
  /** Hexadecimal. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
  /** @integer */
  lines: number;
  finishedAt: Instant;
}

/** How far the server is with an activity's file. */
export type Activity =
  | {
      status: "announced" | "processing";
      id: string;
      /** Milliseconds to wait before asking again. @integer */
      retryAfterMs: number;
    }
  | { status: "ready"; id: string; summary: ActivitySummary };
