/** etcd 3.4 over its JSON gateway: 64-bit numbers are strings, keys and values are base64. */
interface Header {
  cluster_id: string;
  member_id: string;
  revision?: string;
  raft_term: string;
}

interface KeyValue {
  key: string;
  create_revision: string;
  mod_revision: string;
  version: string;
  value?: string;
  lease?: string;
}

interface Done {
  header: Header;
}

interface Session extends Done {
  token: string;
}

interface Put extends Done {
  prev_kv?: KeyValue;
}

interface Range extends Done {
  kvs?: KeyValue[];
  more?: boolean;
  count?: string;
}

interface Lease extends Done {
  ID: string;
  TTL: string;
}

interface LeaseList extends Done {
  leases: { ID: string }[];
}

interface Transaction extends Done {
  succeeded?: boolean;
  responses: { response_range?: Range; response_put?: Put; response_delete_range?: Removed }[];
}

interface LeaseKept {
  result: Lease;
}

interface LeaseLeft extends Lease {
  grantedTTL: string;
  /**
   * Out of a map.
   * @unordered
   */
  keys?: string[];
}

interface Removed extends Done {
  deleted?: string;
  prev_kvs?: KeyValue[];
}

interface Users extends Done {
  users: string[];
}

interface User extends Done {
  roles?: string[];
}

interface Roles extends Done {
  roles: string[];
}

interface Role extends Done {
  perm?: { permType?: "READ" | "WRITE" | "READWRITE"; key: string; range_end?: string }[];
}

interface Hash extends Done {
  hash: number;
}

interface Alarms extends Done {
  alarms?: { memberID: string; alarm: string }[];
}

interface Status extends Done {
  version: string;
  dbSize: string;
  dbSizeInUse: string;
  leader: string;
  raftIndex: string;
  raftAppliedIndex: string;
  raftTerm: string;
}

interface Members extends Done {
  members: { ID: string; name: string; peerURLs: string[]; clientURLs: string[] }[];
}

interface Failure {
  error: string;
  message: string;
  code: number;
}

export interface Routes {
  "GET /version": { id: "store.version"; response: { etcdserver: string; etcdcluster: string } };
  "GET /health": { id: "store.health"; response: { health: string } };
  "POST /v3/maintenance/status": { id: "store.status"; response: Status };
  "POST /v3/maintenance/hash": { id: "store.hash"; response: Hash };
  "POST /v3/maintenance/alarm": { id: "store.alarms"; response: Alarms };
  "POST /v3/maintenance/defragment": { id: "store.defragment"; response: Done };
  "POST /v3/auth/user/add": { id: "users.create"; response: Done; errors: { 412: Failure } };
  "POST /v3/auth/user/get": { id: "users.show"; response: User };
  "POST /v3/auth/user/grant": { id: "users.grant"; response: Done };
  "POST /v3/auth/user/revoke": { id: "users.revoke"; response: Done };
  "POST /v3/auth/user/changepw": { id: "users.changePassword"; response: Done };
  "POST /v3/auth/user/delete": { id: "users.remove"; response: Done };
  "POST /v3/auth/role/add": { id: "roles.create"; response: Done };
  "POST /v3/auth/role/get": { id: "roles.show"; response: Role; errors: { 400: Failure } };
  "POST /v3/auth/role/list": { id: "roles.list"; response: Roles };
  "POST /v3/auth/role/grant": { id: "roles.allow"; response: Done };
  "POST /v3/auth/role/delete": { id: "roles.remove"; response: Done };
  "POST /v3/kv/deleterange": { id: "keys.remove"; response: Removed };
  "POST /v3/kv/compaction": { id: "keys.compact"; response: Done };
  "POST /v3/lease/timetolive": { id: "leases.show"; response: LeaseLeft };
  "POST /v3/lease/keepalive": { id: "leases.keep"; response: LeaseKept };
  "POST /v3/lease/revoke": { id: "leases.revoke"; response: Done; errors: { 404: Failure } };
  "POST /v3/auth/authenticate": { id: "auth.signIn"; response: Session; errors: { 400: Failure } };
  "POST /v3/auth/user/list": { id: "users.list"; response: Users };
  "POST /v3/kv/put": { id: "keys.put"; response: Put; errors: { 400: Failure; 403: Failure } };
  "POST /v3/kv/range": { id: "keys.range"; response: Range; errors: { 400: Failure } };
  "POST /v3/kv/txn": { id: "keys.transact"; response: Transaction };
  "POST /v3/lease/grant": { id: "leases.grant"; response: Lease };
  "POST /v3/lease/leases": { id: "leases.list"; response: LeaseList };
  "POST /v3/cluster/member/list": { id: "members.list"; response: Members };
}
