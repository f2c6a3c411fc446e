import type { z } from "zod";

import type { announceActivityRequest } from "../../requests/activity";
import type { Activity, AnnouncedActivity, CompletedActivity } from "../activity";
import type { ApiError } from "../common";

/** A file in three steps: announce it, send it to the address that comes back, say that it is there. */
export interface ActivityRoutes {
  "POST /api/activities": {
    id: "activities.create";
    auth: "bearer";
    request: z.input<typeof announceActivityRequest>;
    status: 201;
    response: AnnouncedActivity;
    errors: {
      /** The client's id was announced before: the same activity again. */
      200: AnnouncedActivity;
      default: ApiError;
    };
  };
  /** May be repeated. Before the file has arrived: `conflict`. */
  "POST /api/activities/{activityId}/complete": { id: "activities.complete"; auth: "bearer"; status: 202; response: CompletedActivity; errors: ApiError };
  "GET /api/activities/{activityId}": { id: "activities.show"; auth: "bearer"; response: Activity; errors: ApiError };
}
