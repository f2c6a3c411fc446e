import { z } from "zod";

/** Says what file will come; the client's own id makes a repeated announcement the same one. */
export const announceActivityRequest = z.strictObject({
  clientId: z.uuid(),
  fileName: z.string().min(1).max(200),
  byteCount: z.int().nonnegative().max(4_194_304),
  /** Of the whole file, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
