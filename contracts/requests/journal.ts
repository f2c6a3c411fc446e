import { z } from "zod";

/** What an entry may say of the reader's mood. */
export const moodSchema = z.enum(["calm", "glad", "tired"]);

export const writeEntryRequest = z.object({
  text: z.string().min(1).max(2000),
  mood: moodSchema.nullish(),
  reference: z.string().min(1).max(200).optional(),
});

/** What is absent stays; null takes away. */
export const changeEntryRequest = writeEntryRequest
  .extend({ reference: writeEntryRequest.shape.reference.unwrap().nullable() })
  .partial();
