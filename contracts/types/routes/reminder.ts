import type { z } from "zod";

import type { changeReminderRequest, createReminderRequest } from "../../requests/reminder";
import type { ApiError } from "../common";
import type { Reminder } from "../reminder";

export interface ReminderRoutes {
  "GET /api/reminders": { id: "reminders.list"; auth: "bearer"; response: Reminder[]; errors: ApiError };
  "POST /api/reminders": { id: "reminders.create"; auth: "bearer"; request: z.input<typeof createReminderRequest>; status: 201; response: Reminder; errors: ApiError };
  /** Takes `If-Match`; another one's change in between is `precondition_failed`. */
  "PATCH /api/reminders/{reminderId}": { id: "reminders.change"; auth: "bearer"; request: z.input<typeof changeReminderRequest>; response: Reminder; errors: ApiError };
  "DELETE /api/reminders/{reminderId}": { id: "reminders.delete"; auth: "bearer"; status: 204; response: void; errors: ApiError };
}
