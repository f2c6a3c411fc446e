import ContractFrontends
import ContractModel
import Diagnostics
import Testing

/// Source text and what a terminal shows for it, whole.
struct FaultCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let source: String
  let shown: String
}

private let faults: [FaultCase] = [
  FaultCase(
    testDescription: "bigint, as the design shows it", source: "export interface G {\n  coins: bigint;\n}",
    shown: """
      a.ts:2:10: error: 'bigint' has no JSON form [typescript/unsupported-type]
       2 |   coins: bigint;
         |          ^^^^^^ help: declare it as string, or map it in assay.json under "typeMap"

      """),
  FaultCase(
    testDescription: "misspelt name", source: "export interface GuildMember { a: 1 }\nexport type G = GuildMenber[]",
    shown: """
      a.ts:2:17: error: no type is called 'GuildMenber' [typescript/unresolved-name]
       2 | export type G = GuildMenber[]
         |                 ^^^^^^^^^^^ help: did you mean 'GuildMember'?

      """),
  FaultCase(
    testDescription: "conditional type",
    source: "type C<T> = T extends `a${number}` ? 1 : 2;\nexport type A = C<`b${string}`>",
    shown: """
      a.ts:1:13: error: this conditional type cannot be decided for '`b${string}`' [typescript/unsupported-type]
       1 | type C<T> = T extends `a${number}` ? 1 : 2;
         |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ help: write out the type that it comes to

      """),
  FaultCase(
    testDescription: "package that is not there", source: "import { X } from \"left-pad\";\nexport type A = X;",
    shown: """
      a.ts:2:17: error: 'X' cannot be found: package 'left-pad' is not there [typescript/unresolved-name]
       2 | export type A = X;
         |                 ^ help: declare it in a file that Assay may read

      """),
  FaultCase(
    testDescription: "syntax", source: "export interface A { b: ; c: string }",
    shown: """
      a.ts:1:25: error: expected a type, found ';' [typescript/syntax]
       1 | export interface A { b: ; c: string }
         |                         ^

      """),
  FaultCase(
    testDescription: "brace that is never closed",
    source: "export interface A {\n  b: string;\nexport interface C { d: 1 }",
    shown: """
      a.ts:1:20: error: '{' is never closed [typescript/syntax]
       1 | export interface A {
         |                    ^ help: add what closes it

      """),
  FaultCase(
    testDescription: "tag with a wrong value", source: "export interface A {\n  /** @minimum low */\n  b: number }",
    shown: """
      a.ts:2:7: error: @minimum needs a number, not 'low' [typescript/invalid-tag]
       2 |   /** @minimum low */
         |       ^^^^^^^^ help: write @minimum and a number

      """),
  FaultCase(
    testDescription: "tag on a type that it cannot speak of",
    source: "export interface A { /** @integer */ b: string }",
    shown: """
      a.ts:1:26: error: @integer means nothing for this type [typescript/invalid-tag]
       1 | export interface A { /** @integer */ b: string }
         |                          ^^^^^^^^ help: remove it, or put it where the number stands

      """),
]

@Suite("Findings of the TypeScript front end")
struct FindingTests {
  @Test("each has its place, caret and next step", arguments: faults)
  func shown(_ example: FaultCase) { #expect(LoadedContract(example.source).rendered == example.shown) }

  @Test(
    "what cannot be read is refused by rule",
    arguments: [
      ("export type A = A", "contract/endless-reference"),
      ("export interface A extends B {} interface B extends A {}", "typescript/endless-type"),
      ("interface L<T> { n: L<T[]> } export type A = L<string>", "typescript/endless-type"),
      ("type F<T> = F<T[]> | F<T[][]>; export type A = F<1>", "typescript/endless-type"),
      ("type K = K | \"a\"; export type A = Record<K, 1>", "typescript/endless-type"),
      ("type U = U | { a: 1 }; export type A = U[\"a\"]", "typescript/endless-type"),
      ("type I = I & { a: 1 }; export type A = I | { b: 1 }", "typescript/endless-type"),
      ("type U = U | U; export type A = { x: U }", "typescript/endless-type"),
      (
        "const P = [...Q] as const; const Q = [...P] as const; export type A = (typeof P)[number]",
        "typescript/endless-type"
      ),
      (
        "type E<T> = Exclude<T, 1> | Exclude<T, 2>; export type A = E<E<E<E<E<E<E<E<E<E<E<E<E<E<E<E<E<3>>>>>>>>>>>>>>>>>",
        "typescript/endless-type"
      ),
      // Found by mutating real files.
      (
        "export type Tag = P | Tag" + String(repeating: "&", count: 120) + "Q<Tag" + String(repeating: "&", count: 120)
          + "Record<; type P = string | number; export interface T { a: Tag }",
        "typescript/endless-type typescript/syntax"
      ),
      ("export interface A extends Array<string> { x: 1 }", "typescript/unsupported-type"),
      ("export interface A extends Date { x: 1 }", "typescript/unsupported-type"),
      ("interface P<T> { t: T } export type A = P", "typescript/type-arguments"),
      ("export type A = Map<string, 1>", "typescript/unsupported-type"),
      ("export class C {} export interface A { c: C }", "typescript/unsupported-type"),
      ("export interface A { c: (() => void)[] }", "typescript/unsupported-type"),
      ("export interface A { c: {} }", "typescript/loose-type"),
      ("export class C { run() {} } export interface A { c: C }", "typescript/unsupported-type"),
      ("export interface A { [Symbol.iterator]: string }", "typescript/function-member"),
      (
        "declare const key: unique symbol; export interface A { [key]: string; [s: symbol]: 1 }",
        "typescript/function-member"
      ),
      ("export interface A { c: unique symbol }", "typescript/unsupported-type"),
      ("export type A = [number, ...string[], boolean]", "typescript/unsupported-type"),
      ("type R<T> = T extends string ? R<T> : 1; export type A = R<\"x\">", "contract/endless-reference"),
      ("export enum E { A = Math.random() }", "typescript/unsupported-type"),
      ("export type A = ReturnType<typeof f>; function f() {}", "typescript/unsupported-type"),
      ("export interface A { a }", "typescript/unsupported-type"),
      ("export type A = { a: string } & { a: number }", "typescript/unsupported-type"),
      ("export enum E { A = f() }", "typescript/unsupported-type"),
      ("export type A = Pick<{ a: 1 }, \"b\">", "typescript/unresolved-name"),
      ("export type A = Promise<string>", "typescript/unsupported-type"),
      ("/** @unique x */ export const T = [{ x: f() }]", "typescript/unsupported-constant"),
      ("/** @unique x */ export const T = [{ x: 1 }, { x: 1 }] as const", "contract/table-invariant"),
      ("export const T = { f: () => 1 } as const", "typescript/left-out"),
    ])
  func refused(_ source: String, _ rules: String) {
    let loaded = LoadedContract(source)
    let spoken = Set(loaded.findings.map(\.rule.rawValue)).sorted().joined(separator: " ")
    #expect(spoken == rules, "\(loaded.rendered)")
  }

  @Test("every rule that speaks in these tests is in the catalogue")
  func rules() {
    let known = Set(TypeScriptRules.rules.map(\.id.rawValue))
    #expect(known.count == TypeScriptRules.rules.count)
    for rule in ["typescript/syntax", "typescript/unsupported-type"] {
      #expect(known.contains(rule))
    }
  }
}
