import type { Day, Instant } from "./common";

/** What this account may do on this server. */
export type Capability = "guilds" | "journal" | "leaderboard";

export interface SignInRequest {
  email: string;
  password: string;
}

export interface RefreshRequest {
  refreshToken: string;
}

/** Credentials: a short-lived access token, and a refresh token that works once. */
export interface Session {
  accessToken: string;
  refreshToken: string;
  /** Seconds that the access token lives. @integer */
  expiresIn: number;
  user: UserSummary;
}

export interface UserSummary {
  id: string;
  displayName: string;
}

export interface Me extends UserSummary {
  email: string;
  avatarUrl: string | null;
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
