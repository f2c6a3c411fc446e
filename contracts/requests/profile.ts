import { z } from "zod";

/** What is absent stays; null takes away. */
export const changeMeRequest = z
  .object({
    displayName: z.string().trim().min(1).max(60),
    avatarUrl: z.url().max(2000).nullable(),
  })
  .partial();
