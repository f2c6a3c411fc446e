import type { z } from "zod";

import type { changeEntryRequest, writeEntryRequest } from "../../requests/journal";
import type { ApiError } from "../common";
import type { JournalEntry, Tags } from "../journal";

export interface JournalRoutes {
  "POST /api/journal": { id: "journal.write"; auth: "bearer"; request: z.input<typeof writeEntryRequest>; status: 201; response: JournalEntry; errors: ApiError };
  "GET /api/journal": { id: "journal.list"; auth: "bearer"; response: JournalEntry[]; errors: ApiError };
  "GET /api/journal/{entryId}": { id: "journal.show"; auth: "bearer"; response: JournalEntry; errors: ApiError };
  "PATCH /api/journal/{entryId}": { id: "journal.change"; auth: "bearer"; request: z.input<typeof changeEntryRequest>; response: JournalEntry; errors: ApiError };
  "DELETE /api/journal/{entryId}": { id: "journal.delete"; auth: "bearer"; status: 204; response: void; errors: ApiError };
  "GET /api/tags": { id: "tags.list"; auth: "bearer"; response: Tags; errors: ApiError };
}
