import Diagnostics
import Testing

@Suite struct JSONPointerTests {
  /// RFC 6901 section 5, and the tokens that each pointer has.
  static let vectors: [(text: String, tokens: [String])] = [
    ("", []), ("/foo", ["foo"]), ("/foo/0", ["foo", "0"]), ("/", [""]), ("/a~1b", ["a/b"]), ("/c%d", ["c%d"]),
    ("/e^f", ["e^f"]), ("/g|h", ["g|h"]), ("/i\\j", ["i\\j"]), ("/k\"l", ["k\"l"]), ("/ ", [" "]), ("/m~0n", ["m~n"]),
    ("/~01", ["~1"]), ("/a//b", ["a", "", "b"]), ("/a/", ["a", ""]), ("/é/😀", ["é", "😀"]),
  ]

  @Test(arguments: vectors) func textAndTokens(_ vector: (text: String, tokens: [String])) {
    #expect(JSONPointer(text: vector.text)?.tokens == vector.tokens)
    #expect(JSONPointer(tokens: vector.tokens).description == vector.text)
  }

  @Test(arguments: ["foo", "#/foo", "/a~", "/a~2b", "/~", " /a"]) func whatIsNoPointer(_ text: String) {
    #expect(JSONPointer(text: text) == nil)
  }

  @Test func tokensAreAppended() {
    #expect(JSONPointer().appending("a/b").appending(3).description == "/a~1b/3")
  }

  @Test func equalityIsByBytes() {
    let composed = JSONPointer(tokens: ["\u{E9}"])
    let decomposed = JSONPointer(tokens: ["e\u{301}"])
    #expect(composed != decomposed)
    #expect(composed < decomposed || decomposed < composed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  /// In order; each pair is checked both ways, so that a circle cannot hide.
  static let ordered = [
    "", "/0", "/0/a", "/2", "/9", "/10", "/100000000000000000000", "/100000000000000000001", "/", "/+1", "/-1", "/007",
    "/1a", "/Z", "/a", "/a/0", "/a/b", "/a/b/c", "/aa", "/é",
  ].compactMap { JSONPointer(text: $0) }

  @Test func orderIsTotal() {
    #expect(Self.ordered.count == 20)
    for (first, left) in Self.ordered.enumerated() {
      for (second, right) in Self.ordered.enumerated() {
        #expect((left < right) == (first < second), "\(left) against \(right)")
      }
    }
    #expect(Self.ordered.reversed().sorted() == Self.ordered)
  }

  @Test(arguments: [
    ("/guilds/0/members/12/name", "/guilds/*/members/*/name"), ("/counts/2024", "/counts/*"), ("/a/-1", "/a/-1"),
    ("/a/+1", "/a/+1"), ("/a/007", "/a/007"), ("/a/99999999999999999999", "/a/*"), ("", ""),
  ]) func indicesAreGeneralized(_ text: String, _ expected: String) {
    #expect(JSONPointer(text: text)?.generalized.description == expected)
  }
}
