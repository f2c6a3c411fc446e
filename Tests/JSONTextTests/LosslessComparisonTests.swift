import JSONText
import Testing

@Suite("Lossless comparison")
struct LosslessComparisonTests {
  private func differences(_ a: String, _ b: String, limit: Int = .max) throws -> [String] {
    try LosslessComparison.differences(parse(a).root, parse(b).root, limit: limit).map {
      "\($0.kind) \($0.pointer) \($0.expected ?? "-") \($0.actual ?? "-")"
    }
  }

  @Test(
    "equal",
    arguments: [
      ("{\"a\":1,\"b\":2}", "{\"b\":2.0,\"a\":1e0}"), ("[\"\\u00e9\\/\"]", "[\"é/\"]"), ("[]", "[ ]"), ("-0", "0.0"),
      ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"), ("{\"\\n\":1,\"A\":2}", "{\"A\":2,\"\\u000a\":1}"),
    ])
  func equal(_ a: String, _ b: String) throws { #expect(try differences(a, b).isEmpty) }

  @Test(
    "different",
    arguments: [
      ("{\"a\":1}", "{}", ["missing /a 1 -"]), ("{}", "{\"a\":[1]}", ["added /a - array of 1 element"]),
      ("[1,2]", "[1]", ["missing /1 2 -"]), ("[1]", "[1,2]", ["added /1 - 2"]),
      ("9007199254740993", "9007199254740992", ["changed  9007199254740993 9007199254740992"]),
      ("null", "false", ["typeChanged  null false"]), ("true", "false", ["changed  true false"]),
      ("{\"a\":{}}", "{\"a\":[]}", ["typeChanged /a object with 0 members array of 0 elements"]),
      ("\"1\"", "1", ["typeChanged  \"1\" 1"]), ("\"\\u00e9\"", "\"e\u{301}\"", ["changed  \"é\" \"e\u{301}\""]),
      (
        "{\"b\":[{\"c\":1}],\"a\":0,\"x\":1}", "{\"a\":1,\"b\":[{\"c\":\"1\",\"d\":null}],\"y\":1}",
        ["changed /a 0 1", "typeChanged /b/0/c 1 \"1\"", "added /b/0/d - null", "missing /x 1 -", "added /y - 1"]
      ),
      ("{\"a\":1,\"a\":2}", "{\"a\":1}", ["missing /a 2 -"]),
      // Catalogue J6: a NUL is kept, and shown as it is written.
      ("[\"a\\u0000b\"]", "[\"ab\"]", ["changed /0 \"a\\u0000b\" \"ab\""]),
      // Catalogue J19: a fraction of a second that is lost is a difference.
      (
        "{\"at\":\"2024-05-01T00:00:00.123456Z\"}", "{\"at\":\"2024-05-01T00:00:00Z\"}",
        ["changed /at \"2024-05-01T00:00:00.123456Z\" \"2024-05-01T00:00:00Z\""]
      ),
      ("{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}", ["changed /a 1 2", "changed /a 2 1"]),
    ])
  func different(_ a: String, _ b: String, _ expected: [String]) throws {
    #expect(try differences(a, b) == expected)
    #expect(try differences(b, a).count == expected.count)
    #expect(try differences(a, b, limit: 1) == [expected[0]])
    #expect(try differences(a, b, limit: 0).isEmpty)
  }

  /// Catalogue J20: what is shown may be cut, what is parsed, written and compared never is.
  @Test("a string of a mebibyte is whole, to its last byte")
  func long() throws {
    for filler in ["x", "é", "\\n", "\\u0001"] {
      let text = "{\"capture\":\"" + String(repeating: filler, count: (1 << 20) / filler.utf8.count)
      let first = try parse(text + "a\"}")
      let second = try parse(text + "b\"}")
      #expect(CanonicalWriter.write(first, indent: 0) == Array((text + "a\"}").utf8))
      #expect(first.root["capture"]?.string?.hasSuffix("a") == true)
      #expect(try LosslessComparison.differences(first.root, parse(text + "a\"}").root).isEmpty)
      let found = LosslessComparison.differences(first.root, second.root)
      #expect(found.map { "\($0.kind) \($0.pointer)" } == ["changed /capture"])
      #expect(found.allSatisfy { ($0.expected?.utf8.count ?? 0) < 200 })
    }
  }

  @Test("long values are cut between characters")
  func cut() throws {
    let text = try parse("\"" + String(repeating: "é", count: 100) + "\"").root.shortText
    #expect(text.utf8.count == 79 + 3 && text.hasSuffix("é…"))
  }
}
