import type { UserSummary } from "./account";
import type { Instant } from "./common";

/** Where a member stands in a guild. */
export type GuildRole = "leader" | "officer" | "member";

export interface GuildMember {
  user: UserSummary;
  role: GuildRole;
  joinedAt: Instant;
}

/** One line of a guild's feed. */
export type FeedItem =
  | { kind: "joined"; id: string; at: Instant; member: UserSummary }
  | { kind: "message"; id: string; at: Instant; author: UserSummary; text: string; messageId: MessageId };

/** Messages are numbered as they come. @integer */
export type MessageId = number;

export interface GuildSummary {
  id: string;
  name: string;
  /** @integer */
  memberCount: number;
  role: GuildRole;
}

export interface GuildDetail extends GuildSummary {
  /** Shown under the name. Absent: never set. Null: removed by the leader. */
  motto?: string | null;
  isPublic: boolean;
  /** Only leaders see it. */
  inviteCode?: string;
  /** Chapters a week. @integer */
  weeklyGoal: number;
  createdAt: Instant;
  feed: FeedItem[];
  /** Chapters read, by member id. */
  totals: Record<string, number>;
}

export interface CreateGuildRequest {
  name: string;
  isPublic: boolean;
  motto?: string | null;
  /** @integer */
  weeklyGoal?: number;
}

export interface JoinGuildRequest {
  inviteCode: string;
}

export interface ChatMessage {
  id: MessageId;
  guildId: string;
  author: UserSummary;
  text: string;
  sentAt: Instant;
}

export interface SendMessageRequest {
  text: string;
}
