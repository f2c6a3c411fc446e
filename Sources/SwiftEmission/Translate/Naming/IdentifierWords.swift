/// Splits any text into words that a Swift identifier can be made of.
///
/// Letters and digits of any script stay; symbols that carry the meaning of a name, such as those of an emoji, become
/// the words of their Unicode names, which never change.
enum IdentifierWords {
  /// The words of a text; `spellsAll` also turns separators into words, so that texts that differ in them only differ.
  static func words(_ text: String, spellsAll: Bool = false) -> [String] {
    let words = split(text, spellsAll: spellsAll)
    // A text of nothing but separators is named after them.
    return words.isEmpty && !spellsAll ? split(text, spellsAll: true) : words
  }

  private static func split(_ text: String, spellsAll: Bool) -> [String] {
    var words: [String] = []
    var current = ""
    func endWord() {
      if !current.isEmpty { words.append(current) }
      current = ""
    }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if isLetterOrDigit(scalar) {
        current.unicodeScalars.append(scalar)
        continue
      }
      endWord()
      let isSign = index == 0 && scalars.count > 1 && ("0"..."9").contains(scalars[1])
      if isSign, scalar == "-" {
        words.append("minus")
      } else if spellsAll || isSign || isPictograph(scalar) {
        words += spelling(of: scalar)
      }
    }
    endWord()
    return words
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: !scalar.isASCII && scalar.properties.isXIDContinue && isSwiftCharacter(scalar.value)
    }
  }

  /// The ranges that Swift's grammar allows in identifiers, as far as letters stand in them.
  private static func isSwiftCharacter(_ value: UInt32) -> Bool {
    switch value {
    case 0xAA, 0xB5, 0xB7, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF,
      0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D,
      0xFD40...0xFDCF, 0xFDF0...0xFE0F, 0xFE20...0xFE44, 0xFE47...0xFFFD, 0x10000...0xEFFFD:
      true
    default: false
    }
  }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    return switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .currencySymbol: true
    default: false
    }
  }

  private static func spelling(of scalar: Unicode.Scalar) -> [String] {
    if let name = punctuation[scalar] { return [name] }
    guard let name = scalar.properties.name else { return ["u" + String(scalar.value, radix: 16)] }
    return split(name.lowercased(), spellsAll: false)
  }

  private static let punctuation: [Unicode.Scalar: String] = [
    " ": "space", "!": "bang", "\"": "quote", "#": "hash", "$": "dollar", "%": "percent", "&": "and", "'": "apostrophe",
    "(": "open", ")": "close", "*": "star", "+": "plus", ",": "comma", "-": "dash", ".": "dot", "/": "slash",
    ":": "colon", ";": "semicolon", "<": "less", "=": "equals", ">": "greater", "?": "question", "@": "at",
    "[": "openBracket", "\\": "backslash", "]": "closeBracket", "^": "caret", "_": "underscore", "`": "backtick",
    "{": "openBrace", "|": "pipe", "}": "closeBrace", "~": "tilde", "\t": "tab", "\n": "newline", "\r": "return",
  ]
}
