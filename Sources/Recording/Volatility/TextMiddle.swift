internal import Diagnostics

/// What every run's text begins and ends with, up to a border of words, and what differs between.
struct TextMiddle {
  /// What every run begins with.
  let before: String
  /// What stands between, in each run; never empty, and without white space.
  let texts: [String]
  /// What every run ends with.
  let after: String

  /// The middle of texts of which two at least differ; nil where it has white space.
  init?(_ texts: [String]) {
    let runs = texts.map { Array($0.utf8) }
    let shortest = runs.map(\.count).min() ?? 0
    var start = (0..<shortest).first { index in runs.contains { $0[index] != runs[0][index] } } ?? shortest
    while start > 0, !Self.isBorder(runs[0], start - 1), !Self.isAssignment(runs, start - 1) { start -= 1 }
    var end =
      (0..<(shortest - start)).first { index in
        runs.contains { $0[$0.count - 1 - index] != runs[0][runs[0].count - 1 - index] }
      } ?? (shortest - start)
    while end > 0, !Self.isBorder(runs[0], runs[0].count - end) { end -= 1 }
    let middles = runs.map { $0[start..<($0.count - end)] }
    guard middles.allSatisfy({ !$0.isEmpty && !$0.contains(where: { $0 <= 0x20 }) }) else { return nil }
    before = String(decoding: runs[0][..<start], as: UTF8.self)
    after = String(decoding: runs[0][(runs[0].count - end)...], as: UTF8.self)
    self.texts = middles.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isBorder(_ bytes: [UInt8], _ index: Int) -> Bool {
    !ValueFormat.isWordByte(bytes[index]) && bytes[index] < 0x80 && !"%+/=.".utf8.contains(bytes[index])
  }

  /// Whether an equals sign gives a value, and is no padding.
  private static func isAssignment(_ runs: [[UInt8]], _ index: Int) -> Bool {
    runs.allSatisfy { $0[index] == UInt8(ascii: "=") && index + 1 < $0.count && $0[index + 1] != UInt8(ascii: "=") }
  }

  /// Whether it is base64 with what is no part of a word, or percent-encoded, in a run at least.
  var isCode: Bool {
    if unescaped.map({ ValueFormat(of: $0.texts) != .text }) ?? false { return true }
    guard texts.contains(where: { $0.utf8.contains { "+/=.".utf8.contains($0) } }) else { return false }
    let runs = texts.map { Array($0.utf8) }
    return ValueFormat.isBase64Column(runs) || ValueFormat.isSignColumn(runs)
  }

  /// What percent-encoding says, and what it leaves as it is; nil where no run has an escape, or one that no rule makes.
  var unescaped: (texts: [String], kept: String)? {
    guard texts.contains(where: { $0.contains("%") }) else { return nil }
    let decoded = texts.map { PercentEncoding.decode($0) }
    let kept = ["", "/", "/:", ":", "=", "/+:=@,"].first { kept in
      zip(decoded, texts).allSatisfy { PercentEncoding.encode($0, keeping: kept) == $1 }
    }
    return kept.map { (decoded, $0) }
  }
}
