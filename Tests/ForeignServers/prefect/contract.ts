/** What the scenario shows of Prefect 3's REST API. */
interface Stored {
  /** @format uuid */
  id: string;
  /** @format date-time */
  created: string;
  /** @format date-time */
  updated: string;
}

interface Flow extends Stored {
  name: string;
  tags: string[];
  labels: { [key: string]: unknown };
}

interface Schedule extends Stored {
  deployment_id: string;
  schedule: { interval: number; anchor_date: string; timezone: string };
  active: boolean;
}

interface Deployment extends Stored {
  name: string;
  flow_id: string;
  paused: boolean;
  schedules: Schedule[];
  tags: string[];
  parameters: { [key: string]: unknown };
  status: "READY" | "NOT_READY";
}

interface State {
  id: string;
  type: "SCHEDULED" | "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED" | "CRASHED" | "PAUSED" | "CANCELLING";
  name: string;
  timestamp: string;
  message: string | null;
  state_details: { [key: string]: unknown };
}

interface FlowRun extends Stored {
  name: string;
  flow_id: string;
  state_id: string;
  deployment_id: string | null;
  /**
   * Those of the deployment and those of the run, put together as a set.
   * @unordered
   */
  tags: string[];
  state_type: string;
  state_name: string;
  run_count: number;
  expected_start_time: string;
  start_time: string | null;
  total_run_time: number;
  estimated_start_time_delta: number;
  state: State;
}

interface StateChange {
  state: State;
  status: "ACCEPT" | "REJECT" | "ABORT" | "WAIT";
}

interface Variable extends Stored {
  name: string;
  value: unknown;
  tags: string[];
}

interface Log extends Stored {
  name: string;
  level: number;
  message: string;
  timestamp: string;
  flow_run_id: string;
}

interface WorkPool extends Stored {
  name: string;
  type: string;
  status: string;
  default_queue_id: string;
}

interface Event {
  id: string;
  occurred: string;
  event: string;
}

interface Failure {
  detail?: unknown;
  exception_message?: string;
}

export interface Routes {
  "POST /api/flows/": { id: "flows.create"; response: Flow; status: 201; errors: { 401: Failure; 422: Failure } };
  "GET /api/flows/{flow_id}": { id: "flows.show"; response: Flow; errors: { 404: Failure } };
  "POST /api/flows/filter": { id: "flows.list"; response: Flow[] };
  "POST /api/deployments/": { id: "deployments.create"; response: Deployment; status: 201 };
  "GET /api/deployments/{deployment_id}": { id: "deployments.show"; response: Deployment };
  "POST /api/deployments/{deployment_id}/create_flow_run": { id: "deployments.run"; response: FlowRun; status: 201 };
  "POST /api/flow_runs/": { id: "runs.create"; response: FlowRun; status: 201 };
  "GET /api/flow_runs/{run_id}": { id: "runs.show"; response: FlowRun };
  "POST /api/flow_runs/{run_id}/set_state": { id: "runs.change"; response: StateChange; status: 201 };
  "POST /api/variables/": { id: "variables.create"; response: Variable; status: 201 };
  "POST /api/logs/filter": { id: "logs.list"; response: Log[] };
  "POST /api/work_pools/": { id: "pools.create"; response: WorkPool; status: 201 };
  "GET /api/admin/version": { id: "admin.version"; response: string };
  "POST /api/events/filter": { id: "events.list"; response: { events: Event[]; total: number } };
}
