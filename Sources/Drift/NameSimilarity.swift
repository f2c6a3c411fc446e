/// How alike two property names are.
enum NameSimilarity: Int, Comparable {
  /// Nothing in common.
  case none
  /// They share a word, or one is in the other, or few letters differ.
  case similar
  /// They differ only in case and separators.
  case spelling

  init(_ a: String, _ b: String) {
    let left = Self.folded(a)
    let right = Self.folded(b)
    if left == right {
      self = .spelling
    } else if Self.contains(left, right) || Self.contains(right, left) || Self.sharesWord(a, b)
      || Self.distance(left, right) <= max(1, min(left.count, right.count) / 3)
    {
      self = .similar
    } else {
      self = .none
    }
  }

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Lower case, without separators.
  static func folded(_ name: String) -> [UInt8] {
    name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
      .map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count >= 3, part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
  }

  /// Whether the names share a word that says something.
  private static func sharesWord(_ a: String, _ b: String) -> Bool {
    let common: Set<String> = ["the", "and", "for", "has", "ids", "url"]
    return !words(a).intersection(words(b)).subtracting(common).filter { $0.utf8.count >= 3 }.isEmpty
  }

  private static func words(_ name: String) -> Set<String> {
    var words: Set<String> = []
    var current: [UInt8] = []
    func end() {
      if !current.isEmpty { words.insert(String(decoding: current, as: UTF8.self)) }
      current = []
    }
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"): end()
      case 0x41...0x5A:
        end()
        current.append(byte | 0x20)
      default: current.append(byte)
      }
    }
    end()
    return words
  }

  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard a.count <= 200, b.count <= 200 else { return .max }
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
