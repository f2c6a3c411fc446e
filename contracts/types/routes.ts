import type { ActivityRoutes } from "./routes/activity";
import type { AuthRoutes } from "./routes/auth";
import type { GuildRoutes } from "./routes/guild";
import type { JournalRoutes } from "./routes/journal";
import type { ProfileRoutes } from "./routes/profile";
import type { ReadingRoutes } from "./routes/reading";
import type { ReminderRoutes } from "./routes/reminder";

/** Every route but those of the screens, the rates and OAuth, which openapi/ describes. */
export interface Routes
  extends AuthRoutes,
    ProfileRoutes,
    GuildRoutes,
    ReadingRoutes,
    JournalRoutes,
    ReminderRoutes,
    ActivityRoutes {}
