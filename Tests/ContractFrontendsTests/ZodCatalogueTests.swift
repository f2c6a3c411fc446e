import ContractModel
import Diagnostics
import Testing

/// Source text for one version of Zod, the types that it must give, and the rules that must speak.
struct ZodCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let version: Int
  let source: String
  let types: [String: String]
  let rules: [String]

  init(
    _ description: String, v version: Int = 4, _ source: String, _ types: [String: String], rules: [String] = []
  ) {
    testDescription = description
    self.version = version
    self.source = source
    self.types = types
    self.rules = rules
  }
}

/// The lines of the catalogue's second group; the number of each stands in front.
///
/// | line | what it says | cases |
/// | --- | --- | --- |
/// | Z1 | a default makes a request's member optional, and an answer's required | two, and `bothSides` |
/// | Z3 | `extend` after `refine` | reported in version 3, followed in version 4 |
/// | Z4 | refined and lazy members of a discriminated union | two |
/// | Z6 | coercion takes other types in, "false" means true | three, by version |
/// | Z7 | numeric native enums | two |
/// | Z9 | optional is not null | one |
/// | Z10 | no silent "any object" | four |
/// | Z11 | types without a JSON form | two, and `ZodModuleTests.sides` for a request |
/// | Z13 | records with enum keys | three, by version |
/// | Z14 | strict, strip, passthrough | one, and `ZodRequestTests` for what a request may hold |
/// | Z15 | lazy, brand, preprocess, pipe, catch, stringbool, `z.iso` | three |
private let catalogueCases: [ZodCase] = [
  ZodCase(
    "Z1 a default is optional on the way in",
    "export const pageSchema = z.object({ size: z.number().default(20), at: z.string().prefault(\"now\"), q: z.string() })",
    ["Page": #"{"size"?:number;"at"?:string;"q":string;}"#]),
  ZodCase(
    "Z1 a null default behind nullable", v: 3, "export const a = z.object({ b: z.string().nullable().default(null) })",
    ["A": #"{"b"?:string?;}"#]),
  ZodCase(
    "Z3 extend after refine, version 3", v: 3,
    "const A = z.object({ a: z.string() }); export const b = A.refine(f).extend({ b: z.string() })", [:],
    rules: ["zod/refined-extension"]),
  ZodCase(
    "Z3 extend after refine, version 4",
    "const A = z.object({ a: z.string() }); export const b = A.refine(f).extend({ b: z.string() })",
    ["B": #"{"a":string;"b":string;}"#]),
  ZodCase(
    "Z3 merge and pick after superRefine, version 3", v: 3,
    "const A = z.object({ a: z.string() }); export const b = A.superRefine(f).merge(A); export const c = A.refine(f).pick({ a: true })",
    [:], rules: ["zod/refined-extension", "zod/refined-extension"]),
  ZodCase(
    "Z3 the object inside can still be extended", v: 3,
    "const A = z.object({ a: z.string() }).refine(f); export const b = A.innerType().extend({ b: z.string() })",
    ["B": #"{"a":string;"b":string;}"#]),
  ZodCase(
    "Z4 a refined member of a discriminated union",
    #"export const u = z.discriminatedUnion("t", [z.object({ t: z.literal("a") }).refine(f), z.object({ t: z.literal("b"), n: z.number() }).superRefine(f).describe("B")])"#,
    ["U": #"union by "t"("a"=>{"t":"a";}|"b"=>{"t":"b";"n":number;})"#]),
  ZodCase(
    "Z4 lazy, named and nested members",
    #"""
    const a = z.object({ t: z.literal("a") });
    const more = z.discriminatedUnion("t", [z.object({ t: z.literal("b") }), z.object({ t: z.literal("c") })]);
    export const u = z.discriminatedUnion("t", [a, z.lazy(() => more)]);
    """#,
    ["U": #"union by "t"("a"=>A:A|"b"=>{"t":"b";}|"c"=>{"t":"c";})"#]),
  ZodCase(
    "Z6 a coerced Boolean takes any scalar; required in version 4",
    "export const a = z.object({ on: z.coerce.boolean() })",
    [
      "A":
        #"{"on":union(boolean|number|string)? doc "Coerced: every value but false, 0, \"\" and null means true, the text \"false\" too.";}"#
    ]),
  ZodCase(
    "Z6 it may be left out in version 3", v: 3,
    "export const a = z.object({ on: z.coerce.boolean(), n: z.coerce.number() })",
    [
      "A":
        #"{"on"?:union(boolean|number|string)? doc "Coerced: every value but false, 0, \"\" and null means true, the text \"false\" too.";"n":union(number|string/^\s*(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)?\s*$/|boolean)?;}"#
    ]),
  ZodCase(
    "Z6 bounds say what a coerced number takes in", "export const a = z.coerce.number().int().min(2)",
    ["A": #"union(integer@double-int>=2|string/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/)"#]),
  ZodCase(
    "Z7 numeric native enum", "enum Lv { Low = 10, High = 20, Next } export const lv = z.nativeEnum(Lv)",
    ["Lv": "enum(Low=10|High=20|Next=21)"]),
  ZodCase(
    "Z7 an object with reverse names, and z.enum of an enum",
    #"const M = { A: 1, 1: "A" } as const; export const m = z.nativeEnum(M); enum S { X = "x", Y = "y" } export const s = z.enum(S)"#,
    ["M": "1", "S": #"enum(X="x"|Y="y")"#]),
  ZodCase(
    "Z9 three states",
    "export const a = z.object({ a: z.string().optional(), b: z.string().nullable(), c: z.string().nullish(), d: z.string() })",
    ["A": #"{"a"?:string;"b":string?;"c"?:string?;"d":string;}"#]),
  ZodCase(
    "Z10 a node under wrappers",
    #"export const a = z.union([z.string(), z.number()]).nullable().default("x"); export const b = z.object({ a })"#,
    ["A": "union(string|number)?", "B": #"{"a"?:A;}"#]),
  ZodCase("Z10 an unknown schema", "export const a = z.object({ n: z.strng() })", [:], rules: ["zod/unknown-schema"]),
  ZodCase(
    "Z10 an unknown method", "export const a = z.object({ n: z.string().minn(3) })", [:], rules: ["zod/unknown-schema"]),
  ZodCase(
    "Z10 an unknown name, a value that is no schema, a helper from elsewhere",
    #"import { make } from "drizzle-zod"; export const a = z.object({ n: other, m: 3, o: make(table) })"#, [:],
    rules: ["zod/unresolved-name", "zod/unknown-schema", "zod/unfollowed-helper"]),
  ZodCase(
    "Z11 what JSON cannot carry",
    """
    export const a = z.object({
      a: z.bigint(), b: z.map(z.string(), z.string()), c: z.set(z.string()), d: z.function(),
      e: z.promise(z.string()), f: z.symbol(), g: z.file(), h: z.instanceof(File), i: z.nan(), j: z.int64(),
      k: z.custom(f)
    })
    """, [:], rules: Array(repeating: "zod/unsupported-type", count: 11)),
  ZodCase(
    "Z11 dates can only be in answers", "export const a = z.object({ at: z.date() })",
    ["A": #"{"at":string@date-time;}"#],
    rules: ["zod/answer-only"]),
  ZodCase(
    "Z13 records with listed keys, version 4",
    #"const k = z.enum(["a", "b"]); export const r = z.object({ a: z.record(k, z.number()), b: z.partialRecord(k, z.number()), c: z.record(z.literal(["x"]), z.number().optional()), d: z.record(z.string(), z.boolean()) })"#,
    [
      "R":
        #"{"a":map<only every "a"|"b",number>;"b":map<only some "a"|"b",number>;"c":map<only some "x",number>;"d":map<string,boolean>;}"#
    ]),
  ZodCase(
    "Z13 records with listed keys, version 3", v: 3,
    #"export const r = z.object({ a: z.record(z.enum(["a", "b"]), z.number()), b: z.record(z.number()) })"#,
    ["R": #"{"a":map<only some "a"|"b",number>;"b":map<string,number>;}"#]),
  ZodCase(
    "Z13 keys with a format or a pattern",
    "export const r = z.record(z.uuid(), z.record(z.string().regex(/^x-/), z.null()))",
    ["R": "map<string@uuid,map<string/^x-/,null>>"]),
  ZodCase(
    "Z14 other members",
    """
    const o = z.object({ a: z.string() });
    export const all = z.object({ a: o, b: o.strict(), c: o.passthrough(), d: o.catchall(z.number()), e: o.strict().strip(),
      f: z.strictObject({}), g: z.looseObject({}), h: o.catchall(z.never()) })
    """,
    [
      "All":
        #"{"a":AO;"b":{"a":string;}!;"c":{"a":string;}&[string]:any;"d":{"a":string;}&[string]:number;"e":{"a":string;};"f":{}!;"g":{}&[string]:any;"h":{"a":string;}!;}"#
    ]),
  ZodCase(
    "Z15 lazy and getters become references",
    "export const node: z.ZodType<Node> = z.object({ kids: z.lazy(() => node.array()) }); export const tree = z.object({ name: z.string(), get next() { return tree.optional() } })",
    ["Node": #"{"kids":Node[];}"#, "Tree": #"{"name":string;"next"?:Tree;}"#]),
  ZodCase(
    "Z15 brand is nothing; pipe, catch and transform are what they take in",
    #"export const a = z.object({ a: z.string().brand("Id"), b: z.string().transform(Number).pipe(z.number()), c: z.number().catch(1), d: z.stringbool({ truthy: ["j"], falsy: ["n"], case: "sensitive" }), e: z.iso.datetime(), f: z.string().readonly(), g: z.json() })"#,
    ["A": #"{"a":string;"b":string;"c"?:number;"d":enum("j"|"n");"e":string@date-time;"f":string;"g":any;}"#]),
  ZodCase(
    "Z15 preprocess takes anything in, and says so",
    "export const a = z.object({ n: z.preprocess(Number, z.number()) })",
    ["A": #"{"n"?:any;}"#], rules: ["zod/loose-input"]),
]

@Suite("The catalogue's lines on Zod")
struct ZodCatalogueTests {
  @Test("each line", arguments: catalogueCases)
  func reads(_ example: ZodCase) {
    let loaded = ZodContract(example.source, version: example.version)
    #expect(loaded.rules.sorted() == example.rules.sorted(), "\(loaded.rendered)")
    // Z3, Z10, Z11: what cannot be read is an error; the other two say what a schema that is read leaves open.
    let told: Set = ["zod/loose-input", "zod/answer-only"]
    for finding in loaded.findings {
      #expect(finding.severity == (told.contains(finding.rule.rawValue) ? .warning : .error), "\(loaded.rendered)")
    }
    for (name, text) in example.types { #expect(loaded.text(name) == text) }
  }

  @Test("Z1 a default may be left out on the way in, and is there on the way out")
  func bothSides() {
    let loaded = ZodContract(
      ["page.ts": "import { z } from \"zod/v4\";\nexport const page = z.object({ size: z.number().default(20) });"],
      typescript: [
        "routes.ts": """
        import { z } from "zod/v4";
        import { page } from "./page";
        export interface Routes {
          "POST /a": { id: "a"; request: z.input<typeof page>; response: { sent: boolean } };
          "GET /a": { id: "b"; response: z.infer<typeof page> };
        }
        """
      ])
    #expect(loaded.rules == [], "\(loaded.rendered)")
    func members(_ type: TypeExpression?) -> String? {
      guard let type else { return nil }
      let text = ContractText.describe(type)
      return loaded.text(text) == "-" ? text : loaded.text(text)
    }
    #expect(members(loaded.contract.route(id: "a")?.request) == #"{"size"?:number;}"#)
    #expect(members(loaded.contract.route(id: "b")?.response) == #"{"size":number;}"#)
  }

  @Test("a finding says file, line and column, and the next step")
  func places() {
    let loaded = ZodContract("export const a = z.object({\n  name: z.strng(),\n});")
    #expect(loaded.findings.map { $0.place.description } == ["a.ts:3:9"])
    #expect(loaded.findings.first?.help == "did you mean 'z.string'?")
    #expect(loaded.findings.first?.member == "A.name")
  }
}
