import Diagnostics
import Testing

/// Goldens of the excerpt: the source marks its span with `⟦` and `⟧`.
@Suite struct TextRendererTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let source: String
    let expected: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a word", source: "interface A {\n  coins: ⟦bigint⟧;\n}\n",
      expected: """
        a.ts:2:10: error: wrong [x/y]
         2 |   coins: bigint;
           |          ^^^^^^ help: mend it

        """),
    Case(
      testDescription: "CRLF", source: "a\r\n⟦bc⟧\r\nd",
      expected: """
        a.ts:2:1: error: wrong [x/y]
         2 | bc
           | ^^ help: mend it

        """),
    Case(
      testDescription: "tabs stay tabs", source: "\t\tx\t⟦yy⟧ z",
      expected: "a.ts:1:5: error: wrong [x/y]\n 1 | \t\tx\tyy z\n   | \t\t \t^^ help: mend it\n"),
    Case(
      testDescription: "accents and marks take one column", source: "é e\u{301} ⟦ñ⟧",
      expected: "a.ts:1:8: error: wrong [x/y]\n 1 | é e\u{301} ñ\n   |     ^ help: mend it\n"),
    Case(
      testDescription: "wide characters take two columns", source: "名前: ⟦日本⟧ 😀",
      expected: "a.ts:1:9: error: wrong [x/y]\n 1 | 名前: 日本 😀\n   |       ^^^^ help: mend it\n"),
    Case(
      testDescription: "a byte order mark takes none", source: "\u{FEFF}ab ⟦cd⟧",
      expected: "a.ts:1:7: error: wrong [x/y]\n 1 | ab cd\n   |    ^^ help: mend it\n"),
    Case(
      testDescription: "an empty span at the end of the line", source: "{ \"a\": 1⟦⟧\n",
      expected: "a.ts:1:9: error: wrong [x/y]\n 1 | { \"a\": 1\n   |         ^ help: mend it\n"),
    Case(
      testDescription: "at the end of the file", source: "a\n⟦⟧",
      expected: "a.ts:2:1: error: wrong [x/y]\n 2 | \n   | ^ help: mend it\n"),
    Case(
      testDescription: "several lines are marked to the end of the first", source: "a ⟦b c\nd⟧ e",
      expected: "a.ts:1:3: error: wrong [x/y]\n 1 | a b c\n   |   ^^^ help: mend it\n"),
    Case(
      testDescription: "the gutter fits the number", source: String(repeating: "\n", count: 99) + "⟦x⟧",
      expected: "a.ts:100:1: error: wrong [x/y]\n 100 | x\n     | ^ help: mend it\n"),
    Case(
      testDescription: "escape sequences do not reach the terminal", source: "\u{1B}[31m ⟦\u{7}x⟧ \u{202E}y",
      expected: "a.ts:1:7: error: wrong [x/y]\n 1 | \u{FFFD}[31m \u{FFFD}x \u{FFFD}y\n   |       ^^ help: mend it\n"),
    Case(
      testDescription: "a long line is cut around the caret",
      source: String(repeating: "a", count: 500) + "⟦bb⟧" + String(repeating: "c", count: 500),
      expected: "a.ts:1:501: error: wrong [x/y]\n 1 | …" + String(repeating: "a", count: 59) + "bb"
        + String(repeating: "c", count: 97) + "…\n   | " + String(repeating: " ", count: 60) + "^^ help: mend it\n"),
    Case(
      testDescription: "a long span is cut", source: "x = ⟦" + String(repeating: "日", count: 300) + "⟧;",
      expected: "a.ts:1:5: error: wrong [x/y]\n 1 | x = " + String(repeating: "日", count: 99) + "…\n   |     "
        + String(repeating: "^", count: 199) + " help: mend it\n"),
  ]

  @Test(arguments: cases) func excerpt(_ testCase: Case) throws {
    let parts = testCase.source.split(separator: "⟦", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let inner = parts[1].split(separator: "⟧", omittingEmptySubsequences: false)
    try #require(inner.count == 2)
    let file = SourceFile(path: "a.ts", text: String(parts[0]) + inner[0] + inner[1])
    let span = SourceSpan(
      file: file, start: parts[0].utf8.count, end: parts[0].utf8.count + inner[0].utf8.count)
    let finding = Finding("x/y", .error, "wrong", help: "mend it", at: Place(span: span))
    #expect(TextRenderer(secrets: SecretRegistry()).render(finding) == testCase.expected)
  }

  @Test func invalidUTF8KeepsItsPlace() {
    let file = SourceFile(path: "a.json", bytes: [0x22, 0xFF, 0xFE, 0x22, 0x78, 0x0A])
    let finding = Finding("x/y", .error, "wrong", at: Place(span: SourceSpan(file: file, start: 4, end: 5)))
    #expect(
      TextRenderer(secrets: SecretRegistry()).render(finding)
        == "a.json:1:5: error: wrong [x/y]\n 1 | \"\u{FFFD}\u{FFFD}\"x\n   |     ^\n")
  }

  @Test func placesNotesAndColor() {
    let file = SourceFile(path: "types/a.ts", text: "one\ntwo\n")
    var finding = Finding(
      "decode/missing-field", .warning, "a field is missing", help: "record again",
      at: Place(route: "guilds.show", file: "fixtures/guilds.show/a.json", pointer: JSONPointer(tokens: ["a", "0"])),
      notes: [
        FindingNote("declared here", at: Place(span: SourceSpan(file: file, start: 4, end: 7))),
        FindingNote("and so on"),
      ])
    finding.morePlaces = [Place(route: "guilds.list", pointer: JSONPointer())]
    let expected = """
      guilds.show fixtures/guilds.show/a.json /a/0: warning: a field is missing [decode/missing-field]
        help: record again
        also: guilds.list (whole document)
        note: types/a.ts:2:1: declared here
       2 | two
         | ^^^
        note: and so on

      """
    #expect(TextRenderer(secrets: SecretRegistry()).render(finding) == expected)
    #expect(
      TextRenderer(usesColor: true, secrets: SecretRegistry()).render(finding).contains(
        "\u{1B}[1;33mwarning\u{1B}[0m: "))
    #expect(TextRenderer(secrets: SecretRegistry()).render(Finding("a/b", .note, "fact")) == "note: fact [a/b]\n")
  }
}
