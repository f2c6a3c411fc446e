// Unions by tag, by two tags, by kind and by shape.

import type { Colour } from "./scalars";

export interface Circle {
  kind: "circle";
  radius: number;
  colour?: Colour;
}

export interface Rectangle {
  kind: "rectangle";
  width: number;
  height: number;
}

export interface Polygon {
  kind: "polygon";
  points: [number, number][];
  holes?: Shape[];
}

export type Shape = Circle | Rectangle | Polygon;

/** A tag of numbers. */
export type Packet = { v: 1; body: string } | { v: 2; body: { text: string }; ttl?: number };

/** A tag of Booleans. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: { code: string; hint?: string | null } };

/** Two tags: the outer chooses a group, the inner one of it. */
export type Block =
  | { type: "text"; text: string; style?: "plain" | "quote" }
  | { type: "media"; media: "image"; url: string; alt: string | null }
  | { type: "media"; media: "video"; url: string; seconds: number }
  | { type: "group"; children: Block[] };

/** No tag: kinds differ. */
export type Answer = string | number | boolean | string[] | { text: string; weight: number } | null;

/** No tag: required keys differ. */
export type Contact = { email: string } | { phone: string; country?: string } | { street: string; town: string };

export interface Drawing {
  title: string;
  shapes: Shape[];
  cover: Shape | null;
  packets?: Packet[];
  result: Outcome<{ area: number }>;
  blocks: Block[];
  byName: Record<string, Shape>;
}

export interface Survey {
  answers: Record<string, Answer>;
  contact: Contact;
  second?: Contact | null;
  last: Exclude<Answer, boolean>;
}

/** No tag, and more than kinds and keys to choose by. */
export type Moment =
  | {
      /** @format date-time */
      at: string;
    }
  | { day: `${number}-${number}`; zone?: string }
  | { from: Moment; to: Moment | null };

export type Price =
  | { currency: "EUR" | "USD"; amounts: Record<Colour, number> }
  | { currency: "XBT"; amount: number; exact?: string };

export type Scalar = string | 7 | boolean;
export type Amount = number | "many" | "none";
/** Tags of two kinds. */
export type Versioned = { v: "beta"; notes: string } | { v: 1; size: number } | { v: 2; size: string };
export type Row = [string, number] | [string, number, { note: string }] | string[];

export interface Choices {
  moment: Moment;
  price: Price | null;
  scalar: Scalar;
  amount?: Amount | null;
  rows: Row[];
  step: "up" | "down" | 1 | -1 | null;
  versioned?: Versioned[];
}
