import { z } from "zod";

/** What is absent stays; null takes away. Apps before 2.1 name the members in snake_case, which the server reads too. */
export const changeMeRequest = z
  .looseObject({
    displayName: z.string().trim().min(1).max(60),
    avatarUrl: z.url().max(2000).nullable(),
  })
  .partial();
