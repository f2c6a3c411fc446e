import Diagnostics

extension Report {
  /// Places of one note that people are shown.
  private static let shownPlaces = 3

  /// The findings as people read them: equal notes are one, with the first of its places and the number of the others.
  ///
  /// What fails the run is never folded: each of its places is to be mended. Formats for programs keep everything.
  var foldedFindings: [Finding] {
    var folded: [Finding] = []
    var indices: [Identity: Int] = [:]
    for finding in findings {
      guard finding.severity == .note, finding.standing == .counts, !finding.fails(summary.threshold) else {
        folded.append(finding)
        continue
      }
      let identity = Identity(rule: finding.rule, message: finding.message, help: finding.help)
      if let index = indices[identity] {
        folded[index].morePlaces += [finding.place] + finding.morePlaces
      } else {
        indices[identity] = folded.count
        folded.append(finding)
      }
    }
    for index in indices.values { folded[index].cutPlaces(to: Self.shownPlaces) }
    return folded
  }

  private struct Identity: Hashable {
    let rule: RuleID
    let message: String
    let help: String?
  }
}

extension Finding {
  fileprivate mutating func cutPlaces(to count: Int) {
    let rest = morePlaces.count + 1 - count
    guard rest > 0 else { return }
    morePlaces = Array(morePlaces.prefix(count - 1))
    notes.append(FindingNote("\(morePlaces.count + 1 + rest) places in all; --format json lists the other \(rest)"))
  }
}
