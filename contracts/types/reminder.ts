import type { z } from "zod";

import type { weekdaySchema } from "../requests/reminder";
import type { ClockTime, Instant } from "./common";

/** Days on which a reminder may ring, from Monday. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type Weekday = z.infer<typeof weekdaySchema>;

export interface Reminder {
  id: string;
  text: string;
  at: ClockTime;
  /** @minItems 1 */
  weekdays: Weekday[];
  enabled: boolean;
  /** When it rings next; when it would, while it is not enabled. */
  nextAt: Instant;
  /** Pass it as `If-Match` to change what was seen, and nothing newer. */
  etag: string;
}
