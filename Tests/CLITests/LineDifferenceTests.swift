import Testing

@testable import AssayCLI

@Suite struct LineDifferenceTests {
  @Test func aChangeShowsWithItsContext() {
    let old = (1...12).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 6\n", with: "line six\nline six and a half\n")
    #expect(
      LineDifference.unified(old: old, new: new, path: "x.swift") == """
        --- a/x.swift
        +++ b/x.swift
        @@ -3,7 +3,8 @@
         line 3
         line 4
         line 5
        -line 6
        +line six
        +line six and a half
         line 7
         line 8
         line 9

        """)
  }

  @Test func equalTextsDifferInNothing() {
    #expect(LineDifference.unified(old: "a\n", new: "a\n", path: "x") == "")
  }

  @Test func aNewFileIsAllAdditions() {
    #expect(LineDifference.unified(old: "", new: "a\nb\n", path: "x") == "--- a/x\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n")
  }

  /// Whatever the texts, the difference must turn the old one into the new one.
  @Test func applyingADifferenceGivesTheNewText() {
    var state: UInt64 = 42
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<300 {
      let old = (0..<next(12)).map { _ in "\(next(4))\n" }.joined()
      let new = (0..<next(12)).map { _ in "\(next(4))\n" }.joined()
      let difference = LineDifference.unified(old: old, new: new, path: "x")
      #expect(Self.apply(difference, to: old) == new, "\(old.debugDescription) \(new.debugDescription)")
    }
  }

  private static func apply(_ difference: String, to old: String) -> String {
    var lines = old.split(separator: "\n").map(String.init)
    var offset = 0
    var cursor = 0
    for row in difference.split(separator: "\n").dropFirst(2) {
      if row.hasPrefix("@@") {
        let start = Int(row.dropFirst(4).prefix { $0 != "," }) ?? 0
        cursor = max(start - 1, 0) + offset
      } else if row.hasPrefix("+") {
        lines.insert(String(row.dropFirst()), at: cursor)
        cursor += 1
        offset += 1
      } else if row.hasPrefix("-") {
        lines.remove(at: cursor)
        offset -= 1
      } else {
        cursor += 1
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
