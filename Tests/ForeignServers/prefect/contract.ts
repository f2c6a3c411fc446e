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

interface TaskRun extends Stored {
  name: string;
  flow_run_id: string;
  task_key: string;
  tags: string[];
  state_type: string;
  state: State;
}

interface Artifact extends Stored {
  key: string;
  type: string;
  data: unknown;
}

interface BlockType extends Stored {
  name: string;
  slug: string;
}

interface Block extends Stored {
  name: string | null;
  data: { [key: string]: unknown };
}

/** @unordered */
type Capabilities = string[];

interface Automation extends Stored {
  name: string;
  trigger: {
    id: string;
    /** @unordered */
    expect: string[];
    match: { [key: string]: string | string[] };
  };
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
  "POST /api/deployments/{deployment_id}/create_flow_run": { id: "deployments.run"; response: FlowRun; status: 201; errors: { 200: FlowRun } };
  "POST /api/flow_runs/": { id: "runs.create"; response: FlowRun; status: 201 };
  "GET /api/flow_runs/{run_id}": { id: "runs.show"; response: FlowRun };
  "POST /api/flow_runs/{run_id}/set_state": { id: "runs.change"; response: StateChange; status: 201 };
  "POST /api/variables/": { id: "variables.create"; response: Variable; status: 201; errors: { 409: Failure } };
  "POST /api/logs/filter": { id: "logs.list"; response: Log[] };
  "POST /api/work_pools/": { id: "pools.create"; response: WorkPool; status: 201 };
  "GET /api/admin/version": { id: "admin.version"; response: string };
  "POST /api/events/filter": { id: "events.list"; response: { events: Event[]; total: number } };
  "GET /api/flows/name/{name}": { id: "flows.named"; response: Flow };
  "PATCH /api/flows/{id}": { id: "flows.change"; response: void; status: 204 };
  "POST /api/flows/count": { id: "flows.count"; response: number };
  "POST /api/flows/paginate": { id: "flows.page"; response: { results: Flow[]; count: number; limit: number; pages: number; page: number } };
  "POST /api/deployments/{id}/schedule": { id: "deployments.schedule"; response: unknown };
  "GET /api/deployments/{id}/schedules": { id: "deployments.schedules"; response: Schedule[] };
  "POST /api/deployments/{id}/schedules": { id: "deployments.addSchedules"; response: Schedule[]; status: 201 };
  "POST /api/flow_runs/filter": { id: "runs.list"; response: FlowRun[] };
  "POST /api/ui/flows/next-runs": { id: "flows.next"; response: unknown };
  "POST /api/ui/flows/count-deployments": { id: "flows.deployments"; response: unknown };
  "GET /api/deployments/name/{flow}/{deployment}": { id: "deployments.named"; response: Deployment };
  "POST /api/deployments/filter": { id: "deployments.list"; response: Deployment[] };
  "POST /api/deployments/{id}/pause_deployment": { id: "deployments.pause"; response: unknown };
  "POST /api/task_runs/": { id: "tasks.create"; response: TaskRun; status: 201 };
  "POST /api/task_runs/{id}/set_state": { id: "tasks.change"; response: StateChange; status: 201 };
  "GET /api/task_runs/{id}": { id: "tasks.show"; response: TaskRun };
  "POST /api/task_runs/filter": { id: "tasks.list"; response: TaskRun[] };
  "GET /api/flow_run_states/": { id: "states.list"; response: State[] };
  "GET /api/flow_run_states/{id}": { id: "states.show"; response: State };
  "GET /api/flow_runs/{id}/graph-v2": { id: "runs.graph"; response: unknown };
  "POST /api/flow_runs/lateness": { id: "runs.lateness"; response: number };
  "POST /api/flow_runs/count": { id: "runs.count"; response: number };
  "POST /api/flow_runs/history": { id: "runs.history"; response: unknown };
  "POST /api/flow_runs/{id}/input": { id: "runs.input"; response: unknown; status: 201 };
  "POST /api/flow_runs/{id}/input/filter": { id: "runs.inputs"; response: unknown };
  "PATCH /api/flow_runs/{id}/labels": { id: "runs.label"; response: void; status: 204 };
  "POST /api/flow_runs/bulk_set_state": { id: "runs.changeMany"; response: unknown };
  "DELETE /api/flow_runs/{id}": { id: "runs.remove"; response: void; status: 204 };
  "POST /api/artifacts/": { id: "artifacts.create"; response: Artifact; status: 201 };
  "GET /api/artifacts/{key}/latest": { id: "artifacts.latest"; response: Artifact };
  "POST /api/artifacts/filter": { id: "artifacts.list"; response: Artifact[] };
  "GET /api/variables/name/{name}": { id: "variables.named"; response: Variable };
  "PATCH /api/variables/name/{name}": { id: "variables.change"; response: void; status: 204 };
  "POST /api/variables/filter": { id: "variables.list"; response: Variable[] };
  "POST /api/block_types/": { id: "blockTypes.create"; response: BlockType; status: 201 };
  "GET /api/block_types/slug/{slug}": { id: "blockTypes.show"; response: BlockType };
  "POST /api/block_schemas/": { id: "blockSchemas.create"; response: unknown; status: 201 };
  "POST /api/block_documents/": { id: "blocks.create"; response: Block; status: 201 };
  "GET /api/block_documents/{id}": { id: "blocks.show"; response: Block };
  "POST /api/block_documents/filter": { id: "blocks.list"; response: Block[] };
  "GET /api/block_capabilities/": { id: "blocks.capabilities"; response: Capabilities };
  "POST /api/concurrency_limits/": { id: "limits.tag"; response: unknown };
  "POST /api/v2/concurrency_limits/": { id: "limits.create"; response: unknown; status: 201 };
  "POST /api/v2/concurrency_limits/increment-with-lease": { id: "limits.lease"; response: unknown };
  "POST /api/v2/concurrency_limits/leases/{id}/renew": { id: "limits.renew"; response: void; status: 204 };
  "GET /api/v2/concurrency_limits/{name}": { id: "limits.show"; response: unknown };
  "POST /api/automations/": { id: "automations.create"; response: Automation; status: 201 };
  "POST /api/automations/filter": { id: "automations.list"; response: Automation[] };
  "POST /api/work_pools/{name}/queues": { id: "queues.create"; response: unknown; status: 201 };
  "POST /api/work_pools/{name}/queues/filter": { id: "queues.list"; response: unknown };
  "POST /api/work_pools/{name}/workers/heartbeat": { id: "workers.beat"; response: void; status: 204 };
  "POST /api/work_pools/{name}/workers/filter": { id: "workers.list"; response: unknown };
  "GET /api/work_pools/{name}": { id: "pools.show"; response: WorkPool };
  "PUT /api/saved_searches/": { id: "searches.save"; response: unknown };
  "GET /api/admin/settings": { id: "admin.settings"; response: unknown };
  "GET /api/admin/storage": { id: "admin.storage"; response: unknown };
  "POST /api/templates/validate": { id: "templates.check"; response: unknown; errors: { 422: Failure } };
}
