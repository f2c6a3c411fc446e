import ContractFrontends
import ContractModel
import Diagnostics
import SwiftEmission
import Testing

@Suite("The catalogue's group C1: TypeScript to Swift")
struct CatalogueSwiftTests {
  /// Every line in a file of its own, all in one contract: what one is called must not hurt the others.
  private static func contract() -> (contract: Contract, findings: [Finding]) {
    var files = CatalogueCase.all.map { SourceFile(path: $0.line.lowercased() + ".ts", text: $0.source) }
    files.append(SourceFile(path: "plan.ts", text: "export interface Plan { title: string }"))
    var findings = FindingList()
    let contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: .typescript, files: files)], reader: { _ in nil }, findings: &findings)
    return (contract, findings.merged)
  }

  @Test("every line of the group has its row")
  func table() {
    let lines = [
      1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 13, 15, 16, 17, 19, 21, 22, 23, 24, 25, 27, 28, 29,
    ].map { "T\($0)" }
    #expect(CatalogueCase.all.map(\.line).sorted() == lines.sorted())
    #expect(Self.contract().findings.allSatisfy { $0.severity != .error })
  }

  @Test("the emitted Swift holds what the line asks for, and nothing that it forbids")
  func emits() throws {
    let code = try EmittedCode(Self.contract().contract)
    for example in CatalogueCase.all {
      let text = try code.text(example.line + ".swift")
      let lines = Set(text.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init))
      for line in example.lines { #expect(lines.contains(line), "\(example.line) has no line \(line)\n\(text)") }
      for part in example.absent { #expect(!text.contains(part), "\(example.line) holds \(part)") }
    }
  }

  @Test("what cannot be is refused by rule and place")
  func refuses() {
    for example in CatalogueCase.all {
      for (source, rule) in example.refused {
        var findings = FindingList()
        _ = ContractLoader.load(
          sources: [ContractSourceSet(kind: .typescript, files: [SourceFile(path: "a.ts", text: source)])],
          reader: { _ in nil }, findings: &findings)
        let spoken = findings.all.filter { $0.rule.rawValue == rule }
        #expect(!spoken.isEmpty, "\(example.line): \(source)")
        // T22: functions are left out with a warning; the rest stops the run.
        let severity = rule == "typescript/function-member" ? Severity.warning : .error
        #expect(spoken.allSatisfy { $0.severity == severity && $0.place.span != nil && $0.help != nil })
      }
    }
  }

  @Test(
    "all of it compiles together, decodes and encodes again without loss",
    .enabled(if: EmittedCode.compiler != nil, "swiftc is not on the path"))
  func compiles() async throws {
    let code = try EmittedCode(Self.contract().contract)
    let trips = CatalogueCase.all.flatMap { example in example.trips.map { (line: example.line, trip: $0) } }
    let calls = trips.map { "trip(\($0.trip.type).self, ###\"\($0.trip.json)\"###)" }
    let lines = try await code.run(
      """
      func trip<T: Codable>(_ type: T.Type, _ json: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
          let value = try JSONDecoder().decode(type, from: Data(json.utf8))
          print(String(decoding: try encoder.encode(value), as: UTF8.self))
        } catch { print("error") }
      }
      \(calls.joined(separator: "\n"))
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      for patch in [
        Patch(a: nil, b: nil, c: .null, d: .absent), Patch(a: "a", b: "b", c: .absent, d: .null),
        Patch(a: nil, b: "b", c: .value("c"), d: .value(.init())),
      ] { print(String(decoding: try encoder.encode(patch), as: UTF8.self)) }
      """)
    // T6: what is built in Swift sends each of the three states.
    #expect(
      lines.suffix(3) == [
        #"{"b":null,"c":null}"#, #"{"a":"a","b":"b","d":null}"#, #"{"b":"b","c":"c","d":{"x":1}}"#,
      ])
    #expect(lines.count == trips.count + 3)
    for (line, (name, trip)) in zip(lines, trips) {
      #expect(line == trip.expected ?? "error", "\(name): \(trip.type) of \(trip.json) came back as \(line)")
    }
  }
}
