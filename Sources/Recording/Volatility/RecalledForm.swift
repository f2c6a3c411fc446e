internal import Diagnostics

/// What a recording said of one slot: the forms that were volatile there, and in which word of a text.
///
/// A slot may be one of many elements of a list, so that several forms stand side by side.
struct RecalledForm: Hashable {
  private var parts: Set<String> = []
  /// Forms that need no memory, since they tell themselves; but other elements of a list may show less by chance.
  private var evident: Set<String> = []

  /// What a former recording said; nothing for a slot that it did not know.
  init(_ text: String? = nil) {
    parts = Set((text ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) })
    // These need no memory.
    parts.subtract(["uuid", "ulid", "secret"])
  }

  /// The forms of the volatile parts of a string.
  init(_ columns: [TokenColumn], ofKey isKey: Bool = false) {
    for column in columns {
      let name = Self.part(column.format.name, column, ofKey: isKey)
      if column.isEvident { evident.insert(name) } else { parts.insert(name) }
    }
  }

  private static func part(_ format: String, _ column: TokenColumn, ofKey isKey: Bool) -> String {
    let name = (isKey ? "\(keys) " : "") + format
    return column.word == 0 ? name : "\(name) in word \(column.word)"
  }

  private static let keys = "keys"
  /// The form of a value that differs and is no text.
  static let boolean = RecalledForm("boolean")
  /// The form of words that differ.
  static let words = RecalledForm(ValueFormat.text.name)
  /// The form of JSON text whose keys stand in another order in each run.
  static let sortedKeys = RecalledForm("json with sorted keys")

  /// What the record says: the forms, sorted.
  var text: String { parts.sorted { $0.precedesByBytes($1) }.joined(separator: ", ") }

  /// Whether the record needs it: no value that tells itself, as a UUID does, to which no two runs come by chance.
  var isEmpty: Bool { parts.isEmpty }

  /// Whether this says all that another one does.
  func contains(_ other: RecalledForm) -> Bool { parts.isSuperset(of: other.parts) }

  /// Adds the forms of another element.
  mutating func formUnion(_ other: RecalledForm) {
    parts.formUnion(other.parts)
    evident.formUnion(other.evident)
  }

  /// Whether some element shows itself what others may show less of.
  var isMixed: Bool { !parts.isEmpty && !evident.isEmpty }

  /// The form of a token that was seen in its place, where this recording's texts show less: that a code has no letter,
  /// or no digit, in any run is chance.
  func widened(_ column: TokenColumn, ofKey isKey: Bool = false) -> ValueFormat? {
    func holds(_ format: String) -> Bool {
      let name = Self.part(format, column, ofKey: isKey)
      return parts.contains(name) || evident.contains(name)
    }
    let holdsOpaque = holds("opaque")
    guard holdsOpaque || holds("hex") else { return nil }
    return ValueFormat(codes: column.texts, isHexadecimal: !holdsOpaque)
  }

  /// Whether keys were volatile.
  var holdsKeys: Bool { parts.contains { $0.hasPrefix(Self.keys + " ") } }

  /// Whether a token was volatile on which the runs agree this time.
  func holds(_ column: TokenColumn) -> Bool {
    let format = ValueFormat(of: column.texts)
    guard !parts.isEmpty, format != .text else { return false }
    return Self.names(of: format).contains { name in
      parts.contains(column.word == 0 ? name : "\(name) in word \(column.word)")
    }
  }

  /// Whether a number was volatile.
  func holdsNumber(_ format: ValueFormat) -> Bool {
    Self.names(of: format).contains(where: parts.contains)
  }

  /// Whether numbers with a fraction stood there.
  var holdsDecimal: Bool { parts.contains(ValueFormat.decimal.name) }

  /// The names of forms that a value of this form may have had in other runs, by chance.
  private static func names(of format: ValueFormat) -> [String] {
    switch format {
    case .hexadecimal, .opaque: ["hex", "opaque", "digits", "integer"]
    case .integer, .digits, .decimal: ["integer", "digits", "decimal"]
    case .epoch: [format.name, "epoch-seconds", "epoch-seconds-with-fraction", "integer", "digits"]
    default: [format.name]
    }
  }
}
