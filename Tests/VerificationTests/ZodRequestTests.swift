import ContractFrontends
import ContractModel
import Diagnostics
import JSONText
import Testing
import Verification

@Suite("Request bodies against Zod schemas")
struct ZodRequestTests {
  private let contract: Contract = {
    var findings = FindingList()
    let schemas = """
      import { z } from "zod/v4";
      export const createGuild = z.strictObject({
        name: z.string().trim().min(1).max(40), size: z.number().int().min(2).default(5), motto: z.string().nullish(),
        kind: z.enum(["open", "closed"]), on: z.coerce.boolean(),
      });
      export const loose = z.object({ name: z.string(), note: z.string().optional() });
      export const shares = z.record(z.enum(["a", "b"]), z.number());
      """
    let routes = """
      import { z } from "zod/v4";
      import { createGuild, loose, shares } from "./schemas";
      export interface Routes {
        "POST /api/guilds": { id: "guilds.create"; request: z.input<typeof createGuild>; response: { id: string } };
        "POST /api/notes": { id: "notes.create"; request: z.input<typeof loose>; response: { id: string } };
        "POST /api/shares": { id: "shares.create"; request: z.input<typeof shares>; response: { id: string } };
      }
      """
    return ContractLoader.load(
      sources: [
        ContractSourceSet(kind: .zod, files: [SourceFile(path: "schemas.ts", text: schemas)]),
        ContractSourceSet(kind: .typescript, files: [SourceFile(path: "routes.ts", text: routes)]),
      ], reader: { _ in nil }, findings: &findings)
  }()

  @Test(
    "what the server would refuse is a mismatch, what it would take is none",
    arguments: [
      (#"{"name":"Owls","kind":"open","on":"false"}"#, 0),
      (
        #"{"name":"  A name between spaces that is longer than forty  ","kind":"open","on":1,"size":2,"motto":null}"#, 0
      ),
      (#"{"name":"","kind":"open","on":true}"#, 1),
      (#"{"name":"Owls","kind":"secret","on":true}"#, 1),
      (#"{"name":"Owls","kind":"open","on":true,"size":1.5}"#, 1),
      (#"{"name":"Owls","kind":"open","on":true,"size":null}"#, 1),
      (#"{"name":"Owls","kind":"open","on":true,"size":9007199254740991}"#, 0),
      (#"{"name":"Owls","kind":"open","on":true,"size":9007199254740993}"#, 1),
      (#"{"name":"Owls","kind":"open","on":true,"extra":1}"#, 1),
      (#"{"kind":"open"}"#, 2),
    ])
  func checks(_ body: String, _ count: Int) throws {
    let type = try #require(contract.route(id: "guilds.create")?.request)
    let document = try JSONDocument(parsing: Array(body.utf8))
    let mismatches = ValueChecker(contract: contract).check(document.root, against: type, direction: .request)
    #expect(mismatches.count { $0.severity == .error } == count, "\(mismatches)")
  }
  @Test(
    "Z9, Z13, Z14: extra keys matter to strict schemas alone, null is not absence, listed keys are all asked for",
    arguments: [
      ("notes.create", #"{"name":"n","extra":1}"#, 0), ("notes.create", #"{"name":"n","note":null}"#, 1),
      ("guilds.create", #"{"name":"n","kind":"open","on":true,"extra":1}"#, 1),
      ("shares.create", #"{"a":1,"b":2}"#, 0), ("shares.create", #"{"a":1}"#, 1),
    ])
  func checksSides(_ route: String, _ body: String, _ count: Int) throws {
    let type = try #require(contract.route(id: route)?.request)
    let document = try JSONDocument(parsing: Array(body.utf8))
    let mismatches = ValueChecker(contract: contract).check(document.root, against: type, direction: .request)
    #expect(mismatches.count { $0.severity == .error } == count, "\(mismatches)")
  }
}
