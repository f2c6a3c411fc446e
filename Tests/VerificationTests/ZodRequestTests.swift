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
      export const some = z.partialRecord(z.enum(["a", "b"]), z.number());
      export const open = z.looseObject({ name: z.string() });
      """
    let old = """
      import { z } from "zod/v3";
      export const oldShares = z.record(z.enum(["a", "b"]), z.number());
      """
    let routes = """
      import { z } from "zod/v4";
      import { createGuild, loose, open, shares, some } from "./schemas";
      import { oldShares } from "./old";
      export interface Routes {
        "POST /api/guilds": { id: "guilds.create"; request: z.input<typeof createGuild>; response: { id: string } };
        "POST /api/notes": { id: "notes.create"; request: z.input<typeof loose>; response: { id: string } };
        "POST /api/shares": { id: "shares.create"; request: z.input<typeof shares>; response: { id: string } };
        "POST /api/some": { id: "some.create"; request: z.input<typeof some>; response: { id: string } };
        "POST /api/old": { id: "old.create"; request: z.input<typeof oldShares>; response: { id: string } };
        "POST /api/open": { id: "open.create"; request: z.input<typeof open>; response: { id: string } };
        "POST /api/typed": { id: "typed.create"; request: Partial<Record<"a" | "b", number>>; response: { id: string } };
      }
      """
    return ContractLoader.load(
      sources: [
        ContractSourceSet(
          kind: .zod, files: [SourceFile(path: "schemas.ts", text: schemas), SourceFile(path: "old.ts", text: old)]),
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

  @Test("Z13 a key that a record does not list is refused in a request, and survived in an answer")
  func closedRecords() throws {
    let type = try #require(contract.route(id: "old.create")?.request)
    let document = try JSONDocument(parsing: Array(#"{"a":1,"c":3}"#.utf8))
    for (direction, severity) in [(ValueChecker.Direction.request, Severity.error), (.answer, .warning)] {
      let mismatches = ValueChecker(contract: contract).check(document.root, against: type, direction: direction)
      #expect(mismatches.map { "\($0.kind.rawValue) \($0.pointer)" } == ["decode/undeclared-property /c"])
      #expect(mismatches.allSatisfy { $0.severity == severity && !$0.breaksDecoding && $0.breaksSchema })
      #expect(
        mismatches.first?.details.map(\.message) == ["it decodes all the same: in Swift the type is a dictionary"])
    }
  }

  @Test(
    "Z9, Z13, Z14: extra keys matter to strict schemas alone, null is not absence, listed keys are all asked for",
    arguments: [
      ("notes.create", #"{"name":"n","extra":1}"#, 0), ("notes.create", #"{"name":"n","note":null}"#, 1),
      ("guilds.create", #"{"name":"n","kind":"open","on":true,"extra":1}"#, 1),
      ("open.create", #"{"name":"n","extra":1}"#, 0),
      ("shares.create", #"{"a":1,"b":2}"#, 0), ("shares.create", #"{"a":1}"#, 1),
      ("shares.create", #"{"a":1,"b":2,"c":3}"#, 1), ("some.create", #"{"a":1}"#, 0),
      ("some.create", #"{"a":1,"c":3}"#, 1), ("old.create", #"{"a":1}"#, 0), ("old.create", #"{"a":1,"c":3}"#, 1),
      ("old.create", #"{"a":null}"#, 1),
      // TypeScript lets other keys through.
      ("typed.create", #"{"a":1,"c":3}"#, 0),
    ])
  func checksSides(_ route: String, _ body: String, _ count: Int) throws {
    let type = try #require(contract.route(id: route)?.request)
    let document = try JSONDocument(parsing: Array(body.utf8))
    let mismatches = ValueChecker(contract: contract).check(document.root, against: type, direction: .request)
    #expect(mismatches.count { $0.severity == .error } == count, "\(mismatches)")
  }
}
