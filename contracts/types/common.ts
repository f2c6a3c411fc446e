// What every part of the reading app shares.

/** An instant as RFC 3339 text. @format date-time */
export type Instant = string;

/** A day of the reader's calendar. @format date */
export type Day = string;

/** A time of day on the reader's own clock, `HH:MM`. @pattern ^([01][0-9]|2[0-3]):[0-5][0-9]$ */
export type ClockTime = string;

/** An absolute address. @format uri */
export type WebAddress = string;

/** One page of a list that is read in steps. */
export interface Page<T> {
  items: T[];
  /** Pass it as `cursor` to read on; null on the last page. */
  nextCursor: string | null;
}

/** Why a request was refused, for programs. */
export type ErrorCode =
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "gone"
  | "precondition_failed"
  | "payload_too_large"
  | "invalid_json"
  | "validation_failed"
  | "update_required"
  | "rate_limited"
  | "internal";

/** The body of every answer that is not a success. */
export interface ApiError {
  error: {
    code: ErrorCode;
    /** A sentence for the log; clients show their own. */
    message: string;
    /** What is wrong, by field of the request. */
    fields?: Record<string, string>;
    /** The oldest version of the app that is served; comes with `update_required`. */
    minimumVersion?: string;
  };
}
