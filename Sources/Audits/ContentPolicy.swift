internal import Diagnostics
internal import JSONText
internal import Verification
internal import Workspace

/// Keeps keys and texts out of the fixtures that a team has forbidden, such as prices and upgrade links.
struct ContentPolicy {
  /// Key names, ASCII case aside; `*` stands for any characters.
  let keys: [String]
  /// Texts that no string may hold, ASCII case aside.
  let texts: [String]
  let fixtures: FixtureSet

  func findings() -> [Finding] {
    guard !keys.isEmpty || !texts.isEmpty else { return [] }
    var findings = FindingList()
    let globs = keys.map { (pattern: $0, glob: Glob(Self.folded($0))) }
    let needles = texts.map { (text: $0, folded: Self.folded($0)) }
    // One edit in a list of a hundred is one finding.
    var told: Set<[String]> = []
    FixtureWalk(fixtures: fixtures).visit { found in
      var place = found.place
      place.pointer = place.pointer?.generalized
      func report(_ rule: RuleID, _ pattern: String, _ message: String, _ help: String) {
        guard told.insert([found.entry.title, pattern, place.description]).inserted else { return }
        findings.report(Finding(rule, .error, message, help: help, at: place))
      }
      if let text = found.text {
        let folded = Self.folded(text)
        for needle in needles where folded.contains(needle.folded) {
          report(
            AuditRules.forbiddenText, needle.text, "a text holds '\(needle.text)', which the content policy forbids",
            "take it out of the server's answer and run 'assay record'")
        }
      } else {
        for (pattern, glob) in globs where glob.matches(Self.folded(found.key)) {
          report(
            AuditRules.forbiddenKey, pattern,
            "the content policy forbids the key '\(found.key)'" + (pattern == found.key ? "" : " ('\(pattern)')"),
            "take it out of the server's answer and run 'assay record'")
        }
      }
    }
    return findings.all
  }

  private static func folded(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
