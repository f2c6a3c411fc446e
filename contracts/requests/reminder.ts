import { z } from "zod";

import { WEEKDAYS } from "../types/reminder";

export const weekdaySchema = z.enum(WEEKDAYS);

/** What a reader sets. */
const reminderSettings = z.object({
  text: z.string().trim().min(1).max(200),
  /** On the reader's own clock, `HH:MM`. */
  at: z.iso.time({ precision: -1 }),
  weekdays: z.array(weekdaySchema).min(1).max(7),
  enabled: z.boolean(),
});

export const createReminderRequest = reminderSettings.extend({ enabled: reminderSettings.shape.enabled.default(true) });

/** What is absent stays. */
export const changeReminderRequest = reminderSettings.partial();
