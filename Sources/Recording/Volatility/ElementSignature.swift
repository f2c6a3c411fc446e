internal import Diagnostics
internal import JSONText

/// Says what of a value is the same in every run, so that elements can be found again in another order.
struct ElementSignature {
  /// How much of a value counts.
  enum Strictness {
    /// Everything but what looks random or says when.
    case all
    /// Words alone: no number and no text with digits in it.
    case words
  }

  let run: Int
  let identities: KnownIdentities
  let strictness: Strictness
  /// Texts that look random and that every run has all the same, such as ids that a client chose.
  var constants: Set<String> = []

  /// The signature of a value of the run.
  ///
  /// - Parameter isMember: Whether it stands under a name that says that it is no identifier: a count that equals an id
  ///   by chance is none.
  func text(_ value: JSONValue, isMember: Bool = false) -> String {
    switch value {
    case .null: return "null"
    case .bool(let value): return strictness == .all ? "\(value)" : "?"
    case .number(let text): return isMember ? form(text) : token(text)
    case .string(let text):
      if !isMember || !ValueFormat.isDecimalDigits(Array(text.utf8)), let label = label(text) {
        return "‹\(label)›"
      }
      if constants.contains(text) { return "\"\(text)\"" }
      let format = ValueFormat(of: text)
      guard format == .text else { return form(text) }
      return "\"" + TokenScanner.tokens(text).map { $0.isWord ? token($0.text) : $0.text }.joined() + "\""
    case .array(let elements):
      // The order inside an element is another question.
      return "[" + elements.map { text($0) }.sorted { $0.precedesByBytes($1) }.joined(separator: ",") + "]"
    case .object(let members):
      return "{"
        + members.map { token($0.key) + ":" + text($0.value, isMember: !EntityNames.isIdentifierName($0.key)) }
        .sorted { $0.precedesByBytes($1) }.joined(separator: ",") + "}"
    }
  }

  private func token(_ text: String) -> String {
    label(text).map { "‹\($0)›" } ?? form(text)
  }

  /// What is known of a text; of a number only where numbers count, since two tables have the same ones.
  private func label(_ text: String) -> String? {
    if strictness == .words, ValueFormat.isDecimalDigits(Array(text.utf8)) { return nil }
    return identities.label(of: text, run: run)
  }

  private func form(_ text: String) -> String {
    if constants.contains(text) { return text }
    switch ValueFormat(of: text) {
    case .text, .weekday: return text
    case .integer, .decimal, .digits, .address, .composite, .clock, .amount, .duration, .elapsed:
      return strictness == .all ? text : "#"
    default: return "?"
    }
  }

  /// Texts that look random and stand in every run's list.
  static func constants(of arrays: [[JSONValue]]) -> Set<String> {
    let runs = arrays.map { elements in
      var texts: Set<String> = []
      for element in elements { collect(element, into: &texts) }
      return texts
    }
    return runs.dropFirst().reduce(runs[0]) { $0.intersection($1) }
  }

  private static func collect(_ value: JSONValue, into texts: inout Set<String>) {
    switch value {
    case .string(let text): if ValueFormat(of: text).isRandom { texts.insert(text) }
    case .array(let elements): for element in elements { collect(element, into: &texts) }
    case .object(let members): for member in members { collect(member.value, into: &texts) }
    default: break
    }
  }
}
