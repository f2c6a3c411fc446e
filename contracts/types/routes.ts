import type { Leaderboard, Me, Profile, RefreshRequest, Session, SignInRequest } from "./account";
import type { ApiError, Page } from "./common";
import type {
  ChatMessage,
  CreateGuildRequest,
  GuildDetail,
  GuildMember,
  GuildSummary,
  JoinGuildRequest,
  SendMessageRequest,
} from "./guild";
import type { ChangeEntryRequest, JournalEntry, WriteEntryRequest } from "./journal";
import type { CheckRequest, Plan, PlanProgress, Today } from "./reading";

export interface Routes {
  "POST /api/auth/sign-in": { id: "auth.signIn"; auth: "none"; request: SignInRequest; response: Session; errors: ApiError };
  "POST /api/auth/refresh": { id: "auth.refresh"; auth: "none"; request: RefreshRequest; response: Session; errors: ApiError };
  "GET /api/me": { id: "me.show"; auth: "bearer"; response: Me; errors: ApiError };
  "GET /api/profile": { id: "profile.show"; auth: "bearer"; response: Profile; errors: ApiError };
  "GET /api/leaderboard": { id: "leaderboard.show"; auth: "bearer"; response: Leaderboard; errors: ApiError };

  "POST /api/guilds": { id: "guilds.create"; auth: "bearer"; request: CreateGuildRequest; status: 201; response: GuildDetail; errors: ApiError };
  "GET /api/guilds": { id: "guilds.list"; auth: "bearer"; response: GuildSummary[]; errors: ApiError };
  "GET /api/guilds/{guildId}": { id: "guilds.show"; auth: "bearer"; response: GuildDetail; errors: ApiError };
  "POST /api/guilds/{guildId}/join": { id: "guilds.join"; auth: "bearer"; request: JoinGuildRequest; response: GuildDetail; errors: ApiError };
  "GET /api/guilds/{guildId}/members": { id: "guilds.members"; auth: "bearer"; response: GuildMember[]; errors: ApiError };
  "POST /api/guilds/{guildId}/messages": { id: "messages.send"; auth: "bearer"; request: SendMessageRequest; status: 201; response: ChatMessage; errors: ApiError };
  "GET /api/guilds/{guildId}/messages": {
    id: "messages.list";
    auth: "bearer";
    query: {
      cursor?: string;
      /** @integer */
      limit?: number;
    };
    response: Page<ChatMessage>;
    errors: ApiError;
  };

  "GET /api/plans": { id: "plans.list"; auth: "bearer"; response: Plan[]; errors: ApiError };
  "POST /api/plans/{planSlug}/start": { id: "plans.start"; auth: "bearer"; status: 201; response: PlanProgress; errors: ApiError };
  "GET /api/plans/{planSlug}/progress": { id: "plans.progress"; auth: "bearer"; response: PlanProgress; errors: ApiError };
  "GET /api/today": { id: "today.show"; auth: "bearer"; response: Today; errors: ApiError };
  "POST /api/today/check": { id: "today.check"; auth: "bearer"; request: CheckRequest; response: Today; errors: ApiError };

  "POST /api/journal": { id: "journal.write"; auth: "bearer"; request: WriteEntryRequest; status: 201; response: JournalEntry; errors: ApiError };
  "GET /api/journal": { id: "journal.list"; auth: "bearer"; response: JournalEntry[]; errors: ApiError };
  "GET /api/journal/{entryId}": { id: "journal.show"; auth: "bearer"; response: JournalEntry; errors: ApiError };
  "PATCH /api/journal/{entryId}": { id: "journal.change"; auth: "bearer"; request: ChangeEntryRequest; response: JournalEntry; errors: ApiError };
  "DELETE /api/journal/{entryId}": { id: "journal.delete"; auth: "bearer"; status: 204; response: void; errors: ApiError };
}
