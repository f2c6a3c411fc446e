import Diagnostics
import Testing

@Suite struct SuggestionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let word: String
    let candidates: [String]
    let expected: String?
    var testDescription: String { "\(word.prefix(20)) among \(candidates.prefix(3))" }
  }

  static let cases: [Case] = [
    Case(word: "enviroments", candidates: ["environments", "sources"], expected: "environments"),
    Case(word: "baesURL", candidates: ["baseURL", "guard"], expected: "baseURL"),
    Case(word: "kidn", candidates: ["kind", "include"], expected: "kind"),
    Case(word: "READONLY", candidates: ["readOnly"], expected: "readOnly"),
    Case(word: "ab", candidates: ["xy"], expected: nil),
    Case(word: "x", candidates: ["y"], expected: nil),
    Case(word: "timeouts", candidates: ["perturb", "url"], expected: nil),
    Case(word: "cot", candidates: ["cut", "cat"], expected: "cat"),
    Case(word: "", candidates: ["a"], expected: nil),
    Case(word: "a", candidates: [], expected: nil),
    Case(
      word: String(repeating: "a", count: 1 << 16), candidates: [String(repeating: "a", count: 1 << 16)], expected: nil),
  ]

  @Test(arguments: cases) func nearest(_ testCase: Case) {
    #expect(Suggestion.nearest(to: testCase.word, among: testCase.candidates) == testCase.expected)
    #expect(Suggestion.nearest(to: testCase.word, among: testCase.candidates.reversed()) == testCase.expected)
  }
}
