import ContractModel
import Diagnostics
import Testing

@Suite("Routes of a TypeScript contract")
struct RouteTests {
  @Test("every member of a route")
  func members() throws {
    let loaded = LoadedContract(
      """
      interface E { code: string } interface V { fields: Record<string, string> }
      export interface Routes {
        /** Shows it. @exact */
        "GET /api/guilds/{guildId}": { id: "guilds.show"; auth: "bearer"; response: { a: 1 }; query: { /** @integer */ limit?: number; tags?: string[] }; errors: { 404: E; 422: V; default: E } };
        "POST /api/guilds": { id: "guilds.create"; auth: "apiKey"; request: { name: string }; status: 201; response: string[]; errors: E; unreleased: "2027-01-31" };
        "DELETE /api/guilds/{guildId}": { id: "guilds.delete"; status: 204; response: void };
      }
      """)
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(
      ContractText.describe(loaded.contract, source: "a.ts").split(separator: "\n").filter { $0.hasPrefix("route") }
        == [
          #"route guilds.create POST /api/guilds other("apiKey") 201 unreleased 2027-01-31 request {"name":string;} response string[] error * E"#,
          "route guilds.delete DELETE /api/guilds/{guildId} none 204",
          #"route guilds.show GET /api/guilds/{guildId} bearer 200 exact doc "Shows it." query {"limit"?:integer;"tags"?:string[];} response {"a":1;} error 404 E error 422 V error * E"#,
        ])
  }

  @Test(
    "what is wrong with a route is said",
    arguments: [
      (#""GET /a": { response: string }"#, "contract/missing-route-id", "the route has no id"),
      (
        #""GET /a": { id: string; response: string }"#, "contract/missing-route-id",
        "the route's id is not a string literal"
      ),
      (#""FETCH /a": { id: "a"; response: string }"#, "contract/invalid-route", "'FETCH' is not a method"),
      (#""get /a": { id: "a"; response: string }"#, "contract/invalid-route", "'get' is not a method"),
      (#""/a": { id: "a"; response: string }"#, "contract/invalid-route", "'/a' is not a method and a path"),
      (#""GET a": { id: "a"; response: string }"#, "contract/invalid-route", "'a' is not a path with named parameters"),
      (
        #""GET /a/{b}/{b}": { id: "a"; response: string }"#, "contract/invalid-route",
        "'/a/{b}/{b}' is not a path with named parameters"
      ),
      (
        #""GET /a/:b": { id: "a"; response: string }"#, "contract/invalid-route",
        "':b' is not how a parameter is written"
      ),
      (
        #""GET /a": { id: "a"; respones: string }"#, "contract/unknown-route-member", "a route has no member 'respones'"
      ),
      (#""GET /a": { id: "a" }"#, "contract/invalid-route", "the route has no response"),
      (
        #""GET /a": { id: "a"; status: string; response: 1 }"#, "contract/invalid-route",
        "status is not a number from 100 to 599"
      ),
      (#""GET /a": { id: "a"; auth: true; response: 1 }"#, "contract/invalid-route", "auth is not a string literal"),
      (
        #""GET /a": { id: "a"; response: 1; errors: { 404: 1; oops: 1 } }"#, "contract/invalid-route",
        "'oops' is not a status"
      ),
      (
        #""GET /a": { id: "a"; response: 1; query: { f: { x: 1 } } }"#, "contract/query-type",
        "query parameter 'f' is neither a scalar nor a list of scalars"
      ),
      (
        #""GET /a": { id: "a"; response: 1; unreleased: "soon" }"#, "contract/invalid-route",
        "unreleased needs the day until which the route may be absent"
      ),
      (
        #""GET /a": { id: "a"; response: 1 }; "GET /b": { id: "A"; response: 1 }"#, "contract/duplicate-route",
        "route id 'a' is used twice"
      ),
      (
        #""GET /a": { id: "a"; response: 1 }; "GET /a": { id: "b"; response: 1 }"#, "contract/duplicate-route",
        "GET /a is declared twice"
      ),
    ])
  func faults(_ members: String, _ rule: String, _ message: String) {
    let loaded = LoadedContract("export interface Routes { \(members) }")
    #expect(loaded.findings.contains { $0.rule.rawValue == rule && $0.message == message }, "\(loaded.rendered)")
    #expect(loaded.findings.allSatisfy { $0.place.span != nil })
  }

  @Test("only what routes reach must be readable; the rest is left out aloud")
  func reach() {
    let loaded = LoadedContract(
      """
      export interface Used { x: 1 }
      export interface Extra { y: Deep } interface Deep { z: 1 }
      export type Handler = (request: Request) => void;
      interface Hidden { bad: bigint }
      export interface Routes { "GET /a": { id: "a"; response: Used } }
      """)
    #expect(loaded.contract.types.map(\.name) == ["Used", "Extra", "Deep"])
    #expect(loaded.findings.map(\.rule.rawValue) == ["typescript/left-out"])
    #expect(loaded.findings.first?.severity == .note)
    #expect(
      loaded.findings.first?.message == "'Handler' is left out, since no route reaches it: a function has no JSON form")
  }

  @Test("groups of routes that Routes extends are routes, and no types of data unless something holds one")
  func groups() {
    let loaded = LoadedContract(
      """
      export interface Guild { name: string }
      export interface AdminRoutes { "DELETE /a": { id: "a.delete"; status: 204; response: void } }
      export interface GuildRoutes extends AdminRoutes { "GET /a": { id: "a.show"; response: Guild } }
      export interface Named { id: string }
      export interface Kept extends Named { kept: true }
      export interface Routes extends GuildRoutes {}
      """)
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.contract.routes.map(\.id) == ["a.delete", "a.show"])
    #expect(loaded.contract.types.map(\.name) == ["Guild", "Named", "Kept"])
  }

  @Test("tables keep values, places and invariants")
  func tables() throws {
    let loaded = LoadedContract(
      """
      /** Levels. @monotonic xp
       * @references rank RANKS.name */
      export const LEVELS = [{ xp: 0, rank: "a" }, { xp: 50, rank: "a", "odd name": null }] as const;
      export const RANKS = Object.freeze([{ name: "a", nested: { on: true, list: [-1, 1_0] } }]);
      export const handlers = [1]; const PRIVATE = [1] as const;
      """)
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(
      ContractText.describe(loaded.contract, source: "a.ts") == """
        table LEVELS monotonic(column: "xp") references(column: "rank", table: "RANKS", otherColumn: "name") doc "Levels." = [{"xp":0,"rank":"a",},{"xp":50,"rank":"a","odd name":null,},]
        table RANKS = [{"name":"a","nested":{"on":true,"list":[-1,10,],},},]

        """)
  }
}
