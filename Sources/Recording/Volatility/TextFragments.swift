internal import Diagnostics

/// A part of a string that the runs answered: the same everywhere, or a token that is not.
enum TextFragment: Hashable, Sendable {
  /// The same text in every run.
  case literal(String)
  /// A token of another text in each run, or one that is known to be volatile.
  case volatile(TokenColumn)
  /// Base64 text of which every run's decoded form is made of these parts.
  case encoded([TextFragment], urlSafe: Bool, padded: Bool)
}

/// One token as the runs answered it, and where it stands in its text.
struct TokenColumn: Hashable, Sendable {
  /// The texts, one for each run.
  let texts: [String]
  /// Number of the token in the text, from 1; 0 for a whole value.
  var word = 0
  /// The words before it that every run has, the nearest last.
  var preceding: [String] = []
}

/// Takes strings apart into what every run agrees on and the tokens that differ.
struct TextDecomposition {
  /// Whether a token on which every run agrees is volatile all the same.
  let isKnown: (TokenColumn) -> Bool

  /// The parts of one string as the runs answered it, or nil when the runs' texts cannot be laid side by side.
  func fragments(_ texts: [String]) -> [TextFragment]? {
    let whole = TokenColumn(texts: texts)
    if isKnown(whole) { return parts(whole, isKnown: true) }
    if ValueFormat(of: texts) != .text {
      return texts.allEqual ? decoded(whole).map { [$0] } ?? [.literal(texts[0])] : parts(whole)
    }
    return aligned(texts)
  }

  private func aligned(_ texts: [String]) -> [TextFragment]? {
    let runs = texts.map { TokenScanner.tokens($0) }
    let shape = runs[0]
    guard runs.allSatisfy({ $0.count == shape.count }),
      shape.indices.allSatisfy({ index in
        runs.allSatisfy {
          $0[index].isWord == shape[index].isWord && (shape[index].isWord || $0[index] == shape[index])
        }
      })
    else { return aroundTheMiddle(texts) }
    var fragments: [TextFragment] = []
    var words = 0
    var preceding: [String] = []
    for index in shape.indices {
      guard shape[index].isWord else {
        Self.append(.literal(shape[index].text), to: &fragments)
        continue
      }
      words += 1
      let column = TokenColumn(texts: runs.map { $0[index].text }, word: words, preceding: preceding)
      if column.texts.allEqual { preceding.append(shape[index].text) }
      for part in parts(column, isKnown: isKnown(column)) { Self.append(part, to: &fragments) }
    }
    return fragments
  }

  /// What every run begins and ends with, up to a border of words, and the rest as one token where it holds no space.
  private func aroundTheMiddle(_ texts: [String]) -> [TextFragment]? {
    let runs = texts.map { Array($0.utf8) }
    let shortest = runs.map(\.count).min() ?? 0
    func isBorder(_ byte: UInt8) -> Bool { !ValueFormat.isWordByte(byte) && byte < 0x80 && !"+/=.".utf8.contains(byte) }
    var start = (0..<shortest).first { index in runs.contains { $0[index] != runs[0][index] } } ?? shortest
    while start > 0, !isBorder(runs[0][start - 1]) { start -= 1 }
    var end =
      (0..<(shortest - start)).first { index in
        runs.contains { $0[$0.count - 1 - index] != runs[0][runs[0].count - 1 - index] }
      } ?? (shortest - start)
    while end > 0, !isBorder(runs[0][runs[0].count - end]) { end -= 1 }
    let middles = runs.map { $0[start..<($0.count - end)] }
    guard middles.allSatisfy({ !$0.isEmpty && !$0.contains(where: { $0 <= 0x20 }) }) else { return nil }
    let column = TokenColumn(texts: middles.map { String(decoding: $0, as: UTF8.self) }, word: 1)
    guard ValueFormat(of: column.texts) != .text || start > 0 || end > 0 else { return nil }
    return [
      .literal(String(decoding: runs[0][..<start], as: UTF8.self)), .volatile(column),
      .literal(String(decoding: runs[0][(runs[0].count - end)...], as: UTF8.self)),
    ].filter { $0 != .literal("") }
  }

  /// The parts of one token: a prefix of words that every run has, a UUID inside, what base64 says, or the whole.
  private func parts(_ column: TokenColumn, isKnown: Bool = false) -> [TextFragment] {
    if column.texts.allEqual, !isKnown { return decoded(column).map { [$0] } ?? [.literal(column.texts[0])] }
    if !isKnown, let encoded = decoded(column) { return [encoded] }
    switch ValueFormat(of: column.texts) {
    case .opaque, .text: break
    default: return [.volatile(column)]
    }
    let runs = column.texts.map { Array($0.utf8) }
    if runs.allSatisfy({ $0.count > 37 && ValueFormat.isUUID($0.prefix(36)) && "-_".utf8.contains($0[36]) }) {
      return split(column, runs, at: 36, isKnown: isKnown)
    }
    let prefix = Self.wordPrefix(runs)
    return prefix > 0 ? split(column, runs, at: prefix, isKnown: isKnown) : [.volatile(column)]
  }

  private func split(_ column: TokenColumn, _ runs: [[UInt8]], at offset: Int, isKnown: Bool) -> [TextFragment] {
    [runs.map { $0[..<offset] }, runs.map { $0[offset...] }].flatMap { half in
      let texts = half.map { String(decoding: $0, as: UTF8.self) }
      let half = TokenColumn(texts: texts, word: column.word, preceding: column.preceding)
      return parts(half, isKnown: isKnown && ValueFormat(of: texts).isRandom)
    }
  }

  /// Length of the words, each with its dash or underscore, that every run begins with.
  private static func wordPrefix(_ runs: [[UInt8]]) -> Int {
    let shortest = runs.map(\.count).min() ?? 0
    let common = (0..<shortest).first { index in runs.contains { $0[index] != runs[0][index] } } ?? shortest
    guard let last = runs[0][..<common].lastIndex(where: { $0 == 0x2D || $0 == 0x5F }), last > 0 else { return 0 }
    let words = runs[0][..<last].split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x5F }
    // What a code begins with by chance is no word.
    let areWords = words.allSatisfy { $0.count >= 2 && $0.allSatisfy(ValueFormat.isLetter) }
    return areWords && runs.allSatisfy { $0.count > last + 1 } ? last + 1 : 0
  }

  /// The parts of what base64 text says, when every run's text decodes to printable text whose parts line up.
  private func decoded(_ column: TokenColumn) -> TextFragment? {
    guard
      column.texts.allSatisfy({ text in
        guard text.utf8.count >= 8 else { return false }
        switch ValueFormat(of: text) {
        case .opaque, .hexadecimal, .text: return true
        default: return false
        }
      })
    else { return nil }
    let plain = column.texts.compactMap { text -> String? in
      let padding = text.utf8.count(where: { $0 == UInt8(ascii: "=") })
      guard padding == 0 || text.utf8.count % 4 == 0, let bytes = Base64.decode(text), bytes.count >= 5,
        bytes.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return nil }
      let decoded = String(decoding: bytes, as: UTF8.self)
      let isSafe = text.contains("-") || text.contains("_")
      return Base64.encode(bytes, urlSafe: isSafe, padding: padding > 0) == text ? decoded : nil
    }
    guard plain.count == column.texts.count, let parts = fragments(plain), parts.hasVolatile else { return nil }
    // A code whose bytes happen to be printable says nothing.
    guard parts.contains(where: { if case .literal = $0 { true } else { false } }) || column.texts.allEqual else {
      return nil
    }
    return .encoded(
      parts, urlSafe: column.texts.contains { $0.contains("-") || $0.contains("_") },
      padded: column.texts.contains { $0.hasSuffix("=") } || column.texts.allSatisfy { $0.utf8.count % 4 == 0 })
  }

  private static func append(_ part: TextFragment, to fragments: inout [TextFragment]) {
    if case .literal(let text) = part, case .literal(let before)? = fragments.last {
      fragments[fragments.count - 1] = .literal(before + text)
    } else {
      fragments.append(part)
    }
  }
}

extension [TextFragment] {
  /// The volatile parts, those inside base64 among them.
  var columns: [TokenColumn] {
    flatMap { fragment -> [TokenColumn] in
      switch fragment {
      case .literal: []
      case .volatile(let column): [column]
      case .encoded(let parts, _, _): parts.columns
      }
    }
  }
  /// Whether any part is volatile.
  var hasVolatile: Bool { !columns.isEmpty }
}
