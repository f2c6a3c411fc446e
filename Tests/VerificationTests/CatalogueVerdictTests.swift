import ContractFrontends
import ContractModel
import Diagnostics
import JSONText
import Testing
import Verification

/// A line of the catalogue, a type in TypeScript, a body, and each finding as `severity rule place`.
private struct VerdictCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let type: String
  let body: [UInt8]
  let findings: [String]
  /// Parts of what a terminal shows.
  let says: [String]

  init(_ description: String, _ type: String, _ body: String, _ findings: [String] = [], says: [String] = []) {
    self.init(description, type, bytes: Array(body.utf8), findings, says: says)
  }

  init(
    _ description: String, _ type: String, bytes body: [UInt8], _ findings: [String] = [], says: [String] = []
  ) {
    testDescription = description
    self.type = type
    self.body = body
    self.findings = findings
    self.says = says
  }
}

private let values: [VerdictCase] = [
  VerdictCase("T24 a template's text fits", "{ id: `usr_${string}` }", #"{"id":"usr_7"}"#),
  VerdictCase(
    "T24 a template's pattern is checked", "{ id: `usr_${string}` }", #"{"id":"abc"}"#, ["error decode/format /id"]),
  VerdictCase(
    "T6 absent, null and both are three states", "{ a?: string; b: string | null; c?: string | null }",
    #"{"a":null,"c":null}"#, ["error decode/unexpected-null /a", "error decode/missing-property /b"]),
  VerdictCase(
    "T10 only the variant of the Boolean tag counts", "{ ok: true; n: number } | { ok: false; error: string }",
    #"{"ok":false,"n":1}"#, ["error decode/missing-property /error", "warning decode/undeclared-property /n"]),
  VerdictCase(
    "O18 each variant of a union says why it does not fit",
    "{ x: { a: string } | { b: number; c: string } | { d: boolean } }", #"{"x":{"b":1}}"#,
    ["error decode/unknown-variant /x"],
    says: ["'Value.x.a' is missing", "'Value.x.c' is missing", "'Value.x.d' is missing"]),
  VerdictCase(
    "J7 a fraction in an integer has its path, what was expected and what was there",
    "{ /** @integer */ v: number }", #"{"v":123.45}"#, ["error decode/type-mismatch /v"],
    says: ["'Value.v' should be an integer, got a number with a fraction", "the value is 123.45"]),
  VerdictCase(
    "J7 a negative number in an unsigned one", "{ /** @integer @minimum 0 */ v: number }", #"{"v":-1}"#,
    ["error decode/out-of-range /v"], says: ["'Value.v' is out of range: it should be at least 0", "the value is -1"]),
  VerdictCase(
    "J8 an integer that JavaScript rounds", "{ /** @integer */ v: number }", #"{"v":9007199254740993}"#,
    ["warning decode/lossy-number /v"], says: ["unsafe for JavaScript"]),
  VerdictCase(
    "J8 a number that a Double rounds", "{ v: number }", #"{"v":9007199254740993}"#,
    ["error decode/lossy-number /v"], says: ["a Double does not carry"]),
  VerdictCase(
    "J9 1.0 in an integer is told", "{ /** @integer */ v: number }", #"{"v":1.0}"#, ["warning decode/lossy-number /v"]),
  VerdictCase(
    "J11 overflow", "{ v: number }", #"{"v":1e400}"#, ["error decode/out-of-range /v"],
    says: ["within the range of a Double"]),
  VerdictCase(
    "J11 underflow", "{ v: number }", #"{"v":1e-400}"#, ["error decode/out-of-range /v"],
    says: ["nearer to 0"]),
  VerdictCase(
    "J11 both where the contract says nothing", "unknown", "[1e400,-1e-400]",
    ["error decode/lossy-number /1", "error decode/out-of-range /0"], says: ["a Double holds", "decodes as 0"]),
  VerdictCase("J6 a NUL in a string is a string", "{ v: string }", #"{"v":"a\u0000b"}"#),
  VerdictCase(
    "J21 null where a number is declared", "{ v: number }", #"{"v":null}"#, ["error decode/unexpected-null /v"]),
]

private let texts: [VerdictCase] = [
  VerdictCase(
    "J1 a duplicate key is refused, with its path", "{ a: { v: number } }", #"{"a":{"v":1,"v":2}}"#,
    ["error json/duplicate-key /a/v"]),
  VerdictCase(
    "J1 in a value that no type declares, too", "{ y?: number }", #"{"x":[{"v":1,"v":2}]}"#,
    ["error json/duplicate-key /x/0/v", "warning decode/undeclared-property /x"]),
  VerdictCase("J2 a trailing comma", "{ v: number }", #"{"v":1,}"#, ["error verify/not-json 1:8"]),
  VerdictCase(
    "J3 a byte order mark", "{ v: number }", bytes: [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], ["error verify/not-json 1:1"],
    says: ["byte order mark"]),
  VerdictCase(
    "J3 UTF-16", "{ v: number }", bytes: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], ["error verify/not-json 1:1"],
    says: ["UTF-16"]),
  VerdictCase(
    "J5 a lone surrogate, also in what no type declares", "{ v?: number }", #"{"x":["\udff3"]}"#,
    ["error verify/not-json 1:8"],
    says: ["a lone surrogate"]),
  VerdictCase(
    "J12 past the depth that is read", "unknown",
    String(repeating: "[", count: 1025) + String(repeating: "]", count: 1025), ["error verify/not-json 1:1025"],
    says: ["1024"]),
  VerdictCase(
    "J13 text after the document", "{ v: number }", #"{"v":1} x"#, ["error verify/not-json 1:9"],
    says: ["text after the document"]),
  VerdictCase(
    "J13 two documents", "{ v?: number }", "{}{}", ["error verify/not-json 1:3"], says: ["text after the document"]),
  VerdictCase(
    "J13 a page", "{ v: number }", "<html><body>Bad gateway", ["error verify/not-json 1:1"],
    says: ["an HTML or XML page"]),
  VerdictCase(
    "J21 NaN as JavaScript would write it", "{ v: number }", #"{"v":NaN}"#, ["error verify/not-json 1:6"],
    says: ["'NaN' is not JSON"]),
]

@Suite("The catalogue's lines, as assay verify tells them")
struct CatalogueVerdictTests {
  @Test("values against types", arguments: values)
  private func value(_ example: VerdictCase) { check(example) }

  @Test("texts that decoders read each in its own way", arguments: texts)
  private func text(_ example: VerdictCase) { check(example) }

  private func check(_ example: VerdictCase) {
    var loading = FindingList()
    let contract = ContractLoader.load(
      sources: [
        ContractSourceSet(
          kind: .typescript, files: [SourceFile(path: "value.ts", text: "export type Value = " + example.type)])
      ], reader: { _ in nil }, findings: &loading)
    #expect(loading.all.isEmpty)
    let file = SourceFile(path: "answer.json", bytes: example.body)
    let findings = Verifier.check(file, typeName: "Value", contract: contract)
    let told = findings.map { finding in
      let place = finding.place.pointer.map(\.description)
      let position = finding.place.span?.position
      return "\(finding.severity.name) \(finding.rule) \(place ?? "\(position?.line ?? 0):\(position?.column ?? 0)")"
    }
    let shown = findings.map { TextRenderer().render($0) }.joined()
    #expect(told.sorted() == example.findings.sorted(), "\(shown)")
    for part in example.says { #expect(shown.contains(part), "\(shown)") }
  }
}
