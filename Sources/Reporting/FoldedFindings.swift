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
    var counts: [Int: Int] = [:]
    for finding in findings {
      guard finding.severity == .note, finding.standing == .counts, !finding.fails(summary.threshold) else {
        folded.append(finding)
        continue
      }
      let identity = Identity(rule: finding.rule, message: finding.message, help: finding.help)
      let index = indices[identity] ?? folded.count
      counts[index, default: 0] += 1 + finding.morePlaces.count
      if index == folded.count {
        indices[identity] = index
        folded.append(finding)
      } else {
        folded[index].morePlaces += [finding.place] + finding.morePlaces
      }
    }
    for (index, count) in counts { folded[index].cutPlaces(to: Self.shownPlaces, of: count) }
    return folded
  }

  private struct Identity: Hashable {
    let rule: RuleID
    let message: String
    let help: String?
  }
}

extension Finding {
  /// Leaves the first places, each once.
  ///
  /// - Parameter count: How often the note was made.
  fileprivate mutating func cutPlaces(to limit: Int, of count: Int) {
    var seen: Set<Place> = [place]
    let distinct = morePlaces.filter { seen.insert($0).inserted }
    morePlaces = Array(distinct.prefix(limit - 1))
    if count > morePlaces.count + 1 { notes.append(FindingNote("\(count) times in all; --format json lists each")) }
  }
}
