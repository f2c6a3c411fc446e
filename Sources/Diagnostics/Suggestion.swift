/// Finds the name that was probably meant.
public enum Suggestion {
  /// Words longer than this many characters were not misspelt by hand.
  private static let maximumLength = 128

  /// The candidate nearest to a misspelt word, when it is near enough to be meant; ties go to the first in byte order.
  ///
  /// Near is at most one slip in three characters, upper and lower case taken as equal: a character added, left out,
  /// replaced, or exchanged with its neighbour.
  /// - Complexity: O(candidates × word²); words that are too long for a name have no neighbour.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased())
    guard letters.count <= maximumLength else { return nil }
    let limit = max(1, letters.count / 3)
    var best: (distance: Int, name: String)?
    for candidate in candidates.sorted(by: { $0.precedesByBytes($1) }) {
      let other = Array(candidate.lowercased())
      guard abs(other.count - letters.count) <= limit else { continue }
      let distance = distance(letters, other)
      // A word that shares no character with the candidate is not a slip of it.
      guard distance <= limit, distance < max(letters.count, other.count) else { continue }
      if distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.name
  }

  /// The optimal string alignment distance.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for row in a.indices {
      var current = [row + 1]
      for column in b.indices {
        var cost = min(
          previous[column] + (a[row] == b[column] ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[b.count]
  }
}
