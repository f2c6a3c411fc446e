import Diagnostics
import JSONText
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func parse(_ text: String) throws -> JSONDocument { try JSONDocument(parsing: Array(text.utf8)) }

@Suite("Documents")
struct DocumentTests {
  @Test(
    "numbers keep their text",
    arguments: ["1.0", "9007199254740993", "-0", "1e400", "1e-400", "1E+2", "-0.0e-0", "0", "129.9", "139.745438"])
  func numberText(_ text: String) throws {
    #expect(try parse(text).root.numberText == text)
    #expect(try parse("[ \(text)\n]").root[0]?.numberText == text)
    #expect(String(decoding: try parse("[\(text)]").root.canonicalText(indent: 0), as: UTF8.self) == "[\(text)]")
  }

  /// Text of a string between its quotes, its canonical form, and what it stands for.
  static let stringRows: [(text: String, canonical: String, decoded: String)] = [
    ("", "", ""), ("abc", "abc", "abc"), ("\\/", "/", "/"), ("a/b", "a/b", "a/b"), ("\\u0041", "A", "A"),
    ("\\u00e9", "é", "é"), ("é", "é", "é"), ("\\ud83d\\ude00", "😀", "😀"), ("\\uD83D\\uDE00", "😀", "😀"),
    ("\\u2028", "\u{2028}", "\u{2028}"), ("\\n\\t\\r\\b\\f", "\\n\\t\\r\\b\\f", "\n\t\r\u{8}\u{C}"),
    ("\\u000a", "\\n", "\n"), ("\\u000D", "\\r", "\r"), ("\\u0008", "\\b", "\u{8}"), ("\\u001F", "\\u001f", "\u{1F}"),
    ("\\u001f", "\\u001f", "\u{1F}"), ("\\u000b", "\\u000b", "\u{B}"), ("\\u000B", "\\u000b", "\u{B}"),
    ("\\u0000", "\\u0000", "\0"), ("a\\u0000b", "a\\u0000b", "a\0b"), ("\\u0022", "\\\"", "\""),
    ("\\\"\\\\", "\\\"\\\\", "\"\\"), ("\\u005c", "\\\\", "\\"), ("\u{7F}", "\u{7F}", "\u{7F}"),
    ("\\u007f", "\u{7F}", "\u{7F}"), ("\\uffff", "\u{FFFF}", "\u{FFFF}"),
    ("\\n\\/\\u0001é\\u00e9", "\\n/\\u0001éé", "\n/\u{1}éé"),
    (
      "long text without anything, then \\/ and more", "long text without anything, then / and more",
      "long text without anything, then / and more"
    ),
  ]

  @Test("strings are decoded, and rewritten to one form", arguments: stringRows)
  func strings(_ row: (text: String, canonical: String, decoded: String)) throws {
    for shift in 0..<9 {
      let pad = String(repeating: "x", count: shift)
      let text = "{\"\(pad)\(row.text)\":\"\(row.text)\(pad)\"}"
      let root = try parse(text).root
      let canonical = "{\"\(pad)\(row.canonical)\":\"\(row.canonical)\(pad)\"}"
      #expect(root.canonicalText(indent: 0) == Array(canonical.utf8))
      let member = try #require(Array(root.members).first)
      #expect(Array(member.key.utf8) == Array((pad + row.decoded).utf8))
      #expect(member.value.string.map { Array($0.utf8) } == Array((row.decoded + pad).utf8))
      #expect(root[pad + row.decoded]?.string != nil)
      #expect(root.value.canonicalText(indent: 0) == Array(canonical.utf8))
    }
  }

  @Test("nodes tell their kind and content")
  func nodes() throws {
    let root = try parse(#"{"n":null,"t":true,"f":false,"i":12,"s":"x","a":[1,[2],{}],"o":{"k":{"z":1}}}"#).root
    #expect(root.kind == .object && root.count == 7 && root.elements.isEmpty)
    #expect(root["n"]?.isNull == true && root["n"]?.kind == .null && root["n"]?.bool == nil)
    #expect(root["t"]?.bool == true && root["f"]?.bool == false && root["f"]?.kind == .bool)
    #expect(root["i"]?.number?.int64 == 12 && root["i"]?.string == nil && root["i"]?.count == 0)
    #expect(root["a"]?.elements.map(\.kind) == [.number, .array, .object] && root["a"]?.count == 3)
    #expect(root["a"]?[1]?[0]?.numberText == "2" && root["a"]?[3] == nil && root["a"]?[-1] == nil)
    #expect(root.members.map(\.key) == ["n", "t", "f", "i", "s", "a", "o"])
    #expect(root.resolve(JSONPointer(tokens: ["o", "k", "z"]))?.numberText == "1")
    #expect(
      root.resolve(JSONPointer(tokens: ["a", "01"])) == nil && root.resolve(JSONPointer(tokens: ["a", "+1"])) == nil)
    #expect(root.resolve(JSONPointer())?.count == 7 && root["missing"] == nil && root[0] == nil)
  }

  @Test("places of values, also of rewritten strings")
  func positions() throws {
    let document = try parse("{\n  \"a\": [1, \"x\\/y\", \"é\", true],\r\n  \"b\\/\": {}\n}")
    let root = document.root
    func place(_ node: JSONNode?) -> [Int] {
      guard let node else { return [] }
      let position = document.position(of: node)
      return [position.offset, position.line, position.column]
    }
    #expect(place(root) == [0, 1, 1])
    #expect(place(root["a"]) == [9, 2, 8] && place(root["a"]?[0]) == [10, 2, 9])
    #expect(place(root["a"]?[1]) == [13, 2, 12] && place(root["a"]?[2]) == [21, 2, 20])
    #expect(place(root["a"]?[3]) == [27, 2, 26] && place(root["b/"]) == [44, 3, 10])
    #expect(root.members.keyPositions.map(\.offset) == [4, 37])
  }

  @Test("duplicate keys are kept and reported with both places")
  func duplicates() throws {
    let document = try parse(
      "{\"v\":[0,{\"a\":1,\"b\":2,\n\"a\":3,\"\\u0061\":4}],\n\"v\":{\"w~/\":{\"x\":1,\"x\":2}},\"u\":0}")
    let found = document.duplicateKeys.map {
      "\($0.pointer) \($0.first.line):\($0.first.column) \($0.second.line):\($0.second.column)"
    }
    #expect(found == ["/v/1/a 1:10 2:1", "/v/1/a 1:10 2:7", "/v 1:2 3:1", "/v/w~0~1/x 3:13 3:19"])
    #expect(document.duplicateKeyCount == 4)
    #expect(document.root["v"]?.kind == .array && document.root.count == 3)
    #expect(
      String(decoding: CanonicalWriter.write(document, indent: 0), as: UTF8.self)
        == #"{"u":0,"v":[0,{"a":1,"a":3,"a":4,"b":2}],"v":{"w~/":{"x":1,"x":2}}}"#)
  }

  @Test("keys that look alike are not duplicates: bytes count")
  func composition() throws {
    let document = try parse("{\"e\u{301}\":1,\"\u{E9}\":2,\"A\":3,\"a\":4}")
    #expect(document.duplicateKeys.isEmpty)
    #expect(document.root["\u{E9}"]?.numberText == "2" && document.root["e\u{301}"]?.numberText == "1")
    #expect(document.root.value["\u{E9}"] == .number("2"))
    #expect(try parse("\"\u{E9}\"").root.value != parse("\"e\u{301}\"").root.value)
    #expect(!LosslessComparison.areEqual(try parse("[\"\u{E9}\"]").root, try parse("[\"e\u{301}\"]").root))
  }

  @Test("reports of duplicates are bounded, their number is not lost")
  func manyDuplicates() throws {
    let text = "{" + (0..<3000).map { "\"k\(min($0, 2999) % 7)\":\($0)" }.joined(separator: ",") + "}"
    let document = try parse(text)
    #expect(document.duplicateKeys.count == 1000 && document.duplicateKeyCount == 2993)
    #expect(document.root.count == 3000 && document.root["k3"]?.numberText == "3")
  }

  @Test("large objects are searched, whatever their order")
  func largeObjects() throws {
    for reversed in [false, true] {
      let keys = (0..<500).map { "key\($0 * 7 % 1000)\"" }
      let ordered = reversed ? keys.reversed() : keys
      let text =
        "{"
        + ordered.map { "\"\($0.dropLast())\\\"\":1,\"p\($0.dropLast())\":\"\($0.dropLast())\"" }.joined(separator: ",")
        + "}"
      let root = try parse(text).root
      for key in keys {
        #expect(root["p" + key.dropLast()]?.string == String(key.dropLast()) && root[key]?.numberText == "1")
      }
      #expect(root["p"] == nil && root["pkey"] == nil && root["zzz"] == nil && root[""] == nil)
    }
  }

  @Test("comments and trailing commas are for our own configuration")
  func comments() throws {
    let text = "// top\n{ /* a */ \"a\": [1, 2, /* x */], // end\r \"u\": \"http://x/*y*/\", }\n/* tail */ // done"
    let document = try JSONDocument(parsingJSONC: Array(text.utf8))
    #expect(document.root["a"]?.count == 2 && document.root["u"]?.string == "http://x/*y*/")
    for wrong in ["[,]", "[1,,]", "{,}", "/* open", "[1] x", "[1 /", "{\"a\":1 // }", "/"] {
      #expect(throws: JSONSyntaxError.self, "\(wrong)") { try JSONDocument(parsingJSONC: Array(wrong.utf8)) }
    }
    let open = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsingJSONC: Array("[\n/* x".utf8)) }
    #expect(open.position.line == 2 && open.message == "the comment is not closed")
  }

  @Test("reads descriptors to their end and writes to them")
  func descriptors() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let bytes = Array("{\"b\":1,\"a\":[]}".utf8)
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    let document = try JSONDocument(parsing: JSONInput(reading: ends[0]))
    close(ends[0])
    #expect(pipe(&ends) == 0)
    try CanonicalWriter.write(document, to: ends[1])
    close(ends[1])
    let copy = try JSONInput(reading: ends[0])
    close(ends[0])
    #expect(copy.count == CanonicalWriter.write(document).count)
    #expect(throws: JSONInputError(code: EBADF)) { try JSONInput(reading: -1) }
    #expect(throws: JSONInputError(code: EBADF)) { try CanonicalWriter.write(document, to: -1) }
  }
}
