/// Makes Swift names from the names of a contract.
enum SwiftNaming {
  /// `guild_role` becomes `guildRole`, `HTTPStatus` `httpStatus`, `NOT_FOUND` `notFound`, `+1` `plus1`, the empty text `empty`.
  static func lowerCamel(_ text: String, spellsAll: Bool = false) -> String {
    let words = casedWords(text, spellsAll: spellsAll)
    guard let first = words.first else { return "empty" }
    return joined([loweredHead(first)] + words.dropFirst().map(capitalized))
  }

  /// `guild-role` becomes `GuildRole`; capitals stay as they are, but for words of a text that has no small letter.
  static func upperCamel(_ text: String, spellsAll: Bool = false) -> String {
    let words = casedWords(text, spellsAll: spellsAll)
    guard !words.isEmpty else { return "Empty" }
    return joined(words.map(capitalized))
  }

  /// The name of one element of what a plural names: `items` gives `item`, `entries` `entry`; other names stay.
  static func singular(_ name: String) -> String {
    func cut(_ count: Int, _ tail: String = "") -> String { String(name.dropLast(count)) + tail }
    if name.count > 4, name.hasSuffix("ies") { return cut(3, "y") }
    for ending in ["sses", "xes", "zes", "ches", "shes"] where name.hasSuffix(ending) && name.count > ending.count {
      return cut(2)
    }
    for ending in ["ss", "us", "is"] where name.hasSuffix(ending) { return name }
    return name.count > 2 && name.hasSuffix("s") ? cut(1) : name
  }

  /// Six hexadecimal digits that depend on the text alone (FNV-1a).
  static func digest(_ text: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String((String(repeating: "0", count: 8 - digits.count) + digits).suffix(6))
  }

  /// Whether a text may be a Swift name as it is: letters, digits and `_` of ASCII, no digit first, not `_` alone.
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(48...57).contains(first), text != "_" else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "_"): true
      default: false
      }
    }
  }

  private static func casedWords(_ text: String, spellsAll: Bool) -> [String] {
    let words = IdentifierWords.words(text, spellsAll: spellsAll)
    let letters = text.unicodeScalars
    let shouts =
      letters.contains { $0.properties.isUppercase } && !letters.contains { $0.properties.isLowercase }
      && words.contains { $0.count > 1 }
    return shouts ? words.map { $0.lowercased() } : words
  }

  private static func joined(_ words: [String]) -> String {
    var name = ""
    for word in words {
      if let last = name.unicodeScalars.last, let first = word.unicodeScalars.first, isDigit(last), isDigit(first) {
        name += "_"
      }
      name += word
    }
    guard let first = name.unicodeScalars.first else { return "empty" }
    // An identifier starts with a letter; a digit or a combining mark gets a bar before it.
    return isDigit(first) || !(first.isASCII || first.properties.isXIDStart) ? "_" + name : name
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// `URLString` becomes `urlString`, `URLs` `urls`, `Name` `name`.
  private static func loweredHead(_ word: String) -> String {
    let characters = Array(word)
    var count = 0
    while count < characters.count, characters[count].isUppercase { count += 1 }
    guard count > 0 else { return word }
    let rest = characters[count...]
    let isWholeRun = rest.isEmpty || !(rest.first?.isLetter ?? false) || (count > 1 && rest.elementsEqual(["s"]))
    let lowered = isWholeRun || count == 1 ? count : count - 1
    return String(characters[..<lowered]).lowercased() + String(characters[lowered...])
  }
}
