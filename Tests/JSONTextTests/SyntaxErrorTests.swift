import Diagnostics
import JSONText
import Testing

/// A text that is refused: where, and what the message says.
struct RefusedText: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let line: Int
  let column: Int
  let message: String

  init(_ text: String, _ line: Int, _ column: Int, _ message: String) {
    self.init(Array(text.utf8), line, column, message)
  }

  init(_ bytes: [UInt8], _ line: Int, _ column: Int, _ message: String) {
    self.bytes = bytes
    self.line = line
    self.column = column
    self.message = message
  }

  var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription }

  /// `["` + bytes + `"]`.
  static func inString(_ bytes: [UInt8], _ message: String) -> RefusedText {
    RefusedText(Array("[\"a".utf8) + bytes + Array("\"]".utf8), 1, 4, message)
  }

  static let structure: [RefusedText] = [
    RefusedText("", 1, 1, "an empty document"),
    RefusedText(" \n ", 2, 2, "an empty document"),
    RefusedText("[1,", 1, 4, "ends inside the array that opens at 1:1"),
    RefusedText("[", 1, 2, "ends inside the array that opens at 1:1"),
    RefusedText("[1", 1, 3, "ends inside the array"),
    RefusedText("{\n\"a\": {", 2, 7, "ends inside the object that opens at 2:6"),
    RefusedText("{\"a\"", 1, 5, "ends inside the object"),
    RefusedText("{\"a\":", 1, 6, "ends inside the object"),
    RefusedText("{\"a\":1,", 1, 8, "ends inside the object"),
    RefusedText("[1,]", 1, 4, "a comma before ']'"),
    RefusedText("{\"a\":1,}", 1, 8, "a comma before '}'"),
    RefusedText("[,1]", 1, 2, "expected a value, found ','"),
    RefusedText("[1 2]", 1, 4, "expected ',' or ']', found '2'"),
    RefusedText("[1}", 1, 3, "expected ',' or ']', found '}'"),
    RefusedText("{\"a\":1]", 1, 7, "expected ',' or '}', found ']'"),
    RefusedText("{\"a\" 1}", 1, 6, "expected ':' after a key, found '1'"),
    RefusedText("{a:1}", 1, 2, "expected a key in double quotes or '}', found 'a'"),
    RefusedText("{'a':1}", 1, 2, "keys take double quotes"),
    RefusedText("{\"a\":1,b:2}", 1, 8, "expected a key in double quotes, found 'b'"),
    RefusedText("['a']", 1, 2, "strings take double quotes"),
    RefusedText("1 2", 1, 3, "text after the document: found '2'"),
    RefusedText("{} x", 1, 4, "text after the document"),
    RefusedText("]", 1, 1, "expected a value, found ']'"),
    RefusedText("[1] // no", 1, 5, "text after the document: found '/'"),
    RefusedText("[/* no */1]", 1, 2, "JSON has no comments"),
    RefusedText("[NaN]", 1, 2, "'NaN' is not JSON"),
    RefusedText("[-Infinity]", 1, 3, "expected a digit, found 'I'"),
    RefusedText("[True]", 1, 2, "write true"),
    RefusedText("[None]", 1, 2, "write null"),
    RefusedText("[nul]", 1, 2, "expected a value, found 'n'"),
    RefusedText("[truth]", 1, 2, "expected a value, found 't'"),
    RefusedText("[nullx]", 1, 6, "expected ',' or ']', found 'x'"),
    RefusedText("[1\u{A0}]", 1, 3, "found byte 0xC2"),
  ]

  static let lines: [RefusedText] = [
    RefusedText("[\n1,\n x]", 3, 2, "found 'x'"),
    RefusedText("[\r\n1,\r\n x]", 3, 2, "found 'x'"),
    RefusedText("[\r1,\r x]", 3, 2, "found 'x'"),
    RefusedText("[\"äö€😀\", x]", 1, 17, "found 'x'"),
  ]

  static let numbers: [RefusedText] = [
    RefusedText("[01]", 1, 2, "no leading zeros"),
    RefusedText("[-01]", 1, 3, "no leading zeros"),
    RefusedText("[-]", 1, 3, "expected a digit, found ']'"),
    RefusedText("[+1]", 1, 2, "a number begins with a digit or '-'"),
    RefusedText("[.5]", 1, 2, "a number begins with a digit or '-'"),
    RefusedText("[1.]", 1, 4, "expected a digit, found ']'"),
    RefusedText("[1.e1]", 1, 4, "expected a digit, found 'e'"),
    RefusedText("[1e]", 1, 4, "expected a digit"),
    RefusedText("[1e+]", 1, 5, "expected a digit"),
    RefusedText("[0x10]", 1, 3, "expected ',' or ']', found 'x'"),
    RefusedText("[1.2.3]", 1, 5, "expected ',' or ']', found '.'"),
    RefusedText("1e", 1, 3, "expected a digit, found the end"),
  ]

  static let strings: [RefusedText] = [
    RefusedText("[\"abc", 1, 2, "the string is not closed"),
    RefusedText("[\"abc\\", 1, 2, "the string is not closed"),
    RefusedText("[\"a\nb\"]", 1, 4, "write it as \\n"),
    RefusedText("[\"a\tb\"]", 1, 4, "write it as \\t"),
    RefusedText("[\"a\u{1F}b\"]", 1, 4, "write it as \\u001f"),
    RefusedText("[\"a\\x\"]", 1, 4, "no such escape in JSON: '\\' is followed by 'x'"),
    RefusedText("[\"a\\u12G4\"]", 1, 4, "four hexadecimal digits"),
    RefusedText("[\"a\\u12", 1, 4, "four hexadecimal digits"),
    RefusedText("[\"a\\uD800\"]", 1, 4, "a lone surrogate: \\uD800"),
    RefusedText("[\"a\\uDC00\"]", 1, 4, "a lone surrogate: \\uDC00"),
    RefusedText("[\"a\\uD800\\n\"]", 1, 4, "a lone surrogate"),
    RefusedText("[\"a\\uD800\\u0041\"]", 1, 4, "a lone surrogate"),
    RefusedText("[\"\\u0041\\uD800\\uD800\"]", 1, 9, "a lone surrogate"),
    RefusedText("{\"a\\uD800\":1}", 1, 4, "a lone surrogate"),
    RefusedText("[\"\\/\n\"]", 1, 5, "write it as \\n"),
    RefusedText("[\"\\/abc", 1, 2, "the string is not closed"),
    .inString([0x80], "a continuation byte without its lead"),
    .inString([0xC0, 0xAF], "an overlong form"),
    .inString([0xE0, 0x80, 0xAF], "an overlong form"),
    .inString([0xF0, 0x80, 0x80, 0xAF], "an overlong form"),
    .inString([0xED, 0xA0, 0x80], "an encoded surrogate"),
    .inString([0xF4, 0x90, 0x80, 0x80], "above U+10FFFF"),
    .inString([0xF5, 0x80, 0x80, 0x80], "above U+10FFFF"),
    .inString([0xFF], "never occurs"),
    .inString([0xE2, 0x82], "cut short"),
    .inString([0xF0, 0x9F, 0x98], "cut short"),
    RefusedText(Array("[\"a".utf8) + [0xE2, 0x82], 1, 4, "cut short"),
  ]

  static let otherKinds: [RefusedText] = [
    RefusedText([0xEF, 0xBB, 0xBF] + Array("{}".utf8), 1, 1, "byte order mark"),
    RefusedText([0xFF, 0xFE, 0x7B, 0x00], 1, 1, "UTF-16"),
    RefusedText([0xFE, 0xFF, 0x00, 0x7B], 1, 1, "UTF-16"),
    RefusedText([0x7B, 0x00, 0x7D, 0x00], 1, 2, "UTF-16"),
    RefusedText([0x00, 0x7B, 0x00, 0x7D], 1, 1, "UTF-16"),
    RefusedText(Array("[1".utf8) + [0x00] + Array("]".utf8), 1, 3, "NUL byte"),
    RefusedText(Array("{}".utf8) + [0x00], 1, 3, "NUL byte"),
    RefusedText("<!DOCTYPE html>", 1, 1, "an HTML or XML page"),
    RefusedText("\n <html>", 2, 2, "an HTML or XML page"),
    RefusedText("<<<<<<< HEAD\n{}", 1, 1, "markers of a merge conflict ('<<<<<<<')"),
    RefusedText("{\n<<<<<<< HEAD\n\"a\":1\n", 2, 1, "markers of a merge conflict"),
    RefusedText("{\n\"a\":1,\n<<<<<<< HEAD\n", 3, 1, "markers of a merge conflict"),
    RefusedText("{\n\"a\":1\n=======\n", 3, 1, "markers of a merge conflict ('=======')"),
    RefusedText("{}\n>>>>>>> branch", 2, 1, "markers of a merge conflict ('>>>>>>>')"),
  ]

  static let all = structure + lines + numbers + strings + otherKinds
}

@Suite("Syntax errors")
struct SyntaxErrorTests {
  @Test("refused, with place and message", arguments: RefusedText.all)
  func refuse(_ text: RefusedText) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text.bytes) }
    #expect(error.position.line == text.line && error.position.column == text.column, "\(error)")
    #expect(error.message.contains(text.message), "\(error.message)")
    #expect(error.position == SourceFile(path: "", bytes: text.bytes).position(at: error.position.offset))
  }

  @Test("refused wherever it stands against the words of eight bytes")
  func alignments() throws {
    for text in RefusedText.strings + RefusedText.numbers {
      for shift in 0..<17 {
        let bytes = [UInt8](repeating: 0x20, count: shift) + text.bytes
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
        #expect(error.position.column == text.column + shift && error.message.contains(text.message))
      }
    }
  }

  @Test("a string with the look of a conflict marker is fine")
  func marker() throws {
    let document = try JSONDocument(parsing: Array("[\"<<<<<<< HEAD\",\"=======\"]".utf8))
    #expect(document.root.count == 2)
  }

  @Test("depth is bounded, and any depth is safe")
  func depth() throws {
    let most = JSONDocument.maximumDepth
    #expect(most == 1024)
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inside = Array((String(repeating: open, count: most) + "1" + String(repeating: close, count: most)).utf8)
      let document = try JSONDocument(parsing: inside)
      #expect(CanonicalWriter.write(document, indent: 0) == inside)
      #expect(LosslessComparison.areEqual(document.root, document.root))
      let again = try JSONDocument(parsing: CanonicalWriter.write(document, indent: 2))
      #expect(CanonicalWriter.write(again, indent: 0) == inside)
      let error = try #require(throws: JSONSyntaxError.self) {
        try JSONDocument(parsing: Array((open + String(decoding: inside, as: UTF8.self) + close).utf8))
      }
      #expect(error.message.contains("1024") && error.position.offset == most * open.utf8.count)
      for count in [100_000, 1_000_000] {
        #expect(throws: JSONSyntaxError.self) {
          try JSONDocument(parsing: Array(String(repeating: open, count: count).utf8))
        }
      }
    }
  }
}
