import ContractModel
import Diagnostics
import Testing

/// Everything else that the front end understands.
private let constructCases: [ZodCase] = [
  ZodCase(
    "text: bounds, formats, patterns",
    #"""
    export const a = z.object({
      a: z.string().min(1).max(9), b: z.string().length(3), c: z.string().nonempty().email(), d: z.url().max(200),
      e: z.string().regex(/^[a-z]\/$/i), f: z.string().startsWith("a.b"), g: z.cuid2(), h: z.iso.date(), i: z.uuidv7(),
      j: z.string().datetime({ offset: true }), k: z.string().datetime({ local: true }), l: z.e164()
    })
    """#,
    [
      "A":
        #"{"a":string[1..9];"b":string[3..3];"c":string@email[1..];"d":string@uri[..200];"e":string/^[a-zA-Z]/$/;"f":string/^a\\.b/;"g":string@cuid2/^[0-9a-z]+$/;"h":string@date;"i":string@uuid;"j":string@date-time;"k":string/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/;"l":string@e164/^\+[1-9]\d{6,14}$/;}"#
        .replacing(#"\\."#, with: #"\."#)
    ]),
  ZodCase(
    "text that is trimmed first may be longer than its rules say",
    "export const a = z.object({ a: z.string().trim().min(1).max(9), b: z.string().max(9).trim(), c: z.string().toLowerCase().email() })",
    [
      "A":
        #"{"a":string[1..] doc "After white space is trimmed: at most 9 characters.";"b":string[..9];"c":string doc "After a change: in the format email.";}"#
    ]),
  ZodCase(
    "numbers",
    "const K = 10; const LIMIT = 2 * K + 1; export const a = z.object({ a: z.number().int().positive(), b: z.number().min(0.5).max(LIMIT), c: z.int32().nonnegative(), d: z.number().gt(1).lt(5).multipleOf(0.5), e: z.number().safe(), f: z.number().min(1).min(3).finite() })",
    [
      "A":
        #"{"a":integer@double-int>0;"b":number>=0.5<=21;"c":integer@int32>=0;"d":number>1<5%0.5;"e":number>=-9007199254740991<=9007199254740991;"f":number>=3;}"#
    ]),
  ZodCase(
    "a bound that cannot be read is said", "export const a = z.string().max(settings.limit)", ["A": "string"],
    rules: ["zod/unread-bound"]),
  ZodCase(
    "objects from each other",
    """
    const base = z.object({ a: z.string(), b: z.number().optional(), c: z.boolean() });
    export const x = base.extend({ d: z.null() }).omit({ a: true });
    export const y = base.pick({ a: true, b: true }).required();
    export const w = base.partial({ a: true }).merge(z.object({ c: z.string() }));
    export const s = z.object({ ...base.shape, e: base.shape.a.nullable() });
    export const k = base.keyof();
    export const p = base.partial();
    """,
    [
      "X": #"{"b"?:number;"c":boolean;"d":null;}"#, "Y": #"{"a":string;"b":number;}"#,
      "W": #"{"a"?:string;"b"?:number;"c":string;}"#,
      "S": #"{"a":string;"b"?:number;"c":boolean;"e":string?;}"#, "K": #"enum("a"|"b"|"c")"#,
      "P": #"{"a"?:string;"b"?:number;"c"?:boolean;}"#,
    ]),
  ZodCase(
    "deepPartial and strictness of version 3", v: 3,
    "export const a = z.object({ b: z.object({ c: z.string() }), d: z.array(z.object({ e: z.number() })) }).deepPartial(); export const f = z.object({ a: z.any(), b: z.unknown().optional() }).nonstrict()",
    ["A": #"{"b"?:{"c"?:string;};"d"?:{"e"?:number;}[];}"#, "F": #"{"a"?:any;"b"?:any;}"#]),
  ZodCase(
    "lists and tuples",
    "export const a = z.object({ a: z.array(z.string()).min(1).max(3), b: z.string().array().nonempty(), c: z.tuple([z.string(), z.number()]), d: z.tuple([z.string()], z.boolean()), e: z.tuple([z.null()]).rest(z.string()), f: z.array(z.number()).length(2) })",
    [
      "A":
        #"{"a":string[1..3];"b":string[1..];"c":(,string,number);"d":(,string...boolean);"e":(,null...string);"f":number[2..2];}"#
    ]),
  ZodCase(
    "constants as values",
    """
    const roles = ["reader", "leader"] as const;
    const more = [...roles, "guest"] as [string, ...string[]];
    const Kind = { Text: "text", Link: "link" } as const;
    enum Size { Small = "s", Large = "l" }
    export const a = z.object({ a: z.enum(roles), b: z.enum(more), c: z.enum(Object.values(Kind)), d: z.nativeEnum(Kind),
      e: z.literal(Kind.Text), f: z.literal(Size.Large), g: z.enum(Object.keys(Kind)), h: z.enum(roles).exclude(["leader"]),
      i: z.literal(["x", 1, null]), j: z.enum(roles.map((role) => `role_${role}`)), k: z.enum(roles).enum.reader })
    """, [:], rules: ["zod/unknown-schema"]),
  ZodCase(
    "constants as values, each read",
    """
    const roles = ["reader", "leader"] as const;
    const more = [...roles, "guest"] as [string, ...string[]];
    const Kind = { Text: "text", Link: "link" } as const;
    enum Size { Small = "s", Large = "l" }
    export const a = z.object({ a: z.enum(roles), b: z.enum(more), c: z.enum(Object.values(Kind)), d: z.nativeEnum(Kind),
      e: z.literal(Kind.Text), f: z.literal(Size.Large), g: z.enum(Object.keys(Kind)), h: z.enum(roles).exclude(["leader"]),
      i: z.literal(["x", 1, null]), j: z.enum(roles.map((role) => `role_${role}`)), k: z.literal(z.enum(roles).enum.reader) })
    """,
    [
      "A":
        #"{"a":enum("reader"|"leader");"b":enum("reader"|"leader"|"guest");"c":enum("text"|"link");"d":enum(Text="text"|Link="link");"e":"text";"f":"l";"g":enum("Text"|"Link");"h":"reader";"i":enum("x"|1)?;"j":enum("role_reader"|"role_leader");"k":"reader";}"#
    ]),
  ZodCase(
    "unions: literals, open, nullable, untagged, tagged without saying so",
    #"""
    export const a = z.union([z.literal("x"), z.literal("y"), z.null()]);
    export const b = z.enum(["x"]).or(z.string());
    export const c = z.union([z.object({ k: z.literal(true), v: z.string() }), z.object({ k: z.literal(false) })]);
    export const d = z.union([z.string(), z.object({ n: z.number() }), z.array(z.string())]);
    export const e = z.discriminatedUnion("t", [z.object({ t: z.enum(["a", "b"]) }), z.object({ t: z.literal("c") })]);
    export const f = z.object({ g: z.union([z.string().optional(), z.number()]) });
    """#,
    [
      "A": #"enum("x"|"y")?"#, "B": #"open("x")"#,
      "C": #"union by "k"(true=>{"k":true;"v":string;}|false=>{"k":false;})"#,
      "D": #"union(string|{"n":number;}|string[])"#,
      "E": #"union by "t"("a"=>{"t":enum("a"|"b");}|"b"=>{"t":enum("a"|"b");}|"c"=>{"t":"c";})"#,
      "F": #"{"g"?:union(string|number);}"#,
    ]),
  ZodCase(
    "a union by another tag inside a union",
    #"""
    const bad = z.discriminatedUnion("code", [z.object({ s: z.literal("bad"), code: z.literal(1) }), z.object({ s: z.literal("bad"), code: z.literal(2) })]);
    export const r = z.discriminatedUnion("s", [z.object({ s: z.literal("ok") }), bad]);
    """#,
    [
      "R":
        #"union by "s"("ok"=>{"s":"ok";}|"bad"=>ABad:ABad)"#,
      "ABad": #"union by "code"(1=>{"s":"bad";"code":1;}|2=>{"s":"bad";"code":2;})"#,
    ]),
  ZodCase(
    "intersections",
    #"""
    const a = z.object({ a: z.string() });
    export const x = a.and(z.object({ b: z.number() }));
    export const y = z.intersection(a, z.union([z.object({ t: z.literal("p") }), z.object({ t: z.literal("q") })]));
    export const v = z.string().min(2).and(z.string().max(4));
    """#,
    [
      "X": #"{"a":string;"b":number;}"#,
      "Y": #"union by "t"("p"=>{"a":string;"t":"p";}|"q"=>{"a":string;"t":"q";})"#, "V": "string[2..4]",
    ]),
  ZodCase(
    "helpers are followed, with their arguments",
    """
    const withPaging = <T extends z.ZodTypeAny>(item: T, limit = 5) => z.object({ items: z.array(item).max(limit), next: nullable(z.string()) });
    function nullable(inner: z.ZodType) { const result = inner.nullable(); return result; }
    const fields = ({ size = 3 }: { size?: number }) => ({ code: z.string().length(size) });
    export const guild = z.object({ name: z.string() });
    export const guilds = withPaging(guild);
    export const codes = withPaging(z.object(fields({ size: 4 })).extend(fields({})), 2);
    """,
    [
      "Guilds": #"{"items":Guild[..5];"next":string?;}"#,
      "Codes": #"{"items":{"code":string[3..3];}[..2];"next":string?;}"#,
    ]),
  ZodCase(
    "shapes that code puts together",
    """
    const kinds = ["a", "b"] as const;
    const flat = [["x"], ["y", "x"]].flat();
    const shape = kinds.reduce<Record<string, z.ZodBoolean>>((all, kind) => { all[kind] = z.boolean(); return all; }, {});
    const more = Object.fromEntries(kinds.map((kind) => [`is_${kind}`, z.null()]));
    export const a = z.object({ ...shape, ...more, c: z.enum([...new Set(flat)]), d: z.string().regex(new RegExp(`^${kinds[0]}`)) });
    """, ["A": #"{"a":boolean;"b":boolean;"is_a":null;"is_b":null;"c":enum("x"|"y");"d":string/^a/;}"#]),
  ZodCase(
    "recursion through a union that is named",
    "export const tree: z.ZodType = z.lazy(() => z.object({ kids: z.array(z.union([leaf, tree])) })); const leaf = z.object({ v: z.number() })",
    ["Tree": #"{"kids":union(ALeaf:ALeaf|Tree:Tree)[];}"#]),
  ZodCase(
    "a condition that cannot be decided", "export const a = z.object({ a: isLive ? z.string() : z.number() })", [:],
    rules: ["zod/undecided"]),
  ZodCase(
    "documentation",
    #"""
    /** A guild. */
    export const guild = z.object({
      /** Shown everywhere. */
      name: z.string().describe("Its name."),
      old: z.string().optional().meta({ description: "Gone.", deprecated: true }),
    }).describe("Made by a leader.");
    """#, ["Guild": #"{"name":string doc "Shown everywhere.\nIts name.";"old"?:string doc "Gone." deprecated "";}"#]),
  ZodCase(
    "checks of version 4 and of zod/mini",
    #"export const a = z.object({ a: z.string().check(z.minLength(2), z.trim(), z.refine(f)), b: z.optional(z.number().check(z.positive(), z.lte(9))), c: z.nullable(z.array(z.string())), d: z._default(z.boolean(), true), e: z.extend(z.object({}), { x: z.int() }) })"#,
    [
      "A": #"{"a":string[2..];"b"?:number>0<=9;"c":string[]?;"d"?:boolean;"e":{"x":integer@double-int;};}"#
    ]),
  ZodCase(
    "template literals and stringbool",
    #"export const a = z.object({ a: z.templateLiteral(["usr_", z.number().int(), ".", z.enum(["x", "y"])]), b: z.stringbool({ truthy: ["yes"], falsy: ["no"] }) })"#,
    ["A": #"{"a":string/^usr_-?\d+\.(?:x|y)$/;"b":string/^(?:[yY][eE][sS]|[nN][oO])$/;}"#]),
  ZodCase(
    "members that may only be absent",
    "export const a = z.object({ a: z.never().optional(), b: z.undefined(), c: z.null() })",
    ["A": #"{"c":null;}"#], rules: ["zod/unchecked-rule", "zod/unchecked-rule"]),
  ZodCase(
    "two patterns", "export const a = z.string().regex(/a/).regex(/b/)", ["A": "string/a/"],
    rules: ["zod/unchecked-rule"]),
  ZodCase(
    "a constant made of itself", "export const a = a.optional()", [:], rules: ["zod/endless-schema"]),
  ZodCase(
    "noise around schemas",
    """
    type Handler = (r: Request) => void; interface X { a: string }
    @Injectable() class Service { private x = 1; async run<T>(a: T): Promise<T> { return a } }
    export default function page({ a }: { a: string }) { if (a < 3 && a > 2) { return /[/]/.test(a) } for (const x of []) { } }
    const y = `t${{ a: 1 }.a}`, w = a ? b : c, q = x as unknown as Y[], t = <T,>(x: T) => x!;
    label: while (true) { try { break } catch (e) { continue } finally { } }
    export const a = z.object({ "quoted-name": z.string(), 7: z.number(), ["computed"]: z.boolean(), async: z.null(), get: z.string() });
    """, ["A": #"{"quoted-name":string;"7":number;"computed":boolean;"async":null;"get":string;}"#]),
]

@Suite("Reading Zod")
struct ZodReadingTests {
  @Test("constructs", arguments: constructCases)
  func reads(_ example: ZodCase) {
    let loaded = ZodContract(example.source, version: example.version)
    #expect(loaded.rules.sorted() == example.rules.sorted(), "\(loaded.rendered)")
    for (name, text) in example.types { #expect(loaded.text(name) == text) }
  }

  @Test("the version comes from the configuration, the import, or the nearest package.json that knows Zod")
  func versions() {
    let text = #"export const r = z.record(z.enum(["a"]), z.number())"#
    let plain = "import { z } from \"zod\";\n" + text
    func keys(_ loaded: ZodContract) -> String { loaded.text("R") }
    let partial = #"map<only some "a",number>"#
    let whole = #"map<only every "a",number>"#
    #expect(
      keys(ZodContract(["p/a.ts": plain], unlisted: ["package.json": #"{"dependencies":{"zod":"^3.25.0"}}"#]))
        == partial)
    #expect(
      keys(
        ZodContract(
          ["p/q/a.ts": plain],
          unlisted: [
            "p/package.json": #"{"devDependencies":{"zod":"~4.1"}}"#, "package.json": #"{"dependencies":{"zod":"3"}}"#,
            "p/q/package.json": #"{"name":"x"}"#,
          ])) == whole)
    #expect(
      keys(ZodContract(["a.ts": plain], unlisted: ["../package.json": #"{"dependencies":{"zod":"3.22.4"}}"#]))
        == partial)
    #expect(keys(ZodContract(["a.ts": plain], version: 3)) == partial)
    #expect(keys(ZodContract(["a.ts": "import * as z from \"zod/v3\";\n" + text])) == partial)
    let assumed = ZodContract(["a.ts": plain])
    #expect(keys(assumed) == whole)
    #expect(assumed.rules == ["zod/assumed-version"])
  }

  @Test("Zod is found however it is imported")
  func imports() {
    let body = "export const a = x.object({ b: x.string() })"
    for line in [
      "import { z as x } from \"zod/v4\"", "import x from \"zod/v4\"", "import * as x from \"zod/v4-mini\"",
      "import { x } from \"./zod\"", "import { z as x } from \"@acme/validation\"",
    ] {
      let loaded = ZodContract(
        ["a.ts": line + ";\n" + body], unlisted: ["zod.ts": "import { z } from \"zod/v4\"; export { z as x };"],
        version: 4)
      #expect(loaded.text("A") == #"{"b":string;}"#, "\(line): \(loaded.rendered)")
    }
    let named = ZodContract([
      "a.ts":
        "import { object, string as text, iso } from \"zod/v4\"; export const a = object({ b: text(), c: iso.date() })"
    ])
    #expect(named.text("A") == #"{"b":string;"c":string@date;}"#, "\(named.rendered)")
  }
}
