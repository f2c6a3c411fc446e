public import Diagnostics

/// The rules that emission of Swift speaks in.
public enum EmissionRules {
  static let renamed: RuleID = "emission/renamed"
  static let ambiguousUnion: RuleID = "emission/ambiguous-union"
  static let unresolvedReference: RuleID = "emission/unresolved-reference"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      renamed, .note, summary: "A name of the contract cannot be its own Swift name, so another one stands for it.",
      example: "interface Error {…} becomes ErrorValue; fields 'a-b' and 'aB' become aDashB and aB",
      mend: "Nothing, unless the name reads badly: then rename it in the contract. The wire name stays as it is."),
    Rule(
      ambiguousUnion, .error,
      summary: "Two variants of a union accept the same JSON, so no decoder can tell them apart.",
      example: "type Pet = Cat | Dog, both { name: string }",
      mend: "Add a property with a literal type to each variant, such as kind: \"cat\", or keep one of them."),
    Rule(
      unresolvedReference, .error, summary: "A type cannot be emitted, since a name in it leads nowhere.",
      example: "members: GuildMember[] without GuildMember",
      mend: "Declare it, or add the file that declares it to the sources in assay.json."),
  ]
}
