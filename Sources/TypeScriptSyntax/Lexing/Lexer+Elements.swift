internal import Diagnostics

/// JSX, which only `.tsx` and `.jsx` files have: an element is one token, since nothing in it is a type.
extension Lexer {
  /// Elements and braces in one another, at most.
  private static let maximumElementDepth = 200

  /// Scans an element whose `<` is at the cursor; false when none stands there.
  mutating func scanElement() -> Bool {
    guard isElementAllowed, elementBudget > 0 else { return false }
    var scan = ElementScan(bytes: bytes, budget: elementBudget)
    let end = scan.endOfElement(from: index, depth: 0)
    elementBudget = scan.budget
    guard let end else { return false }
    append(.other, from: index, to: end)
    return true
  }

  private var isElementAllowed: Bool {
    let next = peek(1)
    guard next == UInt8(ascii: ">") || (Self.isIdentifierPart(next) && !Self.isDigit(next)) else { return false }
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .identifier: return last.keyword?.precedesExpression ?? false
    case .openParen, .openBracket, .openBrace, .comma, .semicolon, .colon, .question, .arrow, .equals, .ampersand, .bar,
      .other, .ellipsis, .closeBrace:
      return true
    default: return false
    }
  }

  /// A look ahead over the bytes of an element.
  private struct ElementScan {
    let bytes: [UInt8]
    /// How many bytes may still be looked at: text that only looks like elements costs no more than this.
    var budget: Int

    private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    private mutating func spend() -> Bool {
      budget -= 1
      return budget > 0
    }

    /// The end of the element that starts at `<`; nil when it is none or never ends.
    mutating func endOfElement(from start: Int, depth: Int) -> Int? {
      guard depth < Lexer.maximumElementDepth else { return nil }
      var place = start + 1
      let name = tagName(at: &place)
      if name.isEmpty, byte(place) != UInt8(ascii: ">") { return nil }
      guard let tag = endOfTag(from: place, depth: depth) else { return nil }
      return tag.isClosed ? tag.end : endOfChildren(from: tag.end, name: name, depth: depth)
    }

    private func tagName(at place: inout Int) -> ArraySlice<UInt8> {
      let start = place
      while place < bytes.count,
        Lexer.isIdentifierPart(bytes[place])
          || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":")].contains(bytes[place])
      {
        place += 1
      }
      return bytes[start..<place]
    }

    /// The end of an opening tag, and whether `/>` ends it.
    private mutating func endOfTag(from start: Int, depth: Int) -> (end: Int, isClosed: Bool)? {
      var place = start
      while place < bytes.count, spend() {
        switch bytes[place] {
        case UInt8(ascii: ">"): return (place + 1, false)
        case UInt8(ascii: "/") where byte(place + 1) == UInt8(ascii: ">"): return (place + 2, true)
        case UInt8(ascii: "/") where byte(place + 1) == UInt8(ascii: "*") || byte(place + 1) == UInt8(ascii: "/"):
          place = endOfComment(from: place)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          guard let end = bytes[(place + 1)...].firstIndex(of: bytes[place]) else { return nil }
          budget -= end - place
          place = end + 1
        case UInt8(ascii: "{"):
          guard let end = endOfBraces(from: place, depth: depth + 1) else { return nil }
          place = end
        case UInt8(ascii: "<"):
          // Type arguments, `<Select<Option> … />`, or no element at all.
          guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
          budget -= end - place
          place = end + 1
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "."):
          place += 1
        case let byte where Lexer.isIdentifierPart(byte): place += 1
        default: return nil
        }
      }
      return nil
    }

    private mutating func endOfChildren(from start: Int, name: ArraySlice<UInt8>, depth: Int) -> Int? {
      var place = start
      while place < bytes.count, spend() {
        switch bytes[place] {
        case UInt8(ascii: "{"):
          guard let end = endOfBraces(from: place, depth: depth + 1) else { return nil }
          place = end
        case UInt8(ascii: "<") where byte(place + 1) == UInt8(ascii: "/"):
          place += 2
          guard tagName(at: &place) == name else { return nil }
          while byte(place) == 0x20 || byte(place) == 0x0A || byte(place) == 0x0D || byte(place) == 0x09 { place += 1 }
          return byte(place) == UInt8(ascii: ">") ? place + 1 : nil
        case UInt8(ascii: "<"):
          guard let end = endOfElement(from: place, depth: depth + 1) else { return nil }
          place = end
        default: place += 1
        }
      }
      return nil
    }

    /// The end of an expression in braces: strings, comments and elements in it are passed over.
    private mutating func endOfBraces(from start: Int, depth: Int) -> Int? {
      guard depth < Lexer.maximumElementDepth else { return nil }
      var place = start + 1
      var open = 1
      var isAfterOperand = false
      while place < bytes.count, spend() {
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "{"): open += 1
        case UInt8(ascii: "}"):
          open -= 1
          if open == 0 { return place + 1 }
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
          guard let end = endOfText(from: place, depth: depth) else { return nil }
          place = end
          isAfterOperand = true
          continue
        case UInt8(ascii: "/")
        where self.byte(place + 1) == UInt8(ascii: "/") || self.byte(place + 1) == UInt8(ascii: "*"):
          place = endOfComment(from: place)
          continue
        case UInt8(ascii: "<") where !isAfterOperand:
          let budgetBefore = budget
          if let end = endOfElement(from: place, depth: depth + 1) {
            place = end
            isAfterOperand = true
            continue
          }
          if budget <= 0 { return nil }
          budget = min(budget, budgetBefore)
        default: break
        }
        if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
          isAfterOperand = Lexer.isIdentifierPart(byte) || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ")")
          if isAfterOperand, endsWithReturn(place) { isAfterOperand = false }
        }
        place += 1
      }
      return nil
    }

    private func endsWithReturn(_ place: Int) -> Bool {
      place >= 5 && bytes[(place - 5)...place].elementsEqual("return".utf8)
    }

    private mutating func endOfText(from start: Int, depth: Int) -> Int? {
      let quote = bytes[start]
      var place = start + 1
      while place < bytes.count, spend() {
        switch bytes[place] {
        case quote: return place + 1
        case UInt8(ascii: "\\"): place += 2
        case UInt8(ascii: "$") where quote == UInt8(ascii: "`") && byte(place + 1) == UInt8(ascii: "{"):
          guard let end = endOfBraces(from: place + 1, depth: depth + 1) else { return nil }
          place = end
        case 0x0A, 0x0D:
          if quote != UInt8(ascii: "`") { return nil }
          place += 1
        default: place += 1
        }
      }
      return nil
    }

    private mutating func endOfComment(from start: Int) -> Int {
      var place = start + 2
      let isLine = byte(start + 1) == UInt8(ascii: "/")
      while place < bytes.count, spend() {
        if isLine, bytes[place] == 0x0A || bytes[place] == 0x0D { return place }
        if !isLine, bytes[place] == UInt8(ascii: "*"), byte(place + 1) == UInt8(ascii: "/") { return place + 2 }
        place += 1
      }
      return bytes.count
    }
  }
}
