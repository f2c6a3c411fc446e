public import Diagnostics

/// The rules that reading Zod schemas speaks in.
public enum ZodRules {
  static let unsupportedType: RuleID = "zod/unsupported-type"
  static let unknownSchema: RuleID = "zod/unknown-schema"
  static let unresolvedName: RuleID = "zod/unresolved-name"
  static let unfollowedHelper: RuleID = "zod/unfollowed-helper"
  static let undecided: RuleID = "zod/undecided"
  static let endlessSchema: RuleID = "zod/endless-schema"
  static let refinedExtension: RuleID = "zod/refined-extension"
  static let unreadOutput: RuleID = "zod/unread-output"
  static let unreadBound: RuleID = "zod/unread-bound"
  static let looseInput: RuleID = "zod/loose-input"
  static let answerOnly: RuleID = "zod/answer-only"
  static let uncheckedRule: RuleID = "zod/unchecked-rule"
  static let nameCollision: RuleID = "zod/name-collision"
  static let unnamedSchema: RuleID = "zod/unnamed-schema"
  static let assumedVersion: RuleID = "zod/assumed-version"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      unsupportedType, .error, summary: "A schema accepts nothing that JSON can carry.",
      example: "at: z.date()", mend: "Describe what stands in the JSON, such as z.iso.datetime() or z.coerce.date()."),
    Rule(
      unknownSchema, .error, summary: "A schema is made with something that Zod is not known to have.",
      example: "z.strng()", mend: "Correct the spelling, or report it if your version of Zod has it."),
    Rule(
      unresolvedName, .error, summary: "A schema uses a name that leads to nothing that can be read.",
      example: "z.object({ plan: planSchema }) without planSchema",
      mend: "Declare it, or import it from a file that Assay may read."),
    Rule(
      unfollowedHelper, .error, summary: "A schema comes from a function that cannot be followed.",
      example: "createInsertSchema(users)", mend: "Write the schema out, or keep the function in a file of your own."),
    Rule(
      undecided, .error, summary: "A schema depends on something that is known only when the program runs.",
      example: "isProduction ? z.email() : z.string()", mend: "Write one schema that holds in both cases."),
    Rule(
      endlessSchema, .error, summary: "A schema is made of itself without end.", example: "const a = a.optional()",
      mend: "Give the inner schema a constant, and refer to it through a getter or z.lazy."),
    Rule(
      refinedExtension, .error, summary: "A refined object is extended or cut, which Zod refuses when it runs.",
      example: "guild.refine(check).extend({ motto: z.string() })", mend: "Extend first, refine last."),
    Rule(
      unreadOutput, .error, summary: "What a transformation gives cannot be read from its source.",
      example: "type Guild = z.infer<typeof guild>, with name: z.string().transform(parse)",
      mend: "Refer to the input with z.input, or add .pipe(…) with the schema of the result."),
    Rule(
      unreadBound, .warning, summary: "A bound is not a value that can be read, so it is not checked.",
      example: "z.string().max(settings.limit)", mend: "Write the number, or a constant that is one."),
    Rule(
      looseInput, .warning, summary: "A schema takes any value in, since a function comes first.",
      example: "z.preprocess(parse, z.number())", mend: "Describe what may be sent with z.union."),
    Rule(
      answerOnly, .warning,
      summary: "A schema holds dates, which no request can carry; it is read as what an answer shows.",
      example: "z.object({ createdAt: z.date() })",
      mend: "Use z.iso.datetime() or z.coerce.date() where it is meant for a request."),
    Rule(
      uncheckedRule, .note, summary: "A rule of a schema has no place in the contract, and is not checked.",
      example: "z.string().regex(a).regex(b)", mend: "Nothing, unless the rule matters to a client."),
    Rule(
      nameCollision, .warning,
      summary: "Two schemas would have one name; they get the names of their files in front, or a hash behind.",
      example: "export const roleSchema in teams.ts and in users.ts",
      mend: "Rename one of them, or give each a type alias of its own: type TeamRole = z.infer<typeof roleSchema>."),
    Rule(
      unnamedSchema, .note, summary: "A schema that is written as an argument has no name, and is left out.",
      example: "await read(request, z.object({ … }))", mend: "Give it a constant if a client needs the type."),
    Rule(
      assumedVersion, .note, summary: "No package.json says which version of Zod is meant; version 4 is assumed.",
      example: "import { z } from \"zod\" without a package.json above the file",
      mend: "Import from \"zod/v3\" or \"zod/v4\", or add the package.json."),
  ]
}
