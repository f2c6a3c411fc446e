import type { z } from "zod";

import type { moodSchema } from "../requests/journal";
import type { Instant } from "./common";

export type Mood = z.infer<typeof moodSchema>;

export interface JournalEntry {
  id: string;
  text: string;
  /** Null: not told. */
  mood: Mood | null;
  /** Absent: never set. Null: taken away again. */
  reference?: string | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** The words that a reader's entries are filed under. */
export interface Tags {
  /** Every tag once. @unordered */
  tags: string[];
  /** Whose they are, by user id. */
  byOwner: Record<string, string[]>;
}
