import type { z } from "zod";

import type {
  changeGuildRequest,
  changeMemberRequest,
  createGuildRequest,
  joinGuildRequest,
  sendMessageRequest,
} from "../../requests/guild";
import type { ApiError, Page } from "../common";
import type { ChatMessage, GuildDetail, GuildMember, GuildPreview, GuildSummary, Invite } from "../guild";

export interface GuildRoutes {
  "POST /api/guilds": { id: "guilds.create"; auth: "bearer"; request: z.input<typeof createGuildRequest>; status: 201; response: GuildDetail; errors: ApiError };
  "GET /api/guilds": { id: "guilds.list"; auth: "bearer"; response: GuildSummary[]; errors: ApiError };
  "GET /api/guilds/{guildId}": { id: "guilds.show"; auth: "bearer"; response: GuildDetail; errors: ApiError };
  /** Leaders only. */
  "PATCH /api/guilds/{guildId}": { id: "guilds.change"; auth: "bearer"; request: z.input<typeof changeGuildRequest>; response: GuildDetail; errors: ApiError };
  "POST /api/guilds/{guildId}/join": { id: "guilds.join"; auth: "bearer"; request: z.input<typeof joinGuildRequest>; response: GuildDetail; errors: ApiError };
  /** The last leader stays: `conflict`. */
  "POST /api/guilds/{guildId}/leave": { id: "guilds.leave"; auth: "bearer"; status: 204; response: void; errors: ApiError };
  "GET /api/guilds/by-invite/{inviteCode}": { id: "guilds.preview"; auth: "bearer"; response: GuildPreview; errors: ApiError };
  "POST /api/guilds/{guildId}/invite": { id: "invites.rotate"; auth: "bearer"; status: 201; response: Invite; errors: ApiError };

  "GET /api/guilds/{guildId}/members": { id: "guilds.members"; auth: "bearer"; response: GuildMember[]; errors: ApiError };
  "PATCH /api/guilds/{guildId}/members/{userId}": { id: "members.change"; auth: "bearer"; request: z.input<typeof changeMemberRequest>; response: GuildMember; errors: ApiError };

  "POST /api/guilds/{guildId}/messages": { id: "messages.send"; auth: "bearer"; request: z.input<typeof sendMessageRequest>; status: 201; response: ChatMessage; errors: ApiError };
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
}
