import type { z } from "zod";

import type { checkRequest } from "../../requests/reading";
import type { ApiError } from "../common";
import type { Lesson, LessonSummary } from "../lesson";
import type { Plan, PlanDetail, PlanProgress, Today } from "../reading";

export interface ReadingRoutes {
  "GET /api/plans": { id: "plans.list"; auth: "bearer"; response: Plan[]; errors: ApiError };
  "GET /api/plans/{planSlug}": { id: "plans.show"; auth: "bearer"; response: PlanDetail; errors: ApiError };
  "POST /api/plans/{planSlug}/start": { id: "plans.start"; auth: "bearer"; status: 201; response: PlanProgress; errors: ApiError };
  "GET /api/plans/{planSlug}/progress": { id: "plans.progress"; auth: "bearer"; response: PlanProgress; errors: ApiError };
  "GET /api/today": { id: "today.show"; auth: "bearer"; response: Today; errors: ApiError };
  "POST /api/today/check": { id: "today.check"; auth: "bearer"; request: z.input<typeof checkRequest>; response: Today; errors: ApiError };

  "GET /api/lessons": { id: "lessons.list"; auth: "bearer"; response: LessonSummary[]; errors: ApiError };
  "GET /api/lessons/{lessonSlug}": { id: "lessons.show"; auth: "bearer"; response: Lesson; errors: ApiError };
}
