import type { Day, Instant, WebAddress } from "./common";

/** What this account may do on this server. */
export type Capability = "guilds" | "journal" | "leaderboard";

/** Credentials: a short-lived access token, and a refresh token that works once. */
export interface Session {
  accessToken: string;
  refreshToken: string;
  /** Seconds that the access token lives. @integer */
  expiresIn: number;
  user: UserSummary;
}

/** Says where a sign-in link went, without telling the address. */
export interface MagicLinkSent {
  /** The address with its middle left out. */
  sentTo: string;
  /** Seconds that the link works. @integer */
  expiresIn: number;
}

/** What a form of the web app sends back, and the cookie with it. */
export interface CsrfToken {
  csrfToken: string;
}

export interface UserSummary {
  id: string;
  displayName: string;
}

export interface Me extends UserSummary {
  /** @format email */
  email: string;
  avatarUrl: WebAddress | null;
  capabilities: Capability[];
  joinedAt: Instant;
}

/** Where a reader stands. */
export interface Profile {
  userId: string;
  /** @integer */
  xp: number;
  /** Level by xp, see LEVELS. @integer */
  level: number;
  /** Title of the level. */
  title: string;
  streak: Streak;
}

export interface Streak {
  /** Days in a row. @integer */
  days: number;
  /** The last day with a reading; absent before the first. */
  lastDay?: Day;
  /** When the streak ends unless something is read, in seconds since 1970. @integer */
  endsAt: number | null;
}

/** A month of reading. */
export interface StreakCalendar {
  /** The month, `YYYY-MM`. @pattern ^[0-9]{4}-[0-9]{2}$ */
  month: string;
  /** What was read, by day; days without a reading are left out. */
  days: Record<Day, CalendarDay>;
}

export interface CalendarDay {
  /** @integer */
  chapters: number;
}

/**
 * Levels by experience.
 * @monotonic xp
 * @unique level
 */
export const LEVELS = [
  { level: 1, xp: 0, title: "Page turner" },
  { level: 2, xp: 50, title: "Bookworm" },
  { level: 3, xp: 150, title: "Night reader" },
  { level: 4, xp: 400, title: "Librarian" },
] as const;

/**
 * What a level unlocks.
 * @unique slug
 * @references level LEVELS.level
 */
export const BADGES = [
  { slug: "first-page", title: "First page", level: 1 },
  { slug: "ten-chapters", title: "Ten chapters", level: 2 },
  { slug: "midnight", title: "Past midnight", level: 3 },
] as const;

export interface LeaderboardEntry {
  /** @integer */
  rank: number;
  user: UserSummary;
  /** @integer */
  xp: number;
}

export interface Leaderboard {
  entries: LeaderboardEntry[];
  /** The caller's own rank; null while there is none. @integer */
  ownRank: number | null;
}

/** In English, whatever the reader's language. */
export type DayName = "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";

/** What the membership screen says. */
export interface Membership {
  /** The server's sentence, shown as it is. */
  sentence: string;
  renewsOn: Day;
  /** @integer */
  daysLeft: number;
  /** The weekday of `renewsOn`. */
  weekday: DayName;
  since: Instant;
}
