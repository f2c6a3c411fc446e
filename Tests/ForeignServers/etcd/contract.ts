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
  responses: { response_range?: Range; response_put?: Put }[];
}

interface Users extends Done {
  users: string[];
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
  "POST /v3/auth/authenticate": { id: "auth.signIn"; response: Session; errors: { 400: Failure } };
  "POST /v3/auth/user/list": { id: "users.list"; response: Users };
  "POST /v3/kv/put": { id: "keys.put"; response: Put; errors: { 400: Failure; 403: Failure } };
  "POST /v3/kv/range": { id: "keys.range"; response: Range; errors: { 400: Failure } };
  "POST /v3/kv/txn": { id: "keys.transact"; response: Transaction };
  "POST /v3/lease/grant": { id: "leases.grant"; response: Lease };
  "POST /v3/lease/leases": { id: "leases.list"; response: LeaseList };
  "POST /v3/cluster/member/list": { id: "members.list"; response: Members };
}
