public import Diagnostics
internal import TypeScriptSyntax

/// The rules that reading TypeScript contracts speaks in.
public enum TypeScriptRules {
  static let unsupportedType: RuleID = "typescript/unsupported-type"
  static let unresolvedName: RuleID = "typescript/unresolved-name"
  static let typeArguments: RuleID = "typescript/type-arguments"
  static let endlessType: RuleID = "typescript/endless-type"
  static let unsupportedConstant: RuleID = "typescript/unsupported-constant"
  static let invalidDocTag: RuleID = "typescript/invalid-tag"
  static let functionMember: RuleID = "typescript/function-member"
  static let looseType: RuleID = "typescript/loose-type"
  static let leftOut: RuleID = "typescript/left-out"
  static let sameName: RuleID = "typescript/same-name"

  /// All of them, those of the parser and of routes included.
  public static let rules: [Rule] =
    SyntaxRules.rules + RouteRules.rules + [
      Rule(
        unsupportedType, .error, summary: "A type that a route reaches has no JSON form, or cannot be decided.",
        example: "coins: bigint", mend: "Declare what stands in the JSON, such as string."),
      Rule(
        unresolvedName, .error, summary: "A name that a route reaches is declared nowhere that Assay may look.",
        example: "members: GuildMenber[]", mend: "Declare it, import it, or correct its spelling."),
      Rule(
        typeArguments, .error, summary: "A generic type gets too few or too many type arguments.",
        example: "response: Page", mend: "Give one argument for each parameter without a default."),
      Rule(
        endlessType, .error, summary: "A type is made of itself without end.",
        example: "interface L<T> { next: L<T[]> }", mend: "Break the circle with a type that does not grow."),
      Rule(
        unsupportedConstant, .error, summary: "A constant table holds something that is not a literal.",
        example: "export const LEVELS = [{ xp: base * 2 }] as const", mend: "Write the value out."),
      Rule(
        invalidDocTag, .error, summary: "A doc comment's tag has a wrong value, or stands where it means nothing.",
        example: "/** @minimum low */", mend: "Correct the value, or remove the tag."),
      Rule(
        functionMember, .warning, summary: "A member is a function, which JSON leaves out; so does the contract.",
        example: "interface Plan { title: string; start(): void }", mend: "Keep functions out of types of answers."),
      Rule(
        looseType, .warning, summary: "A type accepts any object, though the source does not say so in words.",
        example: "meta: {}", mend: "Name the members, or write Record<string, unknown>."),
      Rule(
        sameName, .note, summary: "Several types have one name, so each gets a part of its file's path before it.",
        example: "billing/card.ts and profile/card.ts both export Card",
        mend: "Nothing, unless the name reads badly: then rename one of them."),
      Rule(
        leftOut, .note, summary: "An exported type that no route reaches cannot be read, and is left out.",
        example: "export type Handler = (request: Request) => void", mend: "Nothing, unless a client needs the type."),
    ]
}
