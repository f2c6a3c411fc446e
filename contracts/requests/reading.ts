import { z } from "zod";

/** Lower-case words between hyphens. */
export const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

export const checkRequest = z.object({ planSlug: slug });
