import type { z } from "zod";

import type { magicLinkRequest, refreshRequest, signInRequest, verifyMagicLinkRequest } from "../../requests/auth";
import type { CsrfToken, MagicLinkSent, Session } from "../account";
import type { ApiError } from "../common";
import type { ServerConfig } from "../config";

/** Signing in and out; `POST /oauth/token` is in openapi/oauth.json. */
export interface AuthRoutes {
  "POST /api/auth/sign-in": { id: "auth.signIn"; auth: "none"; request: z.input<typeof signInRequest>; response: Session; errors: ApiError };
  "POST /api/auth/refresh": { id: "auth.refresh"; auth: "none"; request: z.input<typeof refreshRequest>; response: Session; errors: ApiError };
  /** Ends the session and every session that came from it. */
  "POST /api/auth/sign-out": { id: "auth.signOut"; auth: "bearer"; status: 204; response: void; errors: ApiError };

  /** The same answer whether the address is known or not; at most three a minute. */
  "POST /api/auth/magic-link": { id: "auth.magicLink"; auth: "none"; request: z.input<typeof magicLinkRequest>; status: 202; response: MagicLinkSent; errors: ApiError };
  /** Works once. */
  "POST /api/auth/magic-link/verify": { id: "auth.verify"; auth: "none"; request: z.input<typeof verifyMagicLinkRequest>; response: Session; errors: ApiError };

  "GET /api/auth/csrf": { id: "auth.csrf"; auth: "none"; response: CsrfToken; errors: ApiError };
  /** The web app's form: `email`, `password` and `csrf`, URL-encoded; the session comes as a cookie. */
  "POST /api/auth/form": { id: "auth.form"; auth: "none"; status: 303; response: void; errors: ApiError };

  "GET /api/config": { id: "config.show"; auth: "none"; response: ServerConfig; errors: ApiError };
}
