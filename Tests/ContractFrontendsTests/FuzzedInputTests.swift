import ContractFrontends
import ContractModel
import Diagnostics
import Testing

/// Inputs that a fuzzer found, reduced: each took minutes, or more memory than there is.
@Suite("Fuzzed input")
struct FuzzedInputTests {
  @Test(
    "chains of thousands of links are looked through in linear time",
    arguments: [("a", ".optional()"), ("z.string().parse(a)", ".then()"), ("f(z.string().parse(a))", ".a")])
  func longChains(start: String, link: String) {
    let chain = start + String(repeating: link, count: 20_000)
    let loaded = ZodContract("export function f() { g(`${\(chain)}`); }\nexport const a = z.object({ b: z.string() });")
    #expect(loaded.text("A") == #"{"b":string;}"#, "\(loaded.rendered)")
  }

  @Test("what a long chain is called with is looked through as well")
  func withinChains() {
    let body = "z.object({ b: z.string() })"
    let calls = "g(a.b().c(\(body)).d().e); h(z.string().parse(x).then(\(body)).k());"
    let loaded = ZodContract("export function f() { \(calls) }")
    #expect(loaded.rules == ["zod/unnamed-schema"], "\(loaded.rendered)")
    #expect(loaded.findings.first?.morePlaces.count == 1, "\(loaded.rendered)")
  }

  @Test("generic types that double are refused before they are millions")
  func doublingGenerics() {
    let text = "type P<T> = { a: P<[T, T]>; b: P<P<T>> };\nexport type A = P<string>;"
    let loaded = ZodContract([:], typescript: ["a.ts": text])
    #expect(loaded.rules.contains("typescript/endless-type"), "\(loaded.rules.count) findings")
  }

  @Test("members that are declared thousands of times are read once, or refused")
  func repeatedMembers() {
    let same = LoadedContract(
      "type B = { c: 1 };\nexport interface A {" + String(repeating: " b: B;", count: 6_000) + " }")
    #expect(same.text("A") == #"{"b":B;}"#, "\(same.rendered)")
    let merged = LoadedContract(String(repeating: "export interface A { b: string }\n", count: 6_000))
    #expect(merged.text("A") == #"{"b":string;}"#, "\(merged.rendered)")
    let different = LoadedContract(
      "export interface A {" + (0..<3_000).map { " b: \"\($0)\" | 1;" }.joined() + " }")
    #expect(different.findings.map(\.rule.rawValue) == ["typescript/unsupported-type"], "\(different.rendered)")
  }

  @Test("constants that double are refused before they are millions")
  func doublingConstants() {
    let lines = (1...40).map { "export const a\($0) = { ...a\($0 - 1), ...a\($0 - 1) } as const;" }
    let text = "export const a0 = { x: 1 } as const;\n" + lines.joined(separator: "\n")
    #expect(ZodContract([:], typescript: ["a.ts": text]).contract.types.isEmpty)
  }

  @Test(
    "texts and lists of schemas that double are refused as well",
    arguments: [
      ("\"ab\"", "# + #", "z.literal(a40)"), ("\"ab\"", "`${#}${#}`", "z.literal(a40)"),
      ("[\"a\", \"b\"] as const", "[...#, ...#] as const", "z.enum(a40)"),
    ])
  func doublingValues(first: String, next: String, schema: String) {
    let lines = (1...40).map { place in
      "const a\(place) = "
        + next.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "a\(place - 1)")
    }
    let text = "const a0 = \(first);\n" + lines.joined(separator: ";\n") + ";\nexport const s = \(schema);"
    let loaded = ZodContract(text)
    #expect(loaded.contract.type(named: "S") == nil && !loaded.rules.isEmpty, "\(loaded.rules)")
  }
}
