/// Regular expressions as text.
enum PatternText {
  private static let special: Set<Character> = Set("\\^$.|?*+()[]{}/")

  /// A pattern that only this text fits.
  static func escaped(_ text: String) -> String {
    text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The pattern with each letter in both cases; nil when it has what cannot be told apart (`\u`, `\x`, `\p`, names).
  static func ignoringCase(_ pattern: String) -> String? {
    var result = ""
    var isInClass = false
    let characters = Array(pattern)
    var place = 0
    while place < characters.count {
      let character = characters[place]
      place += 1
      switch character {
      case "\\":
        guard place < characters.count, !"uxpPkc".contains(characters[place]) else { return nil }
        result += "\\\(characters[place])"
        place += 1
      case "("
      where !isInClass && place + 1 < characters.count && characters[place] == "?" && characters[place + 1] == "<":
        return nil
      case "[" where !isInClass:
        isInClass = true
        result.append(character)
      case "]" where isInClass:
        isInClass = false
        result.append(character)
      default:
        let isRange =
          isInClass && place + 1 < characters.count && characters[place] == "-" && characters[place + 1] != "]"
        if isRange {
          result += range(character, characters[place + 1])
          place += 2
        } else {
          result += both(character, isInClass: isInClass)
        }
      }
    }
    return result
  }

  private static func both(_ character: Character, isInClass: Bool) -> String {
    guard character.isASCII, character.isLetter else { return String(character) }
    let pair = character.lowercased() + character.uppercased()
    return isInClass ? pair : "[\(pair)]"
  }

  private static func range(_ low: Character, _ high: Character) -> String {
    let written = "\(low)-\(high)"
    guard low.isASCII, high.isASCII, low.isLetter, high.isLetter, low.isLowercase == high.isLowercase else {
      return written
    }
    return low.isLowercase
      ? written + "\(low.uppercased())-\(high.uppercased())" : written + "\(low.lowercased())-\(high.lowercased())"
  }
}
