/// How names and literals are written so that Swift reads them as they are meant.
enum SwiftText {
  /// Words that a name cannot be without backticks; those that backticks do not help, such as `self`, are never given
  /// (see ``ReservedNames``).
  static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout",
    "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
    "await", "false", "is", "nil", "super", "throws", "true", "try",
  ]

  /// A name, in backticks where it is a keyword.
  static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A name as an argument label, where few keywords need backticks and the others may not have them.
  static func label(_ name: String) -> String { ["inout", "let", "var"].contains(name) ? "`\(name)`" : name }

  /// A string literal that stands on one line and shows what cannot be seen.
  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The inside of a string literal.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case " ": result += " "
      default:
        if isVisible(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return result
  }

  /// The lines of a comment, without anything that could end it or hide in it.
  static func commentLines(_ text: String) -> [String] {
    var lines: [String] = [""]
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": lines.append("")
      case "\t": lines[lines.count - 1] += "  "
      default:
        if scalar == " " || isVisible(scalar) || scalar.properties.isEmojiModifier || scalar.value == 0x200D
          || scalar.value == 0xFE0F || scalar.properties.generalCategory == .nonspacingMark
          || scalar.properties.generalCategory == .spacingMark
        {
          lines[lines.count - 1].unicodeScalars.append(scalar)
        }
      }
      previous = scalar
    }
    let trimmed = lines.map { line in
      var end = line.endIndex
      while end > line.startIndex, line[line.index(before: end)] == " " { end = line.index(before: end) }
      return String(line[..<end])
    }
    let first = trimmed.firstIndex { !$0.isEmpty } ?? trimmed.endIndex
    let last = trimmed.lastIndex { !$0.isEmpty } ?? trimmed.startIndex
    return first <= last && first < trimmed.endIndex ? Array(trimmed[first...last]) : []
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value > 0x20 && scalar.value < 0x7F }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .otherSymbol:
      true
    default: false
    }
  }
}
