extension Character {
  /// Columns that a terminal gives the character: 0 for marks that stand alone, 2 for wide ones, else 1.
  ///
  /// The ranges are the wide and full-width ones of Unicode's East Asian Width (UAX 11), rounded to whole blocks.
  var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    switch first.value {
    case 0x200B...0x200F, 0xFE00...0xFE0F, 0xFEFF: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    default: break
    }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : 1
    }
  }
}

extension String {
  /// The text with each character that would steer a terminal, or hide the order of a line, replaced by U+FFFD; tab and
  /// LF stay.
  public var withoutControls: String {
    guard unicodeScalars.contains(where: { $0.steersTerminal }) else { return self }
    var text = ""
    for scalar in unicodeScalars { text.unicodeScalars.append(scalar.steersTerminal ? "\u{FFFD}" : scalar) }
    return text
  }
}

extension Unicode.Scalar {
  /// Control characters other than tab and LF, and the explicit bidirectional controls (UAX 9).
  fileprivate var steersTerminal: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
