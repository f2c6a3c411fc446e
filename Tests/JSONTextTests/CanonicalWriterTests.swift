import Diagnostics
import JSONText
import Testing

@Suite("Canonical form")
struct CanonicalWriterTests {
  private func canonical(_ text: String, indent: Int = 2, sortKeys: Bool = true) throws -> String {
    String(decoding: CanonicalWriter.write(try parse(text), indent: indent, sortKeys: sortKeys), as: UTF8.self)
  }

  @Test("layout")
  func layout() throws {
    #expect(
      try canonical(#" {"b" : [1.0,{}, [ ] ,[[]]],"a":{"z":null,"y":{"x":true}}} "#) == """
        {
          "a": {
            "y": {
              "x": true
            },
            "z": null
          },
          "b": [
            1.0,
            {},
            [],
            [
              []
            ]
          ]
        }

        """)
    #expect(try canonical("[ 1 , 2 ]", indent: 0) == "[1,2]")
    #expect(try canonical("{ \"b\" : 1 , \"a\" : false }", indent: 0) == #"{"a":false,"b":1}"#)
    #expect(try canonical("{ \"b\" : 1 , \"a\" : 2 }", indent: 0, sortKeys: false) == #"{"b":1,"a":2}"#)
    #expect(try canonical(" \"x\\/\" ") == "\"x/\"\n")
    #expect(try canonical("{\"a\":[1]}", indent: 4) == "{\n    \"a\": [\n        1\n    ]\n}\n")
  }

  @Test("keys are sorted by the UTF-8 bytes that they stand for, not by how they are escaped")
  func order() throws {
    // Escaped texts would put `\"` and `\n` after `A`; UTF-16 would put U+FFFF after U+10000.
    let keys = [
      "\\n", "\\u0000", "\\u0000a", "\\\"", "A", "\\\\", "a", "ab", "abcdefgh", "abcdefghi", "abcdefgha", "b", "10",
      "9",
      "", "é", "\u{FFFF}", "\\ud800\\udc00", "B", "]", "\\u005d\\u0061", "aa\\n", "aa!", "aaa",
    ]
    let expected = keys.map { decode($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for rotation in 0..<keys.count {
      let rotated = Array(keys[rotation...] + keys[..<rotation])
      let document = try parse("{" + rotated.map { "\"\($0)\":1" }.joined(separator: ",") + "}")
      #expect(document.duplicateKeys.isEmpty)
      let written = try JSONDocument(parsing: CanonicalWriter.write(document))
      #expect(written.root.members.map { Array($0.key.utf8) } == expected.map { Array($0.utf8) })
      #expect(document.root.value.canonicalText() == CanonicalWriter.write(document))
    }
  }

  private func decode(_ text: String) -> String { (try? parse("\"\(text)\""))?.root.string ?? "?" }

  @Test("objects with the same keys in the same order are sorted alike, others are not mistaken for them")
  func shapes() throws {
    var text: [String] = []
    var expected: [String] = []
    for index in 0..<300 {
      // The first key and the number of keys stay; the others change now and then.
      let keys = [
        "zebra", index % 3 == 0 ? "longer-key-1" : "longer-key-9", "longer-key-5", index % 5 == 0 ? "b" : "c",
      ]
      text.append("{" + keys.map { "\"\($0)\":\(index)" }.joined(separator: ",") + "}")
      expected.append("{" + keys.sorted().map { "\"\($0)\":\(index)" }.joined(separator: ",") + "}")
    }
    #expect(
      try canonical("[" + text.joined(separator: ",") + "]", indent: 0) == "[" + expected.joined(separator: ",") + "]")
  }

  @Test("a duplicate is seen in an object that looks like an earlier one")
  func shapesWithDuplicates() throws {
    let document = try parse(
      "[{\"z\":1,\"longer-key-1\":1,\"longer-key-2\":1},{\"z\":1,\"longer-key-2\":1,\"longer-key-2\":1}]")
    #expect(document.duplicateKeys.map(\.pointer.description) == ["/1/longer-key-2"])
  }

  @Test("trees for building give the same bytes")
  func values() throws {
    let value = JSONValue.object([
      .init(
        key: "b", value: .array([.integer(-3), .null, .bool(true), .string("q\"\n\u{1}/"), .array([]), .object([])])),
      .init(key: "a", value: .number("1.0")), .init(key: "b", value: .bool(false)),
    ])
    let text = value.canonicalText()
    let document = try JSONDocument(parsing: text)
    #expect(CanonicalWriter.write(document) == text)
    #expect(document.duplicateKeys.count == 1)
    #expect(value["b"]?.elements?.count == 6 && value["a"]?.number?.isInteger == true && value["c"] == nil)
    #expect(
      String(decoding: value.canonicalText(indent: 0), as: UTF8.self)
        == #"{"a":1.0,"b":[-3,null,true,"q\"\n\u0001/",[],{}],"b":false}"#)
  }
}
