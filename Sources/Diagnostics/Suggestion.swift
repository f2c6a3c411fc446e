/// Finds the name that was probably meant.
public enum Suggestion {
  /// The candidate nearest to a misspelt word, when it is near enough to be meant; ties go to the first in byte order.
  ///
  /// - Complexity: O(candidates × word²).
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, word.count / 3)
    var best: (distance: Int, name: String)?
    for candidate in candidates.sorted(by: { $0.precedesByBytes($1) }) {
      let distance = distance(Array(word.lowercased()), Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.name
  }

  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var previous = Array(0...b.count)
    for (row, left) in a.enumerated() {
      var current = [row + 1]
      for (column, right) in b.enumerated() {
        current.append(min(previous[column] + (left == right ? 0 : 1), previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[b.count]
  }
}
