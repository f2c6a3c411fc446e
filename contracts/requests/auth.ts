import { z } from "zod";

export const signInRequest = z.object({
  email: z.email().max(254),
  password: z.string().min(1).max(200),
});

export const refreshRequest = z.object({
  refreshToken: z.string().min(1),
});

export const magicLinkRequest = z.object({
  email: z.email().max(254),
});

/** The token of the link, or the six digits that the mail shows for other devices. */
export const verifyMagicLinkRequest = z.union([
  z.strictObject({ token: z.string().min(1) }),
  z.strictObject({ email: z.email().max(254), code: z.string().regex(/^[0-9]{6}$/) }),
]);
