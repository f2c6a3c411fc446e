/// A Unicode property as `\p{…}` names it (ECMA-262): a general category, or one of a few binary properties.
struct UnicodeProperty: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case categories(Set<Unicode.GeneralCategory>)
    case any
    case ascii
    case alphabetic
    case lowercase
    case uppercase
    case whitespace
    case emoji
  }
  private let kind: Kind
  private let isNegated: Bool

  /// Reads a name; nil for scripts and whatever else is not known.
  init?(_ name: String, isNegated: Bool) {
    self.isNegated = isNegated
    switch name {
    case "Any": kind = .any
    case "ASCII": kind = .ascii
    case "Alphabetic", "Alpha": kind = .alphabetic
    case "Lowercase", "Lower": kind = .lowercase
    case "Uppercase", "Upper": kind = .uppercase
    case "White_Space", "space": kind = .whitespace
    case "Emoji": kind = .emoji
    default:
      var value = name[...]
      for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) { value = name.dropFirst(prefix.count) }
      let short = Self.longNames[String(value)] ?? String(value)
      let found = Self.categories.filter { short == "LC" ? Self.cased.contains($0.key) : $0.key.hasPrefix(short) }
      guard !found.isEmpty, short.count <= 2 else { return nil }
      kind = .categories(Set(found.map(\.value)))
    }
  }

  /// Whether a scalar has the property; what is no scalar has none.
  func contains(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    let properties = scalar.properties
    let isIn =
      switch kind {
      case .categories(let categories): categories.contains(properties.generalCategory)
      case .any: true
      case .ascii: scalar.isASCII
      case .alphabetic: properties.isAlphabetic
      case .lowercase: properties.isLowercase
      case .uppercase: properties.isUppercase
      case .whitespace: properties.isWhitespace
      case .emoji: properties.isEmoji
      }
    return isIn != isNegated
  }

  private static let cased: Set = ["Lu", "Ll", "Lt"]

  private static let categories: [String: Unicode.GeneralCategory] = [
    "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter, "Lm": .modifierLetter,
    "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark, "Me": .enclosingMark, "Nd": .decimalNumber,
    "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation, "Pd": .dashPunctuation,
    "Ps": .openPunctuation, "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
    "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol, "Sk": .modifierSymbol, "So": .otherSymbol,
    "Zs": .spaceSeparator, "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Cc": .control, "Cf": .format,
    "Cs": .surrogate, "Co": .privateUse, "Cn": .unassigned,
  ]

  private static let longNames: [String: String] = [
    "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn",
    "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd",
    "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc",
    "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi",
    "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc",
    "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl",
    "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs",
    "Private_Use": "Co", "Unassigned": "Cn",
  ]
}
