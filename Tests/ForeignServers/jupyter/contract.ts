/** What the scenario shows of Jupyter server 2's REST API. */
interface Failure {
  message: string;
  reason: string | null;
}

interface Status {
  /** @format date-time */
  started: string;
  /** @format date-time */
  last_activity: string;
  connections: number;
  kernels: number;
}

interface Contents {
  name: string;
  path: string;
  type: "notebook" | "directory" | "file";
  writable: boolean;
  /** @format date-time */
  created: string;
  /** @format date-time */
  last_modified: string;
  size: number | null;
  mimetype: string | null;
  format: "json" | "text" | "base64" | null;
  content: unknown;
  hash: string | null;
  hash_algorithm: string | null;
}

interface Checkpoint {
  id: string;
  /** @format date-time */
  last_modified: string;
}

interface Kernel {
  /** @format uuid */
  id: string;
  name: string;
  /** @format date-time */
  last_activity: string;
  execution_state: string;
  connections: number;
}

interface Session {
  /** @format uuid */
  id: string;
  path: string;
  name: string;
  type: string;
  kernel: Kernel;
}

interface Terminal {
  name: string;
  /** @format date-time */
  last_activity: string;
}

export interface Routes {
  "GET /api": { id: "server.version"; response: { version: string } };
  "GET /api/status": { id: "server.status"; response: Status; errors: { 403: Failure } };
  "GET /api/me": { id: "me.show"; response: unknown };
  "GET /api/contents": { id: "contents.root"; response: Contents };
  "POST /api/contents": { id: "contents.create"; response: Contents; status: 201 };
  "PUT /api/contents/{path}": { id: "contents.write"; response: Contents; status: 201; errors: { 200: Contents } };
  "GET /api/contents/{path}": { id: "contents.read"; response: Contents; errors: { 404: Failure } };
  "POST /api/contents/{path}/checkpoints": { id: "checkpoints.create"; response: Checkpoint; status: 201 };
  "GET /api/contents/{path}/checkpoints": { id: "checkpoints.list"; response: Checkpoint[] };
  "PATCH /api/contents/{path}": { id: "contents.rename"; response: Contents };
  "GET /api/kernelspecs": { id: "kernels.specs"; response: unknown };
  "POST /api/sessions": { id: "sessions.create"; response: Session; status: 201 };
  "GET /api/sessions": { id: "sessions.list"; response: Session[] };
  "PATCH /api/sessions/{id}": { id: "sessions.change"; response: Session };
  "POST /api/kernels": { id: "kernels.create"; response: Kernel; status: 201 };
  "GET /api/kernels/{id}": { id: "kernels.show"; response: Kernel };
  "GET /api/kernels": { id: "kernels.list"; response: Kernel[] };
  "POST /api/kernels/{id}/interrupt": { id: "kernels.interrupt"; response: void; status: 204 };
  "DELETE /api/kernels/{id}": { id: "kernels.stop"; response: void; status: 204 };
  "POST /api/terminals": { id: "terminals.create"; response: Terminal };
  "GET /api/terminals": { id: "terminals.list"; response: Terminal[] };
  "PATCH /api/config/{section}": { id: "config.change"; response: unknown };
  "GET /api/config/{section}": { id: "config.show"; response: unknown };
  "POST /api/events": { id: "events.send"; response: unknown; errors: { 400: Failure } };
  "DELETE /api/contents/{path}": { id: "contents.remove"; response: void; status: 204 };
}
