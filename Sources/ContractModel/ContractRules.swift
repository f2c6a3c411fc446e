public import Diagnostics

/// The rules that validation of a contract speaks in.
public enum ContractRules {
  static let duplicateType: RuleID = "contract/duplicate-type"
  static let unresolvedReference: RuleID = "contract/unresolved-reference"
  static let endlessReference: RuleID = "contract/endless-reference"
  static let duplicateRoute: RuleID = "contract/duplicate-route"
  static let tableInvariant: RuleID = "contract/table-invariant"
  static let leftOut: RuleID = "contract/left-out"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      duplicateType, .error, summary: "Two types of the contract have one name, with or without regard to case.",
      example: "interface Plan {…} in plan.ts and type plan = … in today.ts",
      mend: "Rename one of them: the generated Swift has one namespace."),
    Rule(
      unresolvedReference, .error, summary: "A type refers to a name that the contract does not declare.",
      example: "members: GuildMember[] without GuildMember",
      mend: "Declare it, or add the file that declares it to the sources in assay.json."),
    Rule(
      endlessReference, .error, summary: "A type is nothing but itself, so no value belongs to it.",
      example: "type A = B; type B = A", mend: "Give one of them a shape."),
    Rule(
      duplicateRoute, .error, summary: "Two routes share an id (without regard to case), or a method and path.",
      example: "guilds.show and guilds.Show", mend: "Give each route an id and a place of its own."),
    Rule(
      tableInvariant, .error, summary: "A constant table does not keep what its tags promise.",
      example: "/** @monotonic xp */ with xp 0, 100, 90", mend: "Correct the row, or the tag."),
    Rule(
      leftOut, .warning,
      summary:
        "`assay generate --allow-skips` leaves out a type or route that cannot be read, or that holds such a type.",
      example: "coins: bigint in Wallet leaves out Wallet and the route that answers with it",
      mend: "Mend what cannot be read; the findings beside this one say where."),
  ]
}
