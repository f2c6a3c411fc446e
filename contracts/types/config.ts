import type { Instant, WebAddress } from "./common";

/** What an app asks for before anything else. */
export interface ServerConfig {
  /** Apps older than this get `update_required`. */
  minimumVersion: string;
  /** The server's build, for bug reports. */
  build: string;
  startedAt: Instant;
  /** Parts of the app that are switched on. */
  features: {
    guilds: boolean;
    uploads: boolean;
  };
  /** Where files are sent; never the session with them. */
  uploadOrigin: WebAddress;
}
