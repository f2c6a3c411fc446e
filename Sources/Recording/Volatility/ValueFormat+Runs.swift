extension ValueFormat {
  /// The form of one value that the runs answered in different texts; the same for whichever of them are compared.
  init(of runs: [String]) {
    let formats = runs.map { ValueFormat(of: $0) }
    self = Self.joint(formats, runs.map { Array($0.utf8) })
  }

  /// The form of texts that are known to be codes, where it is wider than what they show; nil for what is no code.
  ///
  /// - Parameter isHexadecimal: Whether the codes are hexadecimal digits where the texts can be.
  init?(codes texts: [String], isHexadecimal: Bool) {
    let runs = texts.map { Array($0.utf8) }
    guard runs.allSatisfy({ $0.count >= 4 && $0.allSatisfy(Self.isWordByte) }) else { return nil }
    switch ValueFormat(of: texts) {
    case .integer, .digits, .text: break
    case .hexadecimal where !isHexadecimal: break
    default: return nil
    }
    let all = Array(runs.joined())
    guard isHexadecimal, Set(runs.map(\.count)).isSingle, Self.isHexadecimalWord(all) else {
      self = .opaque(Self.shape(runs))
      return
    }
    self = .hexadecimal(length: runs[0].count, isUppercase: all.contains { (0x41...0x46).contains($0) })
  }

  private static func joint(_ formats: [ValueFormat], _ runs: [[UInt8]]) -> ValueFormat {
    let names = Set(formats.map(\.name))
    // Hexadecimal digits may read as `12e4567`.
    if names == ["decimal"], let format = hexadecimal(runs) { return format }
    if names.count == 1, let format = joint(same: formats), !isScattered(format, runs) { return format }
    if runs.allSatisfy(isDecimalDigits) { return integer(runs) }
    if let format = hexadecimal(runs) { return format }
    if names.isSubset(of: ["integer", "decimal", "epoch-seconds", "epoch-seconds-with-fraction"]) {
      return names.isDisjoint(with: ["integer", "decimal"]) ? .epoch(.fractionalSeconds) : .decimal
    }
    if names.isSubset(of: ["ago", "amount"]), names.contains("ago") { return .ago }
    if names.isSubset(of: ["numbers", "decimal", "integer", "clock", "address"]) { return .composite(groups: 2) }
    if names.isSubset(of: [
      "ulid", "opaque", "text", "hex", "integer", "epoch-seconds", "elapsed", "numbers", "decimal",
    ]) {
      return code(runs) ?? .text
    }
    return .text
  }

  /// Whether numbers that could each say when are too far apart for runs of one recording: ids that look like it.
  ///
  /// A server's clock may be put years ahead in a run; the more digits, the more ids look like instants.
  private static func isScattered(_ format: ValueFormat, _ runs: [[UInt8]]) -> Bool {
    guard case .epoch(let unit) = format else { return false }
    let moments = runs.compactMap { Moment(text: String(decoding: $0, as: UTF8.self))?.milliseconds }
    let days = unit == .microseconds || unit == .nanoseconds ? 500 : 2000
    return (moments.max() ?? 0) - (moments.min() ?? 0) > days * Moment.day
  }

  /// The form where each run's has the same name.
  private static func joint(same formats: [ValueFormat]) -> ValueFormat? {
    switch formats[0] {
    case .uuid:
      return .uuid(isUppercase: formats.contains(.uuid(isUppercase: true)))
    case .hexGroups(let count, _, _):
      var width = 0
      var isUppercase = false
      for case .hexGroups(count, let other, let isUpper) in formats {
        width = max(width, other)
        isUppercase = isUppercase || isUpper
      }
      return .hexGroups(count: count, width: width, isUppercase: isUppercase)
    case .ulid:
      return .ulid(isUppercase: formats.contains(.ulid(isUppercase: true)))
    case .instant(let first):
      let styles = formats.compactMap { if case .instant(let style) = $0 { style } else { nil } }
      return .instant(styles.dropFirst().reduce(first) { $0.joined(with: $1) })
    case .mailDate(let first):
      let styles = formats.compactMap { if case .mailDate(let style) = $0 { style } else { nil } }
      return .mailDate(styles.dropFirst().reduce(first) { $0.joined(with: $1) })
    case .amount(let unit):
      return .amount(unit: formats.allEqual ? unit : "second")
    case .clock(let groups), .composite(let groups):
      if formats.allEqual { return formats[0] }
      return formats[0].name == "clock" ? .clock(groups: groups) : .composite(groups: groups)
    case .integer, .digits, .hexadecimal, .opaque, .text: return nil
    case .address: return .address(hasPort: formats.contains(.address(hasPort: true)))
    case .decimal, .day, .month, .epoch, .weekday, .duration, .elapsed, .ago: return formats[0]
    }
  }

  /// Digits of one length that is part of what they are: codes, and ids that lead with zeros.
  ///
  /// What 64 bits hold has 18, 19 or 20 digits mostly, and fewer the rarer; small numbers have as many as they need.
  private static func integer(_ runs: [[UInt8]]) -> ValueFormat {
    let lengths = Set(runs.map(\.count))
    if let least = lengths.min(), let most = lengths.max(), least >= 12, most >= 17 { return .digits(length: 18) }
    guard lengths.count == 1, let length = lengths.first, length > 1, !runs[0].contains(UInt8(ascii: "-")) else {
      return .integer
    }
    return length >= 4 || runs.contains { $0[0] == 0x30 } ? .digits(length: length) : .integer
  }

  private static func hexadecimal(_ runs: [[UInt8]]) -> ValueFormat? {
    let all = Array(runs.joined())
    guard runs.allSatisfy({ $0.count >= 6 }), isHexadecimalWord(all), all.contains(where: isDigit),
      all.contains(where: isLetter)
    else { return nil }
    let lengths = Set(runs.map(\.count))
    let longest = lengths.max() ?? 0
    // Where leading zeros are dropped, the length is chance.
    let length = lengths.count == 1 ? longest : (longest + 7) / 8 * 8
    return .hexadecimal(length: length, isUppercase: all.contains { (0x41...0x46).contains($0) })
  }

  /// Words of which one at least looks random, where no run has spaces or sentences.
  private static func code(_ runs: [[UInt8]]) -> ValueFormat? {
    if isBase64Column(runs) || isSignColumn(runs) { return .opaque(shape(runs)) }
    let bare = runs.map(withoutPadding)
    guard bare.allSatisfy({ $0.count >= 4 && $0.allSatisfy(isWordByte) }) else { return nil }
    return bare.contains(where: looksRandom) || areLetterCodes(bare) ? .opaque(shape(runs)) : nil
  }

  /// Codes of letters and digits that have no digit by chance: no two names of one length change their cases twice.
  private static func areLetterCodes(_ runs: [ArraySlice<UInt8>]) -> Bool {
    let changes = runs.map(caseChanges)
    return Set(runs.map(\.count)).isSingle && !changes.contains(0) && changes.reduce(0, +) > changes.count
  }

  private static func caseChanges(_ bytes: ArraySlice<UInt8>) -> Int {
    zip(bytes, bytes.dropFirst()).count { (0x61...0x7A).contains($0) && (0x41...0x5A).contains($1) }
  }

  /// Base64 with slashes is told from paths by what the runs have in common: no part of it.
  static func isBase64Column(_ runs: [[UInt8]]) -> Bool {
    guard runs.allSatisfy({ $0.count >= 16 && $0.count % 4 == 0 && withoutPadding($0).allSatisfy(isBase64Byte) }),
      runs.contains(where: { $0[0] != UInt8(ascii: "/") }), runs.contains(where: looksMixed),
      runs.allSatisfy({ $0.contains { (0x61...0x7A).contains($0) } && $0.contains { (0x41...0x5A).contains($0) } })
    else { return runs.allSatisfy(isPaddedBase64) }
    guard runs.contains(where: { $0.contains(UInt8(ascii: "/")) }) else { return true }
    let parts = runs.map { Set($0.split(separator: UInt8(ascii: "/")).filter { $0.count > 1 }) }
    return parts.dropFirst().reduce(parts[0]) { $0.intersection($1) }.isEmpty || runs.allEqual
  }

  /// Whether a word has digits, or its cases change as they do in no name.
  private static func looksMixed(_ bytes: [UInt8]) -> Bool {
    bytes.contains(where: isDigit) || caseChanges(bytes[...]) > 2
  }

  /// Long codes of one length with points and slashes in them, as password hashes have, that share no part.
  static func isSignColumn(_ runs: [[UInt8]]) -> Bool {
    guard !runs.allEqual, Set(runs.map(\.count)).isSingle, runs[0].count >= 20,
      runs.allSatisfy({ run in
        run.allSatisfy { isWordByte($0) || "./+~*!".utf8.contains($0) } && run.contains(where: isDigit)
          && run.contains { (0x61...0x7A).contains($0) } && run.contains { (0x41...0x5A).contains($0) }
      }), runs.contains(where: { !$0.starts(with: "eyJ".utf8) && $0[0] != UInt8(ascii: "/") })
    else { return false }
    let parts = runs.map { Set($0.split(whereSeparator: { !isDigit($0) && !isLetter($0) }).filter { $0.count > 1 }) }
    return parts.dropFirst().reduce(parts[0]) { $0.intersection($1) }.isEmpty
  }
}
