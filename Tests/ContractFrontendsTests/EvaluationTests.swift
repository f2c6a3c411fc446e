import ContractModel
import Diagnostics
import Testing

/// Types that have to be worked out: conditions, inference, mapped types, templates, tuples.
private let evaluationCases: [ReadingCase] = [
  ReadingCase(
    "conditional types over literals, members of a union one by one",
    "type Kind<T> = T extends string ? \"s\" : T extends number ? \"n\" : \"?\"; export interface A { a: Kind<\"x\">; b: Kind<1 | \"y\">; c: Kind<boolean>; d: [1 | \"y\"] extends [string] ? 1 : 2; e: Kind<never>[] | 0 }",
    ["A": #"{"a":"s";"b":enum("n"|"s");"c":"?";"d":2;"e":-;}"#], rules: ["typescript/unsupported-type"]),
  ReadingCase(
    "infer from objects, lists, tuples, templates and generic types",
    "type Of<T> = T extends { a: infer A } ? A : never; type Item<T> = T extends (infer I)[] ? I : T; type Rest<T> = T extends [infer H, ...infer R] ? R : []; type Event<T> = T extends `${infer A}.${infer B}` ? { on: A; what: B } : never; interface Page<T> { items: T[] } type Inner<T> = T extends Page<infer I> ? I : never; export interface X { a: Of<{ a: 1 }>; b: Item<string[]>; c: Rest<[1, 2, 3]>; d: Event<\"user.created\">; e: Inner<Page<boolean>>; f: Awaited<Promise<Promise<4>>>; g: ReturnType<() => 5> }",
    ["X": #"{"a":1;"b":string;"c":(,2,3);"d":{"on":"user";"what":"created";};"e":boolean;"f":4;"g":5;}"#]),
  ReadingCase(
    "conditions on objects, enums and lists",
    "interface A { a: string } interface B extends A { b: 1 } enum E { X = \"x\", Y = \"y\" } type T<V> = V extends A ? \"a\" : V extends unknown[] ? \"list\" : V extends E.X ? \"x\" : V extends Function ? \"f\" : \"-\"; export interface R { a: T<B>; b: T<[1]>; c: T<E>; d: T<() => void>; e: T<{ a: 1 }>; f: T<null> }",
    ["R": #"{"a":"a";"b":"list";"c":enum("x"|"-");"d":"f";"e":"-";"f":"-";}"#]),
  ReadingCase(
    "recursive conditional types end, and get a name where they contain themselves",
    "type Partly<T> = T extends object ? { [K in keyof T]?: Partly<T[K]> } : T; interface N { name: string; kids: N[]; at: Date } export type P = Partly<N>; type Deep<T> = T extends (infer I)[] ? Deep<I> : T; export type D = Deep<[[1], [[2]]]>",
    ["P": "PartlyOfN", "PartlyOfN": #"{"name"?:string;"kids"?:PartlyOfN[];"at"?:string@date-time;}"#, "D": "enum(1|2)"]),
  ReadingCase(
    "an argument that is used in part is not declared",
    "type Safe<T> = { [K in keyof T as T[K] extends bigint ? never : K]: T[K] }; interface Model { id: bigint; at: Date } export type M = Safe<Model>; export type O = Omit<Model, \"id\">",
    ["M": #"{"at":string@date-time;}"#, "O": #"{"at":string@date-time;}"#, "Model": "-"]),
  ReadingCase(
    "mapped types with other keys",
    "interface B { name: string; age?: number; kind: \"k\" } type Getters<T> = { [K in keyof T as `get${Capitalize<string & K>}`]: T[K] }; type NoKind<T> = { [K in keyof T as Exclude<K, \"kind\">]: T[K] }; type Flags<T> = { [K in keyof T as T[K] extends string ? K : never]-?: boolean }; export interface A { g: Getters<Omit<B, \"kind\">>; n: NoKind<B>; f: Flags<B> }",
    [
      "A":
        #"{"g":{"getName":string;"getAge"?:number;};"n":{"name":string;"age"?:number;};"f":{"name":boolean;"kind":boolean;};}"#
    ]),
  ReadingCase(
    "mapped types over lists, tuples, unions and scalars",
    "type Boxed<T> = { [K in keyof T]: { v: T[K] } }; export interface A { a: Boxed<1[]>; b: Boxed<[1, \"x\"]>; c: Boxed<\"s\">; d: Partial<{ a: 1 } | { b: 2 }>; e: Readonly<string[]>; f: Required<[1?]> }",
    ["A": #"{"a":{"v":1;}[];"b":(,{"v":1;},{"v":"x";});"c":"s";"d":union({"a"?:1;}|{"b"?:2;});"e":string[];"f":(,1);}"#]
  ),
  ReadingCase(
    "tuples with optional elements, and rests that are not last",
    "export interface A { a: [string, number?]; b: [string, string?]; c: [...number[], number]; d: [1, ...[2, 3?]]; e: [\"x\"?, ...\"x\"[]] }",
    [
      "A":
        #"{"a":union((,string)|(,string,number));"b":string[1..2];"c":number[1..];"d":union((,1,2)|(,1,2,3));"e":"x"[];}"#
    ]
  ),
  ReadingCase(
    "two tags, tags in tags, tags of several literals",
    "export type Two = { t: \"a\"; s: \"x\"; n: 1 } | { t: \"a\"; s: \"y\"; m: 2 } | { t: \"b\" }; export type Many = { k: \"p\" | \"q\"; v: 1 } | { k: \"r\" }; export type Num = { v: 1 } | { v: 2; b: 3 }",
    [
      "Two":
        #"union by "t"("a"=>union by "s"("x"=>{"t":"a";"s":"x";"n":1;}|"y"=>{"t":"a";"s":"y";"m":2;})|"b"=>{"t":"b";})"#,
      "Many": #"union by "k"("p"=>{"k":enum("p"|"q");"v":1;}|"q"=>{"k":enum("p"|"q");"v":1;}|"r"=>{"k":"r";})"#,
      "Num": #"union by "v"(1=>{"v":1;}|2=>{"v":2;"b":3;})"#,
    ]),
  ReadingCase(
    "intersections are distributed, and what is impossible falls away",
    "type U = { t: \"a\"; x: 1 } | { t: \"b\"; y: 2 }; interface B { at: string | null } export interface A { a: U & { t: \"b\" }; b: (string | number) & (number | boolean); c: B & { at: null }; d: (\"a\" | \"b\" | \"c\") & (\"b\" | \"c\" | \"d\"); e: string[] & { readonly tag: 1 }; f: { k: \"x\" } & ({ v: 1 } | { v: 2 }) }",
    [
      "A":
        #"{"a":{"t":"b";"y":2;};"b":number;"c":{"at":null;};"d":enum("b"|"c");"e":string[];"f":union by "v"(1=>{"k":"x";"v":1;}|2=>{"k":"x";"v":2;});}"#
    ]),
  ReadingCase(
    "keys that are templates over bigint, beside named members",
    "export type Form = Record<`files[${bigint}]`, unknown> & { payload_json?: string }; export type K = `n${bigint}`; type Is<T> = T extends `n${bigint}` ? 1 : 0; export type R = [Is<\"n12\">, Is<\"n1.5\">, Is<\"nx\">]",
    ["Form": #"{"payload_json"?:string;}&[string]:any"#, "K": "string/^n-?(0|[1-9][0-9]*)$/", "R": "(,1,0,0)"]),
  ReadingCase(
    "a recursive mapped type has a name for each object that it goes over",
    "type Undefine<B> = { [K in keyof B]: B[K] extends Exclude<B[K], undefined> ? Undefine<B[K]> : Undefine<B[K]> | undefined }; type StrictPartial<B> = Undefine<Partial<B>>; interface User { name: string; boss?: User; team: Team | null } interface Team { users: User[]; lead: User } export type P = StrictPartial<Team>",
    [
      "P": "UndefineOfPartialOfTeam",
      "UndefineOfPartialOfTeam": #"{"users"?:UndefineOfUser[];"lead"?:UndefineOfUser;}"#,
      "UndefineOfUser": #"{"name":string;"boss"?:UndefineOfUser;"team":UndefineOfTeam?;}"#,
      "UndefineOfTeam": #"{"users":UndefineOfUser[];"lead":UndefineOfUser;}"#,
    ]),
  ReadingCase(
    "picking and omitting keys of each member of a union",
    "type Keys<T> = keyof T; type AllKeys<T> = T extends unknown ? Keys<T> : never; type P<T, K> = Pick<T, Extract<keyof T, K>>; type PickEach<T, K extends AllKeys<T>> = T extends unknown ? keyof P<T, K> extends never ? never : { [X in keyof P<T, K>]: P<T, K>[X] } : never; type O<T, K> = Omit<T, Extract<keyof T, K>>; type OmitEach<T, K extends AllKeys<T>> = T extends unknown ? { [X in keyof O<T, K>]: O<T, K>[X] } : never; interface A { t: \"a\"; x: 1; n?: string } interface B { t: \"b\"; y: 2; n: number } interface C { z: 3 } export type Some = PickEach<A | B | C, \"t\" | \"n\">; export type Rest = OmitEach<A | B, \"n\">",
    [
      "Some": #"union by "t"("a"=>{"t":"a";"n"?:string;}|"b"=>{"t":"b";"n":number;})"#,
      "Rest": #"union by "t"("a"=>{"t":"a";"x":1;}|"b"=>{"t":"b";"y":2;})"#,
    ]),
  ReadingCase(
    "mapped types over unions take optionality away and add it, and rename keys",
    "type Req<T> = { [K in keyof T]-?: T[K] }; type Opt<T> = { [K in keyof T]+?: T[K] }; type Pre<T> = T extends unknown ? { [K in keyof T as `p_${K & string}`]: T[K] } : never; type U = { a?: 1 } | { b: 2; c?: 3 }; export interface X { r: Req<U>; o: Opt<U>; p: Pre<U> }",
    [
      "X":
        #"{"r":union({"a":1;}|{"b":2;"c":3;});"o":union({"a"?:1;}|{"b"?:2;"c"?:3;});"p":union({"p_a"?:1;}|{"p_b":2;"p_c"?:3;});}"#
    ]),
  ReadingCase(
    "this, classes, accessors, overloads, assertions, private parts",
    "interface Chain { self: this; next?: this } interface Sub extends Chain { more: 1 } abstract class Base<T> { abstract kind: string; data!: T; protected p = 1; area(): number { return 1 } } class Circle extends Base<number> implements X { declare kind: \"circle\"; r = 1; static s = 2; #h = 3; get half(): number { return 1 } set half(v) {} constructor(public id: string, private q: Q) { super() } } export interface A { s: Sub; c: Circle; i: { get x(): 1; set x(v: 1); accessor: 2 } }",
    [
      "Sub": #"{"self":Sub;"next"?:Sub;"more":1;}"#,
      "Circle": #"{"kind":string;"data":number;"r":number;"half":number;"id":string;}"#,
      "A": #"{"s":Sub;"c":Circle;"i":{"x":1;"accessor":2;};}"#,
    ]),
  ReadingCase(
    "computed enum members",
    "export enum F { A = 1 << 0, B = 1 << 1, AB = A | B, N = -1, X = (2 + 3) * 4, L = \"abc\".length, T = ~0 } export enum S { P = \"p\", Q = `${P}-q`, R = \"a\" + \"b\" } const BASE = 10; export enum O { A = BASE + 1, B }",
    ["F": "enum(A=1|B=2|AB=3|N=-1|X=20)", "S": #"enum(P="p"|Q="p-q"|R="ab")"#, "O": "enum(A=11|B=12)"]),
  ReadingCase(
    "intrinsic string types and templates over unions",
    "export interface A { u: Uppercase<\"ab\" | \"Cd\">; c: Capitalize<\"name\">; t: `${Lowercase<\"A\" | \"B\">}-${1 | 2}`; n: `n${number}`; r: Record<`k_${string}`, 1>; p: PropertyKey }",
    [
      "A":
        #"{"u":enum("AB"|"CD");"c":"Name";"t":enum("a-1"|"a-2"|"b-1"|"b-2");"n":string/^n-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;"r":map<string/^k_/,1>;"p":string;}"#
    ]),
  ReadingCase(
    "keys of unions, tuples, frozen and checked tables, modules",
    "const T = { x: { v: 1 }, y: { v: 2 } } satisfies Record<string, { v: number }>; const F = Object.freeze({ a: 1, b: \"q\" } as const); export interface A { k: keyof ({ a: 1; b: 2 } | { b: 3 }); t: keyof typeof T; f: (typeof F)[keyof typeof F]; l: [1, 2][\"length\"]; i: { [k: string]: 1 }[\"any\"] }",
    ["A": #"{"k":"b";"t":enum("x"|"y");"f":enum(1|"q");"l":2;"i":1;}"#]),
  ReadingCase(
    "functions and symbols among other things are left out aloud",
    "export interface A { a: string | (() => void); b?: 1 | symbol; m(): void; c: { [Symbol.iterator](): 1; d: 1 } }",
    ["A": #"{"a"?:string;"b"?:1;"c":{"d":1;};}"#],
    rules: ["typescript/function-member", "typescript/function-member", "typescript/function-member"]),
  ReadingCase(
    "a user's own types under names of the library",
    "interface Date { day: number } interface Partial { p: 1 } type Record<T> = T[]; export interface A { d: Date; p: Partial; r: Record<1> }",
    ["A": #"{"d":Date;"p":Partial;"r":1[];}"#, "Date": #"{"day":number;}"#]),
  ReadingCase(
    "lists under an interface's name, index signatures that must both hold, exported namespaces",
    "export interface Tags extends Array<string> {} export interface Nest extends Array<Nest> {} interface A1 { [k: string]: number | string } interface B1 { [k: string]: number } export type AB = A1 & B1; export namespace N { export interface In { x: 1 } export namespace M { export type T = 2 } interface Hidden { y: 1 } }",
    ["Tags": "string[]", "Nest": "Nest[]", "AB": "map<string,number>", "NIn": #"{"x":1;}"#, "NMT": "2", "NHidden": "-"]),
  ReadingCase("nothing but an empty object", "export type A = Record<string, never>", ["A": "{}!"]),
  ReadingCase(
    "a tag that each part of an intersection narrows",
    "type C = { op?: \"a\" | \"r\"; x?: string } & { op: \"r\" }; export type U = C | { op: \"a\"; d: string }",
    ["U": #"union by "op"("r"=>C:C|"a"=>{"op":"a";"d":string;})"#, "C": #"{"op":"r";"x"?:string;}"#]),
  ReadingCase(
    "members that share some values of a tag",
    "export type U = { op: \"a\" | \"r\"; x: string } | { op: \"a\"; y: string }",
    [
      "U":
        #"union by "op"("a"=>union({"op":enum("a"|"r");"x":string;}|{"op":"a";"y":string;})|"r"=>{"op":enum("a"|"r");"x":string;})"#
    ]),
  ReadingCase(
    "a union that its own members narrow",
    "interface A { k: 1 } interface B { k: 2; m: U & { n: 0 } } interface C { k: 3; m: U } export type U = A | B | C",
    ["U": #"union by "k"(1=>A:A|2=>B:B|3=>C:C)"#, "B": #"{"k":2;"m":UWithValue;}"#]),
  ReadingCase(
    "an intersection of unions is taken apart by a condition",
    "type Without<T, K extends string> = T extends T ? Omit<T, K> : never; type U = ({ f: 1 } | { g: 1 }) & { b?: 1 }; export type W = Without<U, \"b\">",
    ["W": #"union({"f":1;}|{"g":1;})"#]),
]

@Suite("Types that have to be worked out")
struct EvaluationTests {
  @Test("each comes to what TypeScript says", arguments: evaluationCases)
  func evaluates(_ example: ReadingCase) {
    let loaded = LoadedContract(example.source)
    #expect(loaded.findings.map(\.rule.rawValue) == example.rules, "\(loaded.rendered)")
    guard !example.rules.contains("typescript/unsupported-type") else { return }
    for (name, text) in example.types { #expect(loaded.text(name) == text) }
  }

  @Test("unions in a union have spans of their own, by which checks tell them apart")
  func spans() throws {
    let loaded = LoadedContract(
      "export type D = { a: 1; b: 1; c: 1 } | { a: 1; b: 1; c: 2 } | { a: 1; b: 2 } | { a: 1; b: 2; e: 5 } | { a: 2 }")
    var spans: [String] = []
    var open = [try #require(loaded.contract.type(named: "D")).type]
    while let type = open.popLast() {
      guard case .union(let shape) = type.shape else { continue }
      spans.append("\(type.span.start)-\(type.span.end)")
      open += shape.variants.map(\.type)
    }
    #expect(spans.count == 4)
    #expect(Set(spans).count == spans.count)
  }
}
