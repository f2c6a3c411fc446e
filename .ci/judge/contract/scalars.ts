// Scalars, literals, enumerations and what may be absent or null.

export enum Colour {
  Red = "red",
  Green = "green",
  Blue = "blue",
}

export enum Weekday {
  Monday = 1,
  Tuesday,
  Wednesday,
  Sunday = 7,
}

export const enum Unit {
  Metre = "m",
  Second = "s",
}

export interface Presence {
  always: string;
  maybe?: string;
  orNull: string | null;
  both?: number | null;
  nothing: null;
  flag: boolean;
  list?: boolean[] | null;
}

export interface Literals {
  one: "one";
  two: 2;
  yes: true;
  level: 1 | 2 | 3;
  sign: -1 | 0 | 1;
  share: 0.25 | 0.5;
  mood: "calm" | "glad" | "tired" | null;
  mixed: "auto" | "none" | 0 | 1 | false;
  size: "small" | "large" | (string & {});
}

export interface Enumerations {
  colour: Colour;
  day: Weekday;
  unit: Unit;
  red: Colour.Red;
  colours: Colour[];
  favourite?: Colour | null;
}

/** Numbers of which the source says more than TypeScript can. */
export interface Counted {
  /** @integer */
  count: number;
  /** @integer */
  ceiling: number | null;
  share: number;
  /** @integer */
  steps: number[];
  /** @format date-time */
  at: string;
  /** @format uuid */
  key?: string;
}

export interface Texts {
  slug: `guild-${string}`;
  version: `v${number}`;
  direction: `${"north" | "south"}-${"east" | "west"}`;
  anything: unknown;
  either: any;
}
