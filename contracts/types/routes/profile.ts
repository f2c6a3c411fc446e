import type { z } from "zod";

import type { changeMeRequest } from "../../requests/profile";
import type { Leaderboard, Me, Membership, Profile, StreakCalendar } from "../account";
import type { ApiError } from "../common";
import type { AppNotification } from "../notification";

export interface ProfileRoutes {
  "GET /api/me": { id: "me.show"; auth: "bearer"; response: Me; errors: ApiError };
  "PATCH /api/me": { id: "me.change"; auth: "bearer"; request: z.input<typeof changeMeRequest>; response: Me; errors: ApiError };
  "GET /api/profile": { id: "profile.show"; auth: "bearer"; response: Profile; errors: ApiError };
  "GET /api/streak/calendar": { id: "calendar.show"; auth: "bearer"; response: StreakCalendar; errors: ApiError };
  "GET /api/leaderboard": { id: "leaderboard.show"; auth: "bearer"; response: Leaderboard; errors: ApiError };
  "GET /api/membership": { id: "membership.show"; auth: "bearer"; response: Membership; errors: ApiError };
  "GET /api/notifications": { id: "notifications.list"; auth: "bearer"; response: AppNotification[]; errors: ApiError };
}
