import { z } from "zod";

/** Where a member stands in a guild. */
export const guildRoleSchema = z.enum(["leader", "officer", "member"]);

/** What a leader decides. */
const guildSettings = z.object({
  name: z.string().trim().min(1).max(60),
  motto: z.string().min(1).max(200).nullable(),
  isPublic: z.boolean(),
  /** Chapters a week. */
  weeklyGoal: z.number().int().min(1).max(100),
});

export const createGuildRequest = guildSettings.extend({
  motto: guildSettings.shape.motto.optional(),
  weeklyGoal: guildSettings.shape.weeklyGoal.default(3),
});

/** What is absent stays; a motto of null is taken away. */
export const changeGuildRequest = guildSettings.partial();

export const joinGuildRequest = z.object({
  inviteCode: z.string().min(4).max(32),
});

export const changeMemberRequest = z.object({
  role: guildRoleSchema,
});

export const sendMessageRequest = z.object({
  text: z.string().min(1).max(2000),
});
