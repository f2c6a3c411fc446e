// Bodies of requests as a server checks them, on the input side.

import { z } from "zod";

export const roleSchema = z.enum(["leader", "officer", "member"]);

export const profileSchema = z.object({
  name: z.string().min(1).max(40),
  email: z.string().email().optional(),
  age: z.number().int().min(0).max(150).nullable(),
  role: roleSchema,
  bio: z.string().nullish(),
  tags: z.array(z.string()).max(3),
  active: z.boolean().default(true),
});

export const changeSchema = profileSchema.partial().omit({ role: true });

export const pointSchema = z.tuple([z.number(), z.number()]);

export const shapeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), center: pointSchema, radius: z.number().positive() }),
  z.object({ kind: z.literal("polygon"), points: z.array(pointSchema).min(3) }),
]);

export const searchSchema = z.object({
  query: z.union([z.string(), z.number()]),
  filters: z.record(z.string(), z.boolean()),
  shape: shapeSchema.nullable(),
  level: z.union([z.literal(1), z.literal(2), z.literal("max")]),
  extra: z.unknown().optional(),
});

export const orderSchema = z.object({
  lines: z.array(z.object({ item: z.string(), count: z.number().int(), note: z.string().nullable().optional() })).min(1),
  paidBy: z.object({ card: z.string().length(4) }).or(z.object({ account: z.string(), holder: z.string() })),
  deliver: z.record(z.enum(["home", "work"]), z.string()).optional(),
  reference: z.string().uuid(),
  price: z.number().min(0).max(1000),
});

export const sharesSchema = z.record(z.enum(["gold", "wood"]), z.number());
