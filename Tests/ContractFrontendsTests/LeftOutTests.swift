import ContractFrontends
import ContractModel
import Diagnostics
import Testing

/// What `generate --allow-skips` leaves out of a contract.
@Suite("Parts that are left out on request")
struct LeftOutTests {
  /// A contract that leaves out what cannot be read.
  private func load(_ kind: ContractSource.Kind, _ text: String) -> (contract: Contract, findings: FindingList) {
    var findings = FindingList()
    let path = kind == .typescript || kind == .zod ? "a.ts" : "a.json"
    let contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: kind, files: [SourceFile(path: path, text: text)])], reader: { _ in nil },
      leavesOut: true, findings: &findings)
    return (contract, findings)
  }

  private func check(_ loaded: (contract: Contract, findings: FindingList), types: [String], leftOut: [String]) {
    let rendered = loaded.findings.merged.map { TextRenderer().render($0) }.joined()
    #expect(!loaded.findings.hasErrors, "\(rendered)")
    #expect(loaded.contract.types.map(\.name).sorted() == types, "\(rendered)")
    #expect(loaded.contract.leftOut.map(\.title).sorted() == leftOut, "\(rendered)")
    let warned = loaded.findings.all.filter { $0.rule.rawValue == "contract/left-out" }
    #expect(warned.map(\.member).compactMap(\.self).sorted() == leftOut, "\(rendered)")
    #expect(warned.allSatisfy { $0.severity == .warning })
  }

  @Test("a type, what reaches it through any number of others, and routes; not the types beside them")
  func typescript() {
    let text = """
      export interface Wallet { coins: bigint }
      export interface Purse { wallet: Wallet | null }
      export interface Owner { purses: Record<string, Purse[]> }
      export interface Fine { name: string }
      export interface Routes {
        "GET /wallet": { id: "wallet.show"; response: Owner };
        "GET /fine": { id: "fine.show"; response: Fine };
        "GET /map": { id: "map.show"; response: { at: Map<string, string> } };
      }
      """
    let loaded = load(.typescript, text)
    check(
      loaded, types: ["Fine"],
      leftOut: ["route 'map.show'", "route 'wallet.show'", "type 'Owner'", "type 'Purse'", "type 'Wallet'"])
    #expect(loaded.contract.routes.map(\.id) == ["fine.show"])
    let reason = loaded.findings.all.first { $0.message == "'bigint' has no JSON form" }
    #expect(reason?.severity == .warning)
  }

  @Test("each type that meets the same text, though the text has one finding")
  func sharedText() {
    let text = """
      type Held<T> = T & { key: symbol };
      type Amount = { coins: bigint };
      export type A = Held<{ a: 1 }>;
      export type B = { b: Amount["coins"] };
      export type C = { c: Amount["coins"][] };
      export type D = { d: 1 };
      export interface Routes { "GET /": { id: "all.show"; response: [A, D] }; "GET /d": { id: "d.show"; response: D }; "GET /b": { id: "b.show"; response: B }; "GET /c": { id: "c.show"; response: C } }
      """
    check(
      load(.typescript, text), types: ["D"],
      leftOut: [
        "route 'all.show'", "route 'b.show'", "route 'c.show'", "type 'A'", "type 'B'", "type 'C'", "type 'HeldOfA'",
      ])
  }

  @Test("types that hold themselves, and tables")
  func recursiveParts() {
    let text = """
      interface Node { id: bigint; next?: Node }
      export type Tree = Partial<Node>;
      /** @unique id */
      export const ROWS = [{ id: now() }];
      export interface Routes { "GET /": { id: "tree.show"; response: Tree }; "GET /one": { id: "one.show"; response: 1 } }
      """
    let loaded = load(.typescript, text)
    #expect(loaded.contract.types.isEmpty && loaded.contract.routes.map(\.id) == ["one.show"])
    #expect(loaded.contract.leftOut.map(\.title).contains("table 'ROWS'"), "\(loaded.contract.leftOut)")
    #expect(!loaded.findings.hasErrors)
  }

  @Test("Zod schemas, and those built from them")
  func zod() {
    let text = """
      import { z } from "zod/v4";
      export const wallet = z.object({ coins: z.bigint() });
      export const owner = z.object({ wallet });
      export const fine = z.object({ name: z.string() });
      export const more = fine.extend({ wallet: wallet.optional() });
      export const gone = z.object(unknownShape);
      """
    let loaded = load(.zod, text)
    #expect(loaded.contract.types.map(\.name) == ["Fine"])
    #expect(!loaded.findings.hasErrors, "\(loaded.findings.merged.map { TextRenderer().render($0) }.joined())")
    #expect(Set(loaded.contract.leftOut.map(\.title)).isSuperset(of: ["type 'Wallet'", "type 'Owner'", "type 'More'"]))
  }

  @Test("OpenAPI schemas and operations, and the variants of requests")
  func openAPI() {
    let text = #"""
      {"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{
        "/a":{"get":{"operationId":"a.show","responses":{"200":{"description":"d","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Holder"}}}}}},
              "post":{"operationId":"a.make","requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Holder"}}}},"responses":{"204":{"description":"d"}}}},
        "/b":{"get":{"operationId":"b.show","responses":{"200":{"description":"d","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Fine"}}}}}}},
        "/c":{"get":{"operationId":"c.show","responses":{"200":{"description":"d","content":{"application/json":{"schema":{"type":"int"}}}}}}}},
       "components":{"schemas":{"Bad":{"type":"string","pattern":"(?=x)"},
        "Holder":{"type":"object","properties":{"id":{"type":"string","readOnly":true},"bad":{"$ref":"#/components/schemas/Bad"}}},
        "Fine":{"type":"object","properties":{"a":{"type":"string"}}}}}}
      """#
    let loaded = load(.openapi, text)
    check(
      loaded, types: ["Fine"],
      leftOut: ["route 'a.make'", "route 'a.show'", "route 'c.show'", "type 'Bad'", "type 'Holder'"])
    #expect(loaded.contract.routes.map(\.id) == ["b.show"])
  }

  @Test("schemas")
  func jsonSchema() {
    let text = #"""
      {"$defs":{"Bad":{"$ref":"#/$defs/Missing"},"Base":{"type":"object","properties":{"x":{"pattern":"(?=x)"}}},
        "A":{"allOf":[{"$ref":"#/$defs/Base"},{"type":"object","properties":{"a":{"type":"string"}}}]},
        "B":{"allOf":[{"$ref":"#/$defs/Base"},{"type":"object","properties":{"b":{"type":"string"}}}]},
        "Fine":{"type":"object","properties":{"a":{"type":"string"}}}}}
      """#
    check(load(.jsonSchema, text), types: ["Fine"], leftOut: ["type 'A'", "type 'B'", "type 'Bad'", "type 'Base'"])
  }

  @Test("what is wrong with the contract as a whole stays an error")
  func wholeContract() {
    #expect(load(.typescript, "export interface A { a: string; export type B = 1;").findings.hasErrors)
    #expect(
      load(
        .typescript,
        "export interface Routes { \"GET /a\": { id: \"a.a\"; response: 1 }; \"GET /b\": { id: \"a.A\"; response: 1 } }"
      ).findings.hasErrors)
    #expect(load(.jsonSchema, "{").findings.hasErrors)
  }
}
