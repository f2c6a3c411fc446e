import Diagnostics
import Testing

@Suite struct SourceFileTests {
  struct PositionCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// Offset, line and column that belong together.
    let places: [(offset: Int, line: Int, column: Int)]
    /// Each line without its end.
    let lines: [String]
  }

  static let cases: [PositionCase] = [
    PositionCase(
      testDescription: "empty", text: "", places: [(0, 1, 1), (9, 1, 1), (-1, 1, 1)].map { ($0.0, $0.1, $0.2) },
      lines: [""]),
    PositionCase(
      testDescription: "LF", text: "ab\nc\n", places: [(0, 1, 1), (2, 1, 3), (3, 2, 1), (4, 2, 2), (5, 3, 1)],
      lines: ["ab", "c", ""]),
    PositionCase(
      testDescription: "CRLF", text: "ab\r\nc\r\n",
      places: [(2, 1, 3), (3, 1, 4), (4, 2, 1), (5, 2, 2), (7, 3, 1)], lines: ["ab", "c", ""]),
    PositionCase(
      testDescription: "lone CR", text: "ab\rc\r\rd", places: [(2, 1, 3), (3, 2, 1), (5, 3, 1), (6, 4, 1)],
      lines: ["ab", "c", "", "d"]),
    PositionCase(
      testDescription: "mixed line ends", text: "a\r\n\nb\rc\n\r",
      places: [(3, 2, 1), (4, 3, 1), (6, 4, 1), (8, 5, 1)],
      lines: ["a", "", "b", "c", "", ""]),
    PositionCase(
      testDescription: "a tab is one byte", text: "\tx\n\t\ty", places: [(1, 1, 2), (3, 2, 1), (5, 2, 3)],
      lines: ["\tx", "\t\ty"]),
    PositionCase(
      testDescription: "columns are bytes, not characters", text: "é😀x\nñ", places: [(2, 1, 3), (6, 1, 7), (8, 2, 1)],
      lines: ["é😀x", "ñ"]),
    PositionCase(
      testDescription: "line separators of Unicode end no line", text: "a\u{2028}b\u{85}c", places: [(4, 1, 5)],
      lines: ["a\u{2028}b\u{85}c"]),
  ]

  @Test(arguments: cases) func positions(_ testCase: PositionCase) {
    let file = SourceFile(path: "a.ts", text: testCase.text)
    for place in testCase.places {
      let position = file.position(at: place.offset)
      #expect(position.line == place.line, "offset \(place.offset)")
      #expect(position.column == place.column, "offset \(place.offset)")
    }
    let lines = (1...testCase.lines.count).map { file.line($0) }
    #expect(lines == testCase.lines)
    #expect(file.line(testCase.lines.count + 1) == nil)
    #expect(file.line(0) == nil)
  }

  @Test func spansAreClampedAndDescribed() {
    let file = SourceFile(path: "types/a.ts", text: "ab\ncdef\n")
    let span = SourceSpan(file: file, start: 4, end: 6)
    #expect(span.description == "types/a.ts:2:2")
    #expect(span.text == "de")
    #expect(span.union(SourceSpan(file: file, start: 1, end: 2)).text == "b\ncde")
    #expect(SourceSpan(file: file, start: 5, end: 2).end == 5)
    #expect(SourceSpan(file: file, start: 6, end: 99).text == "f\n")
    #expect(SourceSpan(file: file, start: 99, end: 120).text.isEmpty)
  }

  @Test func spansSortByPathBytesThenOffsets() {
    let upper = SourceFile(path: "Z.ts", text: "abc")
    let lower = SourceFile(path: "a.ts", text: "abc")
    let accent = SourceFile(path: "é.ts", text: "abc")
    let sorted = [
      SourceSpan(file: accent, start: 0, end: 1), SourceSpan(file: lower, start: 1, end: 2),
      SourceSpan(file: lower, start: 0, end: 3), SourceSpan(file: lower, start: 0, end: 1),
      SourceSpan(file: upper, start: 2, end: 3),
    ].sorted()
    #expect(
      sorted.map { "\($0.file.path) \($0.start) \($0.end)" } == [
        "Z.ts 2 3", "a.ts 0 1", "a.ts 0 3", "a.ts 1 2", "é.ts 0 1",
      ])
  }
}
