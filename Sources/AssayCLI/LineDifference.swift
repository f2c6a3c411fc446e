/// The difference of two texts, line by line, in the unified form.
enum LineDifference {
  private enum Edit: Equatable {
    case keep(Int, Int)
    case remove(Int)
    case add(Int)
  }

  /// Lines of context around a change.
  private static let context = 3
  /// Where more lines than this differ, the whole is shown as replaced: the search is quadratic in the difference.
  private static let maximumCost = 2000

  /// The unified difference; empty when the texts are equal.
  ///
  /// - Complexity: O(lines × differing lines), bounded.
  static func unified(old: String, new: String, path: String) -> String {
    guard !old.utf8.elementsEqual(new.utf8) else { return "" }
    let left = lines(old)
    let right = lines(new)
    let edits = edits(left, right)
    var text = "--- a/\(path)\n+++ b/\(path)\n"
    for hunk in hunks(edits) { text += render(hunk, left, right) }
    return text
  }

  private static func lines(_ text: String) -> [Substring.UTF8View] {
    var parts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts.map { Substring($0).utf8 }
  }

  private static func edits(_ left: [Substring.UTF8View], _ right: [Substring.UTF8View]) -> [Edit] {
    var start = 0
    while start < left.count, start < right.count, left[start].elementsEqual(right[start]) { start += 1 }
    var end = 0
    while end < left.count - start, end < right.count - start,
      left[left.count - 1 - end].elementsEqual(right[right.count - 1 - end])
    {
      end += 1
    }
    let middle = shortest(left[start..<left.count - end], right[start..<right.count - end])
    return (0..<start).map { .keep($0, $0) } + middle
      + (0..<end).map { .keep(left.count - end + $0, right.count - end + $0) }
  }

  /// Myers' greedy search, forward, with the frontier of each step kept for the way back.
  private static func shortest(
    _ left: ArraySlice<Substring.UTF8View>, _ right: ArraySlice<Substring.UTF8View>
  ) -> [Edit] {
    let replaced = left.indices.map { Edit.remove($0) } + right.indices.map { Edit.add($0) }
    let limit = min(left.count + right.count, maximumCost)
    guard !left.isEmpty, !right.isEmpty else { return replaced }
    var frontier = [Int](repeating: 0, count: 2 * limit + 3)
    var history: [[Int]] = []
    let offset = limit + 1
    for cost in 0...limit {
      history.append(frontier)
      for diagonal in stride(from: -cost, through: cost, by: 2) {
        let goesDown =
          diagonal == -cost || diagonal != cost && frontier[offset + diagonal - 1] < frontier[offset + diagonal + 1]
        var x = goesDown ? frontier[offset + diagonal + 1] : frontier[offset + diagonal - 1] + 1
        var y = x - diagonal
        while x < left.count, y < right.count,
          left[left.startIndex + x].elementsEqual(right[right.startIndex + y])
        {
          x += 1
          y += 1
        }
        frontier[offset + diagonal] = x
        if x >= left.count, y >= right.count { return walkBack(history, offset, left, right) }
      }
    }
    return replaced
  }

  private static func walkBack(
    _ history: [[Int]], _ offset: Int, _ left: ArraySlice<Substring.UTF8View>, _ right: ArraySlice<Substring.UTF8View>
  ) -> [Edit] {
    var x = left.count
    var y = right.count
    var edits: [Edit] = []
    for cost in stride(from: history.count - 1, through: 0, by: -1) {
      let frontier = history[cost]
      let diagonal = x - y
      let goesDown =
        diagonal == -cost || diagonal != cost && frontier[offset + diagonal - 1] < frontier[offset + diagonal + 1]
      let previous = goesDown ? diagonal + 1 : diagonal - 1
      let fromX = cost == 0 ? 0 : frontier[offset + previous]
      let fromY = cost == 0 ? 0 : fromX - previous
      while x > fromX, y > fromY {
        x -= 1
        y -= 1
        edits.append(.keep(left.startIndex + x, right.startIndex + y))
      }
      guard cost > 0 else { break }
      if goesDown {
        y -= 1
        edits.append(.add(right.startIndex + y))
      } else {
        x -= 1
        edits.append(.remove(left.startIndex + x))
      }
    }
    return edits.reversed()
  }

  private static func hunks(_ edits: [Edit]) -> [ArraySlice<Edit>] {
    let changes = edits.indices.filter { if case .keep = edits[$0] { false } else { true } }
    var hunks: [ArraySlice<Edit>] = []
    for change in changes {
      let start = max(change - context, 0)
      let end = min(change + context + 1, edits.count)
      if let last = hunks.last, start <= last.endIndex {
        hunks[hunks.count - 1] = edits[last.startIndex..<end]
      } else {
        hunks.append(edits[start..<end])
      }
    }
    return hunks
  }

  private static func render(
    _ hunk: ArraySlice<Edit>, _ left: [Substring.UTF8View], _ right: [Substring.UTF8View]
  ) -> String {
    var text = ""
    var leftLines: [Int] = []
    var rightLines: [Int] = []
    for edit in hunk {
      switch edit {
      case .keep(let old, let new):
        leftLines.append(old)
        rightLines.append(new)
        text += " \(Substring(left[old]))\n"
      case .remove(let old):
        leftLines.append(old)
        text += "-\(Substring(left[old]))\n"
      case .add(let new):
        rightLines.append(new)
        text += "+\(Substring(right[new]))\n"
      }
    }
    return "@@ -\(range(leftLines)) +\(range(rightLines)) @@\n" + text
  }

  private static func range(_ lines: [Int]) -> String { "\(lines.first.map { $0 + 1 } ?? 0),\(lines.count)" }
}
