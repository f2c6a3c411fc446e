import ContractModel
import Diagnostics
import Testing

@Suite("Names across files")
struct ModuleTests {
  @Test("imports, re-exports, stars, defaults and paths")
  func imports() {
    let loaded = LoadedContract(
      [
        "types/index.ts": """
        export * from "./plan.js";
        export { Inner as Outer } from './deep';
        export * as ns from "./plan";
        import type Default, { type Reading as R } from "./reading";
        import * as all from "./reading";
        export interface A { r: R; d: Default; q: all.Reading; i: import("./plan").Plan }
        """,
        "types/plan.ts": "export interface Plan { x: 1 }",
        "types/use.ts": """
        import { Plan, Outer, ns, A } from ".";
        import { Moved } from "../lib";
        export interface P2 extends Plan { y: boolean; o: Outer; n: ns.Plan; a: A; m: Moved }
        """,
      ],
      unlisted: [
        "types/deep/index.ts": "export interface Inner { i: 1 } interface Unused { bad: bigint }",
        "types/reading.ts": "interface D { d: 1 } export default D; export interface Reading { p: 1 }",
        "lib.ts": "export type Moved = string",
      ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.text("P2") == #"{"x":1;"y":boolean;"o":Inner;"n":Plan;"a":A;"m":Moved;}"#)
    #expect(loaded.text("A") == #"{"r":Reading;"d":D;"q":Reading;"i":Plan;}"#)
    #expect(
      loaded.contract.sources.map(\.path) == [
        "lib.ts", "types/deep/index.ts", "types/index.ts", "types/plan.ts", "types/reading.ts", "types/use.ts",
      ])
    #expect(loaded.contract.types.map(\.name) == ["Moved", "Inner", "A", "Plan", "D", "Reading", "P2"])
  }

  @Test("a circle of imports ends, and a name that is not exported is refused")
  func circles() {
    let loaded = LoadedContract([
      "a.ts": "export * from './b'; import { X } from './b'; export type A = X;",
      "b.ts": "export * from './a';",
    ])
    #expect(loaded.findings.map(\.message) == ["'X' cannot be found: 'b.ts' exports no 'X'"])
    let missing = LoadedContract(["a.ts": "import { X } from './gone'; export type A = X;"])
    #expect(missing.findings.map(\.message) == ["'X' cannot be found: './gone' is not there"])
  }

  @Test("the order of the files does not reach the contract")
  func order() {
    let files = ["b.ts": "import { A } from './a'; export type B = A[];", "a.ts": "export interface A { x: 1 }"]
    let texts = (0..<4).map { _ in
      let contract = LoadedContract(files).contract
      return contract.sources.map { ContractText.describe(contract, source: $0.path) }
    }
    #expect(texts.allSatisfy { $0 == texts[0] })
  }

  @Test("comments and line ends do not reach the contract")
  func lineEnds() {
    let source = "/** Doc\n * more. */\nexport interface A {\n  // note\n  x: 1;\n}\n"
    let plain = LoadedContract(source).contract
    let windows = LoadedContract("\u{FEFF}" + source.replacing("\n", with: "\r\n")).contract
    #expect(ContractText.describe(plain, source: "a.ts") == ContractText.describe(windows, source: "a.ts"))
    #expect(plain.type(named: "A")?.documentation == "Doc\nmore.")
  }

  @Test("global declarations and module blocks are found")
  func globals() {
    let loaded = LoadedContract([
      "a.ts": "import { Q } from 'pkg'; export interface A { g: G; s: S; q: Q }",
      "b.ts": "export {}; declare global { interface G { x: 1 } } declare module 'pkg' { export interface Q { y: 1 } }",
      "c.d.ts": "interface S { z: 1 }",
    ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.text("A") == #"{"g":G;"s":S;"q":Q;}"#)
  }
}
