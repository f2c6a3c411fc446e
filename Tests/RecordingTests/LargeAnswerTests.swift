import Diagnostics
import JSONText
import Testing

@testable import Recording

/// Answers of sizes at which work that grows with the square of the size takes many times as long.
@Suite("Large answers")
struct LargeAnswerTests {
  /// The UUID with a number, another one in each run.
  private static func uuid(_ run: Int, _ number: Int) -> String {
    let digits = String(1_000_000_000_000 + number * 7919, radix: 16)
    return "3f2504e0-4f8\(run)-41d3-9a0c-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }

  /// A code of twelve characters of which about one in four has no digit.
  private static func code(_ run: Int, _ number: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var state = UInt64(run * 1_000_003 + number + 1)
    let bytes = (0..<12).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return alphabet[Int(state >> 33) % alphabet.count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func text(_ step: RunStep, of set: AssembledSet) -> String {
    String(decoding: set.files["\(step.routeID)/\(step.name).txt"] ?? [], as: UTF8.self)
  }

  @Test func longTextWithOneID() {
    let words = String(repeating: "the quick brown fox is 3 years old\n", count: 1500)
    var step = RunStep.get("/api/texts", "text", (0..<2).map { words + Self.uuid($0, 1) + "\n" + words })
    step.mediaType = "text/plain"
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.errors == [])
    let shown = Array(text(step, of: set).utf8)
    #expect(shown.starts(with: words.utf8))
    #expect(shown.reversed().starts(with: words.utf8.reversed()))
    #expect(ValueFormat(of: String(decoding: shown[words.utf8.count...].prefix(36), as: UTF8.self)).name == "uuid")
  }

  @Test func longTextWithManyIDs() {
    var step = RunStep.get(
      "/api/texts", "text",
      (0..<2).map { run in (0..<800).map { "\(Self.uuid(run, $0)) costs \($0 % 90) EUR\n" }.joined() })
    step.mediaType = "text/plain"
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.errors == [])
    let lines = text(step, of: set).split(separator: "\n")
    #expect(lines.count == 800)
    #expect(Set(lines.map { $0.prefix(36) }).count == lines.count, "each id has a placeholder of its own")
    #expect(lines.allSatisfy { ValueFormat(of: String($0.prefix(36))).name == "uuid" })
  }

  @Test func listOfManyObjects() {
    let step = RunStep.get(
      "/api/rows", "rows",
      (0..<2).map { run in
        "["
          + (0..<300).map { #"{"id":"\#(Self.uuid(run, $0))","name":"row \#($0)","score":\#($0 % 7)}"# }
          .joined(separator: ",") + "]"
      })
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.errors == [])
    #expect(set.body(step).contains(#""name":"row 17""#))
    #expect(!set.body(step).contains(Self.uuid(0, 17)))
  }

  @Test("an object of many members", arguments: ["uuid", "code"])
  func manyKeys(_ kind: String) throws {
    let step = RunStep.get(
      "/api/map", "map",
      (0..<2).map { run in
        "{"
          + (0..<250).map { number in
            let key = kind == "uuid" ? Self.uuid(run, number) : Self.code(run, number)
            return #""\#(key)":{"n":\#(number % 5)}"#
          }.joined(separator: ",") + "}"
      })
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.errors == [])
    let members = try JSONDocument(parsing: set.files["map.get/map.json"] ?? []).root.members
    #expect(members.count == 250)
    let form = kind == "uuid" ? "uuid" : "opaque"
    #expect(members.allSatisfy { ValueFormat(of: [$0.key, "q7Wn0pLk3XzT"]).name == form || kind == "uuid" })
    let again = RunBuilder(steps: [step], record: try set.remembered).assemble()
    #expect(again.files == set.files)
  }
}
