internal import Diagnostics

/// A part of a string that the runs answered: the same everywhere, or a token that is not.
enum TextFragment: Hashable, Sendable {
  /// The same text in every run.
  case literal(String)
  /// A token of another text in each run, or one that data flow or a former recording says is volatile.
  case volatile([String])
  /// Base64 text of which every run's decoded form is made of these parts.
  case encoded([TextFragment], urlSafe: Bool, padded: Bool)
}

/// Takes strings apart into what every run agrees on and the tokens that differ.
enum TextDecomposition {
  /// The parts of one string as the runs answered it, or nil when the runs' texts cannot be laid side by side.
  ///
  /// - Parameter isKnown: Whether a tuple of tokens is a known identity even though every run agrees on it.
  static func fragments(_ texts: [String], isKnown: ([String]) -> Bool = { _ in false }) -> [TextFragment]? {
    if isKnown(texts) { return [.volatile(texts)] }
    if let first = texts.first, texts.allSatisfy({ $0 == first }), !first.contains("/") { return [.literal(first)] }
    if isWhole(texts) { return decoded(texts, isKnown: isKnown).map { [$0] } ?? [.volatile(texts)] }
    let runs = texts.map(tokens)
    guard let shape = runs.first, runs.allSatisfy({ $0.count == shape.count }) else { return nil }
    var fragments: [TextFragment] = []
    for index in shape.indices {
      let column = runs.map { $0[index] }
      guard Set(column.map(\.isWord)).count == 1 else { return nil }
      let words = column.map(\.text)
      if column[0].isWord, isKnown(words) {
        fragments.append(.volatile(words))
      } else if words.allSatisfy({ $0 == words[0] }) {
        append(words[0], to: &fragments)
      } else if column[0].isWord {
        fragments.append(decoded(words, isKnown: isKnown) ?? .volatile(words))
      } else {
        return nil
      }
    }
    return fragments
  }

  private static func append(_ text: String, to fragments: inout [TextFragment]) {
    if case .literal(let before)? = fragments.last {
      fragments[fragments.count - 1] = .literal(before + text)
    } else {
      fragments.append(.literal(text))
    }
  }

  /// Whether each text is one value of a recognised form as a whole.
  private static func isWhole(_ texts: [String]) -> Bool {
    texts.allSatisfy { text in
      let format = ValueFormat(of: text)
      return format != .text
    }
  }

  /// The parts of what base64 text says, when every run's text decodes to printable text whose parts line up.
  private static func decoded(_ texts: [String], isKnown: ([String]) -> Bool) -> TextFragment? {
    guard texts.allSatisfy({ $0.utf8.count >= 8 && ValueFormat(of: $0).isOpaque }),
      texts.contains(where: { $0 != texts[0] })
    else { return nil }
    let plain = texts.compactMap { text -> String? in
      guard let bytes = Base64.decode(text), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
    guard plain.count == texts.count, let parts = fragments(plain, isKnown: isKnown) else { return nil }
    return .encoded(
      parts, urlSafe: texts.contains { $0.contains("-") || $0.contains("_") },
      padded: texts.allSatisfy { $0.utf8.count % 4 == 0 })
  }

  private struct Token {
    let text: String
    let isWord: Bool
  }

  /// Splits a text into instants, words of letters, digits, `-` and `_`, and what stands between.
  private static func tokens(_ text: String) -> [Token] {
    let bytes = Array(text.utf8)
    var tokens: [Token] = []
    var index = 0
    while index < bytes.count {
      let start = index
      if let end = instantEnd(bytes, from: index) {
        index = end
      } else if ValueFormat.isWordByte(bytes[index]) {
        while index < bytes.count, ValueFormat.isWordByte(bytes[index]) { index += 1 }
      } else {
        while index < bytes.count, !ValueFormat.isWordByte(bytes[index]) { index += 1 }
        tokens.append(Token(text: String(decoding: bytes[start..<index], as: UTF8.self), isWord: false))
        continue
      }
      tokens.append(Token(text: String(decoding: bytes[start..<index], as: UTF8.self), isWord: true))
    }
    return tokens
  }

  /// Where an RFC 3339 instant that starts here ends; nil when none does.
  private static func instantEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= 20, ValueFormat.isDigit(bytes[start]), bytes[start + 4] == UInt8(ascii: "-"),
      start == 0 || !ValueFormat.isWordByte(bytes[start - 1])
    else { return nil }
    for length in (20...min(35, bytes.count - start)).reversed() {
      let text = String(decoding: bytes[start..<(start + length)], as: UTF8.self)
      if Instant(text: text) != nil { return start + length }
    }
    return nil
  }
}

extension ValueFormat {
  /// Whether the value is a word that looks random, or hexadecimal digits: the forms that base64 text is taken for.
  var isOpaque: Bool {
    switch self {
    case .opaque, .hexadecimal: true
    default: false
    }
  }
}
