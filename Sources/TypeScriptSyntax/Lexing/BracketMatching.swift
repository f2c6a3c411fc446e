/// Finds for each opening token the one that closes it.
///
/// A closer of another kind than the innermost opener closes the nearest opener of its own kind, and the openers
/// between stay unclosed; a closer without any opener is stray.
///
/// - Complexity: O(tokens).
enum BracketMatching {
  /// Sets `match` of each opener; returns the first token that has no partner, by index.
  static func match(_ tokens: inout [Token]) -> Int? {
    var open: [Int] = []
    var counts = [0, 0, 0, 0]
    var firstUnmatched: Int?
    func note(_ index: Int) { firstUnmatched = min(firstUnmatched ?? index, index) }
    for index in tokens.indices {
      let kind = tokens[index].kind
      if kind.isCloser {
        let family = family(of: kind)
        if counts[family] == 0 {
          note(index)
        } else {
          while let opener = open.popLast() {
            let openerFamily = Self.family(of: tokens[opener].kind)
            counts[openerFamily] -= 1
            if openerFamily == family {
              tokens[opener].match = index
              break
            }
            note(opener)
          }
        }
      }
      if kind.isOpener {
        open.append(index)
        counts[family(of: kind)] += 1
      }
    }
    for opener in open { note(opener) }
    return firstUnmatched
  }

  private static func family(of kind: TokenKind) -> Int {
    switch kind {
    case .openParen, .closeParen: 0
    case .openBracket, .closeBracket: 1
    case .openBrace, .closeBrace: 2
    default: 3
    }
  }
}
