/// A line of the catalogue's group C1: TypeScript, what its Swift must hold, what goes through it, what is refused.
struct CatalogueCase: Sendable {
  /// JSON that goes through a Swift type, and what comes back: the same, other text, or nil for an error.
  struct Trip: Sendable {
    let type: String
    let json: String
    let expected: String?
  }

  let line: String
  /// Where else the line is tested.
  let elsewhere: String
  let source: String
  /// Lines that the emitted file must have, spaces before them aside.
  let lines: [String]
  /// Text that it must not have.
  let absent: [String]
  let trips: [Trip]
  /// Sources that must be refused, with the rule that speaks.
  let refused: [(source: String, rule: String)]

  init(
    _ line: String, elsewhere: String = "ContractFrontendsTests/CatalogueTests", _ source: String, lines: [String],
    absent: [String] = [], trips: [(String, String, String?)] = [], same: [(String, String)] = [],
    refused: [(String, String)] = []
  ) {
    self.line = line
    self.elsewhere = elsewhere
    self.source = source
    self.lines = lines
    self.absent = absent
    self.trips =
      trips.map { Trip(type: $0.0, json: $0.1, expected: $0.2) }
      + same.map { Trip(type: $0.0, json: $0.1, expected: $0.1) }
    self.refused = refused.map { (source: $0.0, rule: $0.1) }
  }

  /// Every line of the group; numbers that are missing here are missing in the catalogue.
  static let all: [CatalogueCase] = names + unions + shapes + library

  private static let names: [CatalogueCase] = [
    CatalogueCase(
      "T1",
      "export interface Row { class: string; default: number; in: string; Type: string; self: string; init: string }",
      lines: [
        "public let `class`: String", "public let `default`: Double", "public let `in`: String",
        "public let type: String",
        "public let selfValue: String", "public let initValue: String",
      ],
      same: [("Row", #"{"Type":"t","class":"c","default":1.5,"in":"i","init":"n","self":"s"}"#)]),
    CatalogueCase(
      "T2", #"export interface Dollar { $0: number; $ref: string; "+1": boolean; "👍": 1 | 2 }"#,
      lines: [
        "public let dollar0: Double", "public let ref: String", "public let plus1: Bool",
        "public let thumbsUpSign: ThumbsUpSign",
      ], absent: ["let $", "let `$"], same: [("Dollar", #"{"$0":0.5,"$ref":"r","+1":true,"👍":2}"#)]),
    CatalogueCase(
      "T4", #"export type MaybeBlank = "" | "a""#, lines: ["case empty", "case a"],
      same: [("[MaybeBlank]", #"["","a","new"]"#)]),
    CatalogueCase(
      "T5",
      #"export interface Ratios { ratio: "1:1" | "16:9" | "[asc"; mixed: "1:1" | 3; number: 3 | 4.5; cased: "aB" | "ab" | "a-b" | "a_b" }"#,
      lines: ["case _1_1", "case _16_9", "case asc", "case ab", "case aDashB", "case aUnderscoreB"],
      same: [
        ("Ratios", #"{"cased":"a-b","mixed":3,"number":4.5,"ratio":"16:9"}"#),
        ("Ratios", #"{"cased":"aB","mixed":"1:1","number":3,"ratio":"[asc"}"#),
      ]),
    CatalogueCase(
      "T6", elsewhere: "SwiftEmissionTests/RoundTripTests, states",
      "export interface Patch { a?: string; b: string | null; c?: string | null; d?: { x: 1 } | null }",
      lines: [
        "public let a: String?", "public let b: String?", "public let c: Field<String>", "public let d: Field<D>",
      ],
      trips: [("Patch", #"{"c":"x"}"#, nil), ("Patch", #"{"a":null,"b":null}"#, nil)],
      same: [
        ("Patch", #"{"b":null}"#), ("Patch", #"{"a":"","b":"","c":"","d":{"x":1}}"#),
        ("Patch", #"{"b":null,"c":null,"d":null}"#),
      ]),
    CatalogueCase(
      "T7", elsewhere: "SwiftEmissionTests/NamingTests",
      #"export interface Post { type: "a" | "b"; post: "c" | "d"; kind: { kind: "e" | "f" } }"#,
      lines: ["public let type: TypeValue", "public let post: PostValue", "public let kind: Kind"],
      absent: ["enum Type:", "enum Post:"], same: [("Post", #"{"kind":{"kind":"e"},"post":"c","type":"new"}"#)]),
    CatalogueCase(
      "T29", elsewhere: "SwiftEmissionTests/NamingTests",
      #"export interface Spaced { "my key": string; "": 1; "1st": boolean }"#,
      lines: ["public let myKey: String", "public var empty: Int { 1 }", "public let _1st: Bool"],
      absent: ["`my key`:"],
      same: [("Spaced", #"{"":1,"1st":true,"my key":"k"}"#)]),
  ]

  private static let unions: [CatalogueCase] = [
    CatalogueCase(
      "T9",
      #"export type Move = { kind: "x"; mode: "up" | "down" } | { kind: "y"; mode: "up" | "left"; by?: number }"#,
      lines: ["case x(X)", "case y(Y)", #"case "x": self = .x(try X(from: decoder))"#],
      trips: [("Move", #"{"mode":"up"}"#, nil)],
      same: [
        ("Move", #"{"by":1,"kind":"y","mode":"up"}"#), ("Move", #"{"kind":"x","mode":"left"}"#),
        ("Move", #"{"kind":"z","other":[1]}"#),
      ]),
    CatalogueCase(
      "T10", elsewhere: "ContractFrontendsTests/EvaluationTests, two tags",
      """
      interface D { n: number }
      export type Outcome = { ok: true; data: D } | { ok: false; error: string };
      export type Twice = { t: "a"; s: "x"; n: number } | { t: "a"; s: "y"; m: string } | { t: "b"; z: boolean };
      export type Versioned = { v: 1; a: string } | { v: 2; b: string };
      """,
      lines: [
        "case true: self = .`true`(try True(from: decoder))", #"case "a": self = .a(try A(from: decoder))"#,
        #"case "y": self = .y(try Y(from: decoder))"#,
      ],
      trips: [("Outcome", #"{"error":"e","ok":true}"#, nil), ("Twice", #"{"n":1,"t":"a"}"#, nil)],
      same: [
        ("Outcome", #"{"data":{"n":1.5},"ok":true}"#), ("Outcome", #"{"error":"e","ok":false}"#),
        ("Twice", #"{"n":1.5,"s":"x","t":"a"}"#), ("Twice", #"{"m":"m","s":"y","t":"a"}"#),
        ("Twice", #"{"s":"z","t":"a"}"#), ("Twice", #"{"t":"b","z":true}"#), ("Versioned", #"{"b":"b","v":2}"#),
      ]),
    CatalogueCase(
      "T11", #"export type State = "up" | "down" | string"#, lines: ["case up", "case unrecognized(String)"],
      same: [("[State]", #"["up","sideways",""]"#)]),
    CatalogueCase(
      "T23", "export enum Level { Low = 10, High = 20 }", lines: ["case low", "case 10: self = .low", "case high"],
      absent: [#""Low""#, #""High""#], trips: [("Level", #""Low""#, nil)], same: [("[Level]", "[10,20,30]")]),
  ]

  private static let shapes: [CatalogueCase] = [
    CatalogueCase(
      "T12", "export interface TreeNode { parent?: TreeNode; kids: TreeNode[]; up: TreeNode | null }",
      lines: [
        "public var parent: TreeNode? { self._parent?.value }", "public let kids: [TreeNode]",
        "public var up: TreeNode? { self._up?.value }",
      ], absent: ["indirect"],
      same: [
        ("TreeNode", #"{"kids":[{"kids":[],"up":null}],"parent":{"kids":[],"up":null},"up":{"kids":[],"up":null}}"#)
      ]),
    CatalogueCase(
      "T13",
      "interface Page<T> { items: T[]; next?: Page<T> } export interface Numbers extends Page<number> { x: string }",
      lines: ["public struct PageOfNumber: Codable, Sendable {", "public let items: [Double]"],
      same: [("Numbers", #"{"items":[1.5],"next":{"items":[],"next":{"items":[2]}},"x":"x"}"#)]),
    CatalogueCase(
      "T15", "export interface Totals { total: number; [day: string]: number }",
      lines: ["public let total: Double", "public let additionalMembers: [String: Double]"],
      same: [("Totals", #"{"2026-01-01":2,"total":3.5}"#), ("Totals", #"{"total":0}"#)]),
    CatalogueCase(
      "T19", elsewhere: "ContractFrontendsTests/ModuleTests",
      """
      import { Plan } from "./plan";
      export { Plan } from "./plan";
      export interface LongPlan extends Plan { x: boolean }
      """,
      lines: ["public let title: String", "public let x: Bool"], same: [("LongPlan", #"{"title":"t","x":true}"#)],
      refused: [
        (
          #"import { Plan } from "./gone"; export interface P2 extends Plan { x: boolean }"#,
          "typescript/unresolved-name"
        ),
        (
          #"export { Gone } from "left-pad"; import { Gone } from "left-pad"; export type A = Gone"#,
          "typescript/unresolved-name"
        ),
      ]),
    CatalogueCase(
      "T21",
      #"interface Wide { x: 1; y: 2; z?: 3; w: string } export type Narrow = Partial<Pick<Omit<Wide, "x">, "y" | "w">> & { z: 1 }"#,
      lines: ["public let y: Int?", "public let w: String?", "public var z: Int { 1 }"], absent: ["let x"],
      trips: [("Narrow", #"{"y":2}"#, nil)], same: [("Narrow", #"{"w":"w","y":2,"z":1}"#), ("Narrow", #"{"z":1}"#)],
      refused: [
        (#"export type A = Pick<{ a: 1 }, "b">"#, "typescript/unresolved-name"),
        ("export type A = Omit<string[], number>", "typescript/unsupported-type"),
      ]),
    CatalogueCase(
      "T22", "export interface Loose { a: string | undefined; f?: () => void; g(): void; h: number | (() => number) }",
      lines: ["public let a: String?", "public let h: Double?"], absent: ["let f", "let g"],
      same: [("Loose", "{}"), ("Loose", #"{"a":"a","h":1.5}"#)],
      refused: [
        ("export interface A { a: symbol }", "typescript/unsupported-type"),
        ("export interface A { f(): void; x: 1 }", "typescript/function-member"),
      ]),
    CatalogueCase(
      "T24", "export interface Template { id: `usr_${string}`; cell: `${\"a\" | \"b\"}${1 | 2}` }",
      lines: ["/// Pattern `^usr_`.", "public let id: String", "case a1", "case b2"],
      same: [("Template", #"{"cell":"b1","id":"usr_7"}"#)]),
    CatalogueCase(
      "T25",
      "// interface X { }\r\n/* interface Y { */\r\nexport interface Quoted {\r\n  /* } */ a: \"}\" | 'x\"{';\r\n  b: `}{`\r\n  c: number // }\r\n}\r\n",
      lines: ["public let c: Double", #"public var b: String { "}{" }"#], absent: ["struct X", "struct Y", "\r"],
      same: [("Quoted", #"{"a":"}","b":"}{","c":1.5}"#), ("Quoted", #"{"a":"x\"{","b":"}{","c":0}"#)]),
  ]

  private static let library: [CatalogueCase] = [
    CatalogueCase(
      "T16",
      "namespace cal { export interface Date { day: number } } export interface Meeting { at: Date; own: cal.Date }",
      lines: ["public let at: Timestamp", "public let own: CalDate"],
      same: [("Meeting", #"{"at":"2026-01-01T00:00:00.5+09:00","own":{"day":1}}"#)]),
    CatalogueCase(
      "T17", elsewhere: "ContractFrontendsTests/ResolutionTests, a type map; FindingTests",
      "export type Purse = string",
      lines: ["public typealias Purse = String"],
      refused: [("export interface A { coins: bigint }", "typescript/unsupported-type")]),
    CatalogueCase(
      "T27", "export interface Gone { gone: null; meta: unknown; any?: any }",
      lines: ["public let gone: JSONNull", "public let meta: JSONValue"],
      trips: [("Gone", #"{"gone":1,"meta":1}"#, nil)],
      same: [("Gone", #"{"any":{"x":[1,null]},"gone":null,"meta":null}"#), ("Gone", #"{"gone":null,"meta":[true]}"#)]),
    CatalogueCase(
      "T28",
      """
      export interface Error { data: Data; string: String }
      export type Data = string;
      export interface Result { task: Task }
      export interface Task { type: Type }
      export interface Type { x: 1 }
      export interface Self { array: Array }
      export interface String { y: 2 }
      export interface Codable { optional?: Optional }
      export interface Optional { z: 3 }
      export interface Array { all: (Error | null)[] }
      """,
      lines: [
        "public struct ErrorValue: Codable, Sendable {", "public typealias DataValue = String",
        "public struct StringValue: Codable, Sendable {", "public struct SelfValue: Codable, Sendable {",
        "public struct CodableValue: Codable, Sendable {",
      ],
      same: [
        ("SelfValue", #"{"array":{"all":[{"data":"d","string":{"y":2}},null]}}"#),
        ("CodableValue", #"{"optional":{"z":3}}"#),
        ("ResultValue", #"{"task":{"type":{"x":1}}}"#),
      ]),
  ]
}
