// Lists, tuples, maps and objects in each other.

import type { Colour } from "./scalars";

export interface Lists {
  names: string[];
  grid: number[][];
  readonly fixed: readonly string[];
  sparse: (string | null)[];
  points: { x: number; y: number; label?: string }[];
}

export interface Tuples {
  pair: [number, number];
  entry: [key: string, value: boolean | null];
  head: [string, ...number[]];
  nested: [[string, number], { ok: boolean }];
  pairs: [string, number][];
}

export interface Records {
  totals: Record<string, number>;
  byColour: Record<Colour, number>;
  someColours: Partial<Record<"red" | "green", string>>;
  nested: Record<string, Record<string, string | null>>;
  objects: { [id: string]: { name: string; rank?: number } };
}

/** Named fields beside an index signature that allows them. */
export interface Labelled {
  id: string;
  note?: string;
  [label: string]: string | number | undefined;
}

export type Tree = { value: number; children: Tree[] };

export interface Linked {
  id: string;
  next: Linked | null;
  previous?: Linked;
}

export interface Page<Item, Cursor = string> {
  items: Item[];
  next: Cursor | null;
}

export interface Envelope<Data extends object, Extra = null> {
  data: Data;
  meta?: { extra: Extra; took: number };
}

export interface Keyed<Key extends string, Value> {
  key: Key;
  values: Record<Key, Value>;
  history?: Keyed<Key, Value>[];
}

export interface Generics {
  names: Page<string>;
  numbers: Page<{ n: number }, number>;
  deep: Envelope<Page<Envelope<{ id: string }>>, string[]>;
  keyed: Keyed<"a" | "b", boolean | null>;
}

interface Base {
  id: string;
  createdBy: { name: string; email?: string } | null;
}

interface Timed {
  startsAt: string;
  endsAt: string | null;
}

export interface Meeting extends Base, Timed {
  title: string;
}

export type MeetingPatch = Partial<Pick<Meeting, "title" | "endsAt">> & { reason: string };
export type MeetingSummary = Omit<Meeting, "createdBy" | "startsAt">;
export type MeetingStrict = Required<MeetingPatch>;
