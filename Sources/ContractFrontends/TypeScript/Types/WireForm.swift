internal import ContractModel
internal import TypeScriptSyntax

/// What `typeMap` says of a type that has no JSON form of its own: `string`, `string/uuid`, `number`, `integer`,
/// `boolean`.
struct WireForm {
  let shape: TypeExpression.Shape
  /// The type that it is for the rest of TypeScript.
  let word: KeywordType

  /// The form that a text names; nil for what is the name of a Swift type.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let format = parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
    switch parts[0] {
    case "string":
      shape = .string(StringFacts(format: format))
      word = .string
    case "number":
      shape = .number(NumberFacts(format: format))
      word = .number
    case "integer":
      shape = .number(NumberFacts(isInteger: true, format: format))
      word = .number
    case "boolean":
      shape = .boolean
      word = .boolean
    default: return nil
    }
  }
}
