import type { Instant } from "./common";

export type Mood = "calm" | "glad" | "tired";

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

export interface WriteEntryRequest {
  text: string;
  mood?: Mood | null;
  reference?: string;
}

/** What is absent stays; null takes away. */
export interface ChangeEntryRequest {
  text?: string;
  mood?: Mood | null;
  reference?: string | null;
}
