internal import Diagnostics

/// A part of a string that the runs answered: the same everywhere, or a token that is not.
enum TextFragment: Hashable, Sendable {
  /// The same text in every run.
  case literal(String)
  /// A token of another text in each run, or one that is known to be volatile.
  case volatile(TokenColumn)
  /// Base64 text of which every run's decoded form is made of these parts.
  case encoded([TextFragment], urlSafe: Bool, padded: Bool)
  /// Percent-encoded text of which every run's decoded form is made of these parts; `keeping` stays as it is.
  case escaped([TextFragment], keeping: String)
}

/// One token as the runs answered it, and where it stands in its text.
struct TokenColumn: Hashable, Sendable {
  /// The texts, one for each run.
  let texts: [String]
  /// Number of the token in the text, from 1; 0 for a whole value.
  var word = 0
  /// The nearest word before it that every run has; a text may have any number of words, so no more is kept.
  var preceding: String?
  /// Whether it is a part of a token.
  var isPart = false
  /// Whether it is the only number that its text has.
  var isAlone = false
  /// The form that other recordings, or other elements of a list, show it to have, where its own texts show less.
  var widened: ValueFormat?

  /// Its form.
  var format: ValueFormat { widened ?? ValueFormat(of: texts) }

  /// Whether capitals stand before it in its token: documents that are called `INV-7` are numbered on their own.
  var isNumbered: Bool {
    isPart && preceding.map { $0.utf8.contains { !(0x61...0x7A).contains($0) } } ?? false
  }

  /// Whether no two runs come to one text by chance: ids made to differ, and clocks of milliseconds.
  var isEvident: Bool {
    let format = format
    guard format.isTemporal else { return format.isEvident }
    return texts.contains { text in Moment(text: text).map { $0.milliseconds % 1000 != 0 } ?? false }
  }
}

/// Takes strings apart into what every run agrees on and the tokens that differ.
struct TextDecomposition {
  /// The form that a token has elsewhere, where its own texts show less; nil where they show it.
  var widened: (TokenColumn) -> ValueFormat? = { _ in nil }
  /// Whether a token on which every run agrees is volatile all the same.
  let isKnown: (TokenColumn) -> Bool

  /// How far a text has been read.
  private struct Reading {
    /// Number of its tokens so far.
    var words = 0
    /// The last that every run has.
    var preceding: String?

    mutating func next(_ texts: [String]) -> TokenColumn {
      words += 1
      defer { if texts.allEqual { preceding = texts[0] } }
      return TokenColumn(texts: texts, word: words, preceding: preceding)
    }
  }

  /// The parts of one string as the runs answered it, or nil when the runs' texts cannot be laid side by side.
  ///
  /// - Parameter word: Number of the token that the string stands in, as code of it; 0 for none.
  func fragments(_ texts: [String], inWord word: Int = 0) -> [TextFragment]? {
    let whole = TokenColumn(texts: texts, word: word * 100)
    if isKnown(whole) { return Self.markingAlone(parts(whole, isKnown: true)) }
    if ValueFormat(of: texts) != .text || !texts.allEqual && widened(whole) != nil {
      return texts.allEqual
        ? decoded(whole).map { [$0] } ?? [.literal(texts[0])] : Self.markingAlone(parts(whole))
    }
    var reading = Reading(words: word * 100)
    let runs = texts.map { TextChunks.parts(TokenScanner.tokens($0)) }
    guard let columns = TextChunks.columns(runs) else { return around(texts, &reading) }
    var fragments: [TextFragment] = []
    for column in columns {
      if case .separator(let text) = column[0] {
        Self.append(.literal(text), to: &fragments)
        continue
      }
      guard let chunk = chunk(column.map(\.tokens), &reading) else { return nil }
      for part in chunk { Self.append(part, to: &fragments) }
    }
    return Self.markingAlone(fragments)
  }

  private static func markingAlone(_ fragments: [TextFragment]) -> [TextFragment] {
    let numbers = fragments.indices.filter { index in
      if case .volatile(let column) = fragments[index] { SerialOwners.isSerial(column.texts) } else { false }
    }
    guard numbers.count == 1, case .volatile(var column) = fragments[numbers[0]] else { return fragments }
    column.isAlone = true
    var marked = fragments
    marked[numbers[0]] = .volatile(column)
    return marked
  }

  // MARK: Chunks

  private func chunk(_ runs: [[TokenScanner.Token]], _ reading: inout Reading) -> [TextFragment]? {
    let texts = runs.map { $0.map(\.text).joined() }
    // Slashes of base64 and escapes are no borders of words: the same code has none of them in another run.
    if !texts.allEqual, let middle = TextMiddle(texts), middle.isCode { return fragments(of: middle, &reading) }
    let shape = runs[0]
    let areAlike = runs.allSatisfy { run in
      run.count == shape.count && zip(run, shape).allSatisfy { $0.isWord == $1.isWord && ($0.isWord || $0 == $1) }
    }
    guard areAlike else { return around(texts, &reading) }
    var fragments: [TextFragment] = []
    for index in shape.indices {
      guard shape[index].isWord else {
        Self.append(.literal(shape[index].text), to: &fragments)
        continue
      }
      let column = reading.next(runs.map { $0[index].text })
      for part in parts(column, isKnown: isKnown(column)) { Self.append(part, to: &fragments) }
    }
    return fragments
  }

  /// What every run begins and ends with, and the rest as one token where it holds no space.
  private func around(_ texts: [String], _ reading: inout Reading) -> [TextFragment]? {
    guard let middle = TextMiddle(texts),
      ValueFormat(of: middle.texts) != .text || !middle.before.isEmpty || !middle.after.isEmpty
    else { return nil }
    return fragments(of: middle, &reading)
  }

  private func fragments(of middle: TextMiddle, _ reading: inout Reading) -> [TextFragment] {
    func pass(_ text: String) -> TextFragment {
      for token in TokenScanner.tokens(text) where token.isWord { _ = reading.next([token.text]) }
      return .literal(text)
    }
    var parts = [pass(middle.before)]
    let column = reading.next(middle.texts)
    if let escaped = middle.unescaped, let inner = fragments(escaped.texts, inWord: column.word),
      inner.hasVolatile
    {
      parts.append(.escaped(inner, keeping: escaped.kept))
    } else {
      parts += self.parts(column)
    }
    parts.append(pass(middle.after))
    return parts.filter { $0 != .literal("") }
  }

  // MARK: Tokens

  /// The parts of one token: a prefix of words that every run has, a UUID inside, numbers that are joined, what base64
  /// says, or the whole.
  private func parts(_ column: TokenColumn, isKnown: Bool = false) -> [TextFragment] {
    if column.texts.allEqual, !isKnown { return decoded(column).map { [$0] } ?? [.literal(column.texts[0])] }
    if let encoded = decoded(column) { return [encoded] }
    let runs = column.texts.map { Array($0.utf8) }
    switch ValueFormat(of: column.texts) {
    case .opaque, .text, .digits: break
    case .composite where runs.allSatisfy({ !$0.contains(UInt8(ascii: ".")) }): break
    default: return [volatile(column)]
    }
    if let groups = Self.numbers(runs) { return joined(groups, column, isKnown: isKnown) }
    if runs.allSatisfy({ $0.count > 37 && ValueFormat.isUUID($0.prefix(36)) && "-_".utf8.contains($0[36]) }) {
      return [runs.map { $0[..<36] }, runs.map { $0[36...] }].flatMap { half in
        let texts = half.map { String(decoding: $0, as: UTF8.self) }
        return parts(part(texts, of: column), isKnown: isKnown && ValueFormat(of: texts).isRandom)
      }
    }
    let prefix = Self.wordPrefix(runs)
    guard prefix > 0 else { return [volatile(column)] }
    let rest = runs.map { String(decoding: $0[prefix...], as: UTF8.self) }
    return [.literal(String(decoding: runs[0][..<prefix], as: UTF8.self))]
      + parts(
        part(rest, of: column, after: String(decoding: runs[0][..<(prefix - 1)], as: UTF8.self)), isKnown: isKnown)
  }

  private func volatile(_ column: TokenColumn) -> TextFragment {
    var column = column
    column.widened = widened(column)
    return .volatile(column)
  }

  private func part(_ texts: [String], of column: TokenColumn, after word: String? = nil) -> TokenColumn {
    TokenColumn(texts: texts, word: column.word, preceding: word ?? column.preceding, isPart: true)
  }

  private func joined(_ groups: [[String]], _ column: TokenColumn, isKnown: Bool) -> [TextFragment] {
    var fragments: [TextFragment] = []
    var word: String?
    for group in groups {
      let isNumber = group.allSatisfy { ValueFormat.isDecimalDigits(Array($0.utf8)) && !$0.hasPrefix("-") }
      let isVolatile = isNumber && (isKnown || !group.allEqual)
      if isVolatile {
        Self.append(volatile(part(group, of: column, after: word)), to: &fragments)
      } else {
        Self.append(.literal(group[0]), to: &fragments)
        if group[0].utf8.contains(where: ValueFormat.isLetter) { word = group[0] }
      }
    }
    return fragments
  }

  /// The groups of numbers that dashes, underscores or colons join, such as `INV-2026-0001` or `12:34`, with what joins
  /// them; nil where other things than numbers differ.
  private static func numbers(_ runs: [[UInt8]]) -> [[String]]? {
    func isJoint(_ byte: UInt8) -> Bool { "-_:".utf8.contains(byte) }
    let groups = runs.map { run -> [String] in
      var groups: [String] = []
      for byte in run {
        let isNew = groups.isEmpty || isJoint(byte) || groups.last?.utf8.last.map(isJoint) ?? true
        if isNew { groups.append("") }
        groups[groups.count - 1].unicodeScalars.append(Unicode.Scalar(byte))
      }
      return groups
    }
    guard groups[0].count > 2, Set(groups.map(\.count)).isSingle, runs.allSatisfy({ $0.allSatisfy { $0 < 0x80 } })
    else {
      return nil
    }
    let columns = groups[0].indices.map { index in groups.map { $0[index] } }
    let areNumbers = columns.allSatisfy { column in
      column.allEqual && (column[0].utf8.allSatisfy { isJoint($0) || ValueFormat.isLetter($0) } || isNumber(column[0]))
        || column.allSatisfy(isNumber)
    }
    return areNumbers && columns.contains { isNumber($0[0]) } ? columns : nil
  }

  private static func isNumber(_ text: String) -> Bool { text.utf8.allSatisfy(ValueFormat.isDigit) }

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
    guard plain.count == column.texts.count, let parts = fragments(plain, inWord: column.word),
      parts.hasVolatile
    else { return nil }
    // A code whose bytes happen to be printable says nothing.
    guard parts.contains(where: { if case .literal = $0 { true } else { false } }) || column.texts.allEqual else {
      return nil
    }
    return .encoded(
      parts, urlSafe: column.texts.contains { $0.contains("-") || $0.contains("_") },
      // In a text, what pads a code stands behind it.
      padded: column.texts.contains { $0.hasSuffix("=") }
        || column.word == 0 && column.texts.allSatisfy { $0.utf8.count % 4 == 0 })
  }

  private static func append(_ part: TextFragment, to fragments: inout [TextFragment]) {
    guard case .literal(let text) = part, case .literal(var joined)? = fragments.last else {
      fragments.append(part)
      return
    }
    // Taken out first, so that the text grows in place: it may be long.
    fragments.removeLast()
    joined += text
    fragments.append(.literal(joined))
  }
}

extension [TextFragment] {
  /// The volatile parts, those inside base64 among them.
  var columns: [TokenColumn] {
    flatMap { fragment -> [TokenColumn] in
      switch fragment {
      case .literal: []
      case .volatile(let column): [column]
      case .encoded(let parts, _, _), .escaped(let parts, _): parts.columns
      }
    }
  }
  /// Whether any part is volatile.
  var hasVolatile: Bool { !columns.isEmpty }
}
