import type { WebAddress } from "./common";

/** A lesson in the list. */
export interface LessonSummary {
  slug: string;
  title: string;
  access: Lesson["access"];
}

/** A lesson, or what may be shown of it. */
export type Lesson = OpenLesson | LockedLesson;

export interface OpenLesson {
  access: "open";
  slug: string;
  title: string;
  body: LessonBlock[];
  /** @integer */
  durationSeconds: number;
}

/** No price and no way to buy: what a membership costs is never the API's business. */
export interface LockedLesson {
  access: "locked";
  slug: string;
  title: string;
  teaser: string;
}

/** A part of a lesson's text, from the top. */
export type LessonBlock =
  | { type: "heading"; text: string }
  | { type: "paragraph"; text: string }
  | {
      type: "quote";
      text: string;
      /** Whose words they are. */
      source: string;
    }
  | {
      type: "image";
      url: WebAddress;
      /** What it shows, for who does not see it. */
      alt: string;
    };
