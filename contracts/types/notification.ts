import type { WebAddress } from "./common";

/** Something that happened while the reader was away. */
export interface AppNotification {
  /** @format ulid */
  id: string;
  /** Shown as it is. */
  text: string;
  /** Path in the app. */
  path: string;
  /** The same place on the web. */
  url: WebAddress;
  /** JSON text that the push service passed on. */
  payload: string;
  /** Milliseconds since it was sent. @integer */
  ageMs: number;
  /**
   * Ids of the messages that it stands for, joined by commas.
   * @deprecated Read `payload`.
   */
  ids: string;
  /** Seconds since 1970. @integer */
  sentEpoch: number;
  /** Milliseconds since 1970. @integer */
  sentEpochMs: number;
  /** As a mail's date is written, RFC 2822. */
  sentDate: string;
  /** How long it stays in the list. @format duration */
  ttl: string;
}
