/// What a former recording said of one slot, as far as it decides about tokens on which the runs agree this time.
struct RecalledForm {
  private let forms: [(word: Int, name: String)]
  /// Whether the whole value is replaced by words, or by the first literal of its type.
  let isConstant: Bool

  init(_ form: String?) {
    isConstant = form == ValueFormat.text.name
    forms =
      form.map { form in
        form.split(separator: ",").map { part in
          let words = part.split(separator: " ")
          return (words.count > 3 ? Int(words[3]) ?? 0 : 0, String(words.first ?? ""))
        }
      } ?? []
  }

  /// Whether the token was volatile.
  func holds(_ column: TokenColumn) -> Bool {
    guard !forms.isEmpty, !isConstant else { return false }
    let format = ValueFormat(of: column.texts)
    return format != .text && forms.contains { $0.word == column.word && Self.agree($0.name, format) }
  }

  /// A code of this run may be another kind of code by chance; a date is none.
  private static func agree(_ name: String, _ format: ValueFormat) -> Bool {
    let codes: Set = ["integer", "digits", "hex", "opaque", "epoch-seconds", "epoch-milliseconds"]
    return name == format.name || codes.contains(name) && codes.contains(format.name)
  }

  /// What is recorded of a string made of parts: the form, with the word that it is where it is not the whole.
  static func text(_ columns: [TokenColumn]) -> String {
    columns.map { column in
      let name = ValueFormat(of: column.texts).name
      return column.word == 0 ? name : "\(name) in word \(column.word)"
    }.joined(separator: ", ")
  }
}
