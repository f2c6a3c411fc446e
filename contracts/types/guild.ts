import type { z } from "zod";

import type { guildRoleSchema } from "../requests/guild";
import type { UserSummary } from "./account";
import type { Instant, WebAddress } from "./common";

export type GuildRole = z.infer<typeof guildRoleSchema>;

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

/** What an invitation shows before one is a member. */
export interface GuildPreview {
  guildId: string;
  name: string;
  /** @integer */
  memberCount: number;
  /** Path of the app's join screen. */
  invitePath: `/join/${string}`;
}

/** A fresh invitation; the one before it is void. */
export interface Invite {
  inviteCode: string;
  inviteUrl: WebAddress;
  expiresAt: Instant;
}

export interface ChatMessage {
  id: MessageId;
  guildId: string;
  author: UserSummary;
  text: string;
  sentAt: Instant;
}
