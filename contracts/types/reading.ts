import type { Day, Instant } from "./common";

export type PlanStatus = "notStarted" | "active" | "finished";

export interface Plan {
  slug: string;
  title: string;
  /** @integer */
  days: number;
  status: PlanStatus;
}

export interface PlanDetail extends Plan {
  readings: PlanReading[];
}

/** What a plan has for one of its days. */
export interface PlanReading extends Reading {
  /** From 1. @integer */
  day: number;
}

export interface PlanProgress {
  planSlug: string;
  status: PlanStatus;
  startedAt: Instant | null;
  /** Days checked off. @integer */
  completed: number;
  /** Share of the plan, from 0 to 1. */
  share: number;
}

export interface Reading {
  reference: string;
  title: string;
  /** Minutes that most people need. */
  minutes: number;
}

export interface Today {
  day: Day;
  planSlug: string;
  reading: Reading;
  checkedAt: Instant | null;
}
