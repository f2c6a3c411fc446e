import ContractModel
import Diagnostics
import Testing

/// Source text, the types that it must give, and the rules that must speak.
struct ReadingCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let source: String
  let types: [String: String]
  let rules: [String]

  init(_ description: String, _ source: String, _ types: [String: String], rules: [String] = []) {
    testDescription = description
    self.source = source
    self.types = types
    self.rules = rules
  }
}

/// The lines of the catalogue's first group that concern reading; T7 and T29 are about names in Swift alone.
private let catalogueCases: [ReadingCase] = [
  ReadingCase(
    "T1 keywords are ordinary member names",
    "export interface Row { class: string; default: number; in: string; Type: string; self: string; init: string; readonly: 1; get: 2; new: 3 }",
    [
      "Row":
        #"{"class":string;"default":number;"in":string;"Type":string;"self":string;"init":string;"readonly":1;"get":2;"new":3;}"#
    ]),
  ReadingCase("T2 $-names", "export type A = { $0: number; $ref: string }", ["A": #"{"$0":number;"$ref":string;}"#]),
  ReadingCase("T4 empty string", #"export type A = "" | "a""#, ["A": #"enum(""|"a")"#]),
  ReadingCase(
    "T5 ratios, brackets and numbers", #"export type A = "1:1" | "16:9" | "[asc" | 3"#,
    ["A": #"enum("1:1"|"16:9"|"[asc"|3)"#]),
  ReadingCase(
    "T6 optional, nullable, both", "export interface A { a?: string; b: string | null; c?: string | null }",
    ["A": #"{"a"?:string;"b":string?;"c"?:string?;}"#]),
  ReadingCase(
    "T9 tagged union",
    #"export type U = X | Y; export interface X { kind: "x" } export interface Y { kind: "y"; n: number }"#,
    ["U": #"union by "kind"("x"=>X:X|"y"=>Y:Y)"#]),
  ReadingCase(
    "T10 Boolean tag", "export type R = { ok: true; data: string } | { ok: false; error: string }",
    ["R": #"union by "ok"(true=>{"ok":true;"data":string;}|false=>{"ok":false;"error":string;})"#]),
  ReadingCase("T11 open enum", #"export type A = "up" | "down" | string"#, ["A": #"open("up"|"down")"#]),
  ReadingCase(
    "T11 open enum, the other way", #"export type A = "up" | "down" | (string & {})"#, ["A": #"open("up"|"down")"#]),
  ReadingCase("T12 recursion", "export interface N { parent?: N; kids: N[] }", ["N": #"{"parent"?:N;"kids":N[];}"#]),
  ReadingCase(
    "T13 recursive generic, extended",
    "interface Page<T> { items: T[]; next?: Page<T> } export interface A extends Page<number> { x: string }",
    [
      "A": #"{"items":number[];"next"?:PageOfNumber;"x":string;}"#,
      "PageOfNumber": #"{"items":number[];"next"?:PageOfNumber;}"#,
    ]),
  ReadingCase(
    "T15 index signature beside named members", "export type A = { total: number; [day: string]: number }",
    ["A": #"{"total":number;}&[string]:number"#]),
  ReadingCase(
    "T16 Date, and a type of one's own called Date",
    "namespace cal { export interface Date { day: number } } export interface A { at: Date; own: cal.Date }",
    ["A": #"{"at":string@date-time;"own":CalDate;}"#, "CalDate": #"{"day":number;}"#]),
  ReadingCase("T17 bigint", "export interface A { coins: bigint }", [:], rules: ["typescript/unsupported-type"]),
  ReadingCase(
    "T21 utility types in each other",
    #"interface B { x: 1; y: 2; z?: 3; w: 4 } export type A = Partial<Pick<Omit<B, "x">, "y" | "w">> & { z: 1 }"#,
    ["A": #"{"y"?:2;"w"?:4;"z":1;}"#]),
  ReadingCase(
    "T22 undefined is optional, a function is left out aloud",
    "export interface A { a: string | undefined; f?: () => void; g(): void; b: number }",
    ["A": #"{"a"?:string;"b":number;}"#], rules: ["typescript/function-member", "typescript/function-member"]),
  ReadingCase("T22 symbol", "export interface A { a: symbol }", [:], rules: ["typescript/unsupported-type"]),
  ReadingCase(
    "T23 numeric enum", "export enum Lv { Low = 10, High = 20, Next }", ["Lv": "enum(Low=10|High=20|Next=21)"]),
  ReadingCase("T24 template literal", "export type Id = `usr_${string}`", ["Id": "string/^usr_/"]),
  ReadingCase(
    "T24 template of literals", "export type Id = `${'a' | 'b'}-${1 | 2}`", ["Id": #"enum("a-1"|"a-2"|"b-1"|"b-2")"#]),
  ReadingCase(
    "T25 comments, strings and CRLF",
    "// interface X { }\r\n/* interface Y { */\r\nexport interface A {\r\n  /* } */ a: \"}\" | 'x\"{';\r\n  b: `}{`\r\n  c: number // }\r\n}\r\n",
    ["A": #"{"a":enum("}"|"x\"{");"b":"}{";"c":number;}"#, "X": "-", "Y": "-"]),
  ReadingCase(
    "T27 null and unknown", "export interface A { gone: null; meta: unknown }", ["A": #"{"gone":null;"meta":any;}"#]),
  ReadingCase(
    "T28 types named like Swift's own",
    "export interface Error { data: Data } export type Data = string; export interface Self { array: Array } export interface Array { x: 1 }",
    ["Error": #"{"data":Data;}"#, "Data": "string", "Self": #"{"array":Array;}"#, "Array": #"{"x":1;}"#]),
  ReadingCase("T29 a name with a space", #"export type A = { "my key": 1 }"#, ["A": #"{"my key":1;}"#]),
]

/// Everything else that the front end understands.
private let constructCases: [ReadingCase] = [
  ReadingCase(
    "interfaces are merged, bases come first, own members win",
    #"interface B { id: string; kind: string } export interface A extends B { kind: "a" } export interface A { more: boolean }"#,
    ["A": #"{"id":string;"kind":"a";"more":boolean;}"#]),
  ReadingCase(
    "records",
    #"export interface A { a: Record<string, number>; b: Record<"x" | "y", number>; c: Partial<Record<"x" | "y", B>>; d: { [k: string]: B } } export interface B { n: 1 }"#,
    ["A": #"{"a":map<string,number>;"b":map<every "x"|"y",number>;"c":map<some "x"|"y",B>;"d":map<string,B>;}"#]),
  ReadingCase(
    "tuples and lists",
    "export interface A { a: [number, string]; b: readonly [x: number, ...rest: string[]]; c: ReadonlyArray<string>; d: Array<string | null>; e: (1 | 2)[] }",
    ["A": #"{"a":(,number,string);"b":(,number...string);"c":string[];"d":string?[];"e":enum(1|2)[];}"#]),
  ReadingCase(
    "keyof, indexed access, mapped types",
    #"interface B { a: 1; b?: string } export interface A { k: keyof B; v: B["a"]; m: { [K in keyof B]: B[K][] }; r: { [K in "x" | "y" as `get_${K}`]: K } }"#,
    ["A": #"{"k":enum("a"|"b");"v":1;"m":{"a":1[];"b"?:string?[];};"r":{"get_x":"x";"get_y":"y";};}"#]),
  ReadingCase(
    "typeof a constant table",
    #"export const T = [{ slug: "a", xp: 1 }, { slug: "b", xp: 2.5 }] as const; export type Slug = (typeof T)[number]["slug"]; export type Row = (typeof T)[number]"#,
    ["Slug": #"enum("a"|"b")"#, "Row": #"{"slug":enum("a"|"b");"xp":number;}"#]),
  ReadingCase(
    "object used as an enum",
    #"export const Role = { Lead: "lead", Member: "member" } as const; export type Role = (typeof Role)[keyof typeof Role]"#,
    ["Role": #"enum("lead"|"member")"#]),
  ReadingCase(
    "frozen, satisfies and spread constants",
    #"const A = Object.freeze(["a", "b"]); export type T = (typeof B)[number]; const B = [...A, "c"] as const satisfies readonly string[]"#,
    ["T": #"enum("a"|"b"|"c")"#]),
  ReadingCase(
    "generics: defaults, wrappers, two arguments",
    "type Maybe<T> = T | null; interface Pair<A, B = A[]> { a: A; b: B } export interface X { m: Maybe<string>; p: Pair<X>; q: Pair<X, number> }",
    [
      "X": #"{"m":string?;"p":PairOfXAndListOfX;"q":PairOfXAndNumber;}"#, "PairOfXAndListOfX": #"{"a":X;"b":X[];}"#,
      "PairOfXAndNumber": #"{"a":X;"b":number;}"#,
    ]),
  ReadingCase(
    "a type in place that contains itself gets a name", "export interface A { n: number; patch: Partial<A> }",
    ["A": #"{"n":number;"patch":PartialOfA;}"#, "PartialOfA": #"{"n"?:number;"patch"?:PartialOfA;}"#]),
  ReadingCase(
    "recursive alias", "export type Json = string | number | boolean | null | Json[] | { [k: string]: Json }",
    ["Json": "union(Json[]|map<string,Json>|boolean|number|string)?"]),
  ReadingCase(
    "intersections: objects, brands, unions",
    #"export type A = { a: 1 } & { b: 2 }; export type Id = string & { readonly __brand: "Id" }; export type U = ({ t: "x" } | { t: "y" }) & { n: number }"#,
    [
      "A": #"{"a":1;"b":2;}"#, "Id": "string",
      "U": #"union by "t"("x"=>{"t":"x";"n":number;}|"y"=>{"t":"y";"n":number;})"#,
    ]),
  ReadingCase(
    "choosing from unions",
    #"type F = { kind: "a"; x: 1 } | { kind: "b"; y: 2 }; export interface A { e: Exclude<"a" | "b" | "c", "b">; f: Extract<F, { kind: "b" }>; n: NonNullable<string | null | undefined> }"#,
    ["A": #"{"e":enum("a"|"c");"f":{"kind":"b";"y":2;};"n":string;}"#]),
  ReadingCase(
    "enums: members as tags, string values",
    #"export enum K { A = "a", B = "b" } export type U = { k: K.A; x: 1 } | { k: K.B; y: 2 }"#,
    ["K": #"enum(A="a"|B="b")"#, "U": #"union by "k"("a"=>{"k":"a";"x":1;}|"b"=>{"k":"b";"y":2;})"#]),
  ReadingCase(
    "mixed literals and numbers as written", "export type A = 1_000 | 0x10 | -1.50 | true | null",
    ["A": "enum(1000|16|-1.50|true)?"]),
  ReadingCase(
    "Swift-like doc tags",
    "/** Text. @format uuid */ export type Id = string; export interface A { /** @integer @minimum 0 */ n: number | null; /** @integer */ t: Record<string, number>; /** @minItems 1 */ l: Id[]; /** Old. @deprecated use n */ o: 1; /** @maxLength 3 */ s: Id }",
    [
      "Id": "string@uuid",
      "A":
        #"{"n":integer>=0?;"t":map<string,integer>;"l":Id[1..];"o":1 doc "Old." deprecated "use n";"s":string@uuid[..3];}"#,
    ]),
  ReadingCase(
    "noise is passed over",
    """
    import { z } from "zod";
    @Injectable() export class Service { constructor(private readonly a: A) {} run(): Promise<{ a: string }> { return `}` } }
    export default function f({ a }: { a: string }): void { if (a) { /}/.test(a) } }
    export const handler = async (request: Request): Promise<Response> => { return new Response("}") }
    const x = a < b ? /[/}]/g : c / d; for (const y of []) { }
    export interface A { a: string }
    """, ["A": #"{"a":string;}"#]),
]

@Suite("Reading TypeScript")
struct ReadingTests {
  @Test("the catalogue's lines", arguments: catalogueCases)
  func readsCatalogue(_ example: ReadingCase) { check(example) }

  @Test("the constructs of contracts", arguments: constructCases)
  func readsConstructs(_ example: ReadingCase) { check(example) }

  private func check(_ example: ReadingCase) {
    let loaded = LoadedContract(example.source)
    #expect(loaded.findings.map(\.rule.rawValue) == example.rules, "\(loaded.rendered)")
    // T22: what is left out is a warning; anything else in these tables is refused.
    for finding in loaded.findings {
      #expect(finding.severity == (finding.rule == "typescript/function-member" ? .warning : .error))
    }
    for (name, text) in example.types { #expect(loaded.text(name) == text) }
  }
}
