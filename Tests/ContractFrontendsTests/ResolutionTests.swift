import ContractFrontends
import ContractModel
import Diagnostics
import Testing

@Suite("Where modules and names are found")
struct ResolutionTests {
  @Test("tsconfig paths and baseUrl, through extends and comments, and packages that are installed")
  func compilerConfiguration() {
    let loaded = LoadedContract(
      [
        "app/types/a.ts": """
        import type { Plan } from "@shared/plan";
        import { Role } from "lib/role";
        import { Only } from "@exact";
        import { Big } from "big";
        import { Sub } from "@scope/pkg/sub";
        import { Typed } from "untyped";
        export interface A { plan: Plan; role: Role; only: Only; big: Big; sub: Sub; typed: Typed }
        """
      ],
      unlisted: [
        "app/tsconfig.json": "{ // nearest\n \"extends\": \"../base\", }",
        "base.json":
          "\u{FEFF}{ \"compilerOptions\": { \"baseUrl\": \"./src\", /* star */ \"paths\": { \"@*\": [\"wrong/*\"], \"@exact\": [\"exact.ts\"], \"@shared/*\": [\"gone/*\", \"shared/*\"] } } }",
        "src/shared/plan/index.ts": "export interface Plan { x: 1 }",
        "src/lib/role.d.ts": "export type Role = \"lead\"",
        "src/exact.ts": "export interface Only { y: 2 }",
        "node_modules/big/package.json":
          "{ \"exports\": { \".\": { \"import\": { \"types\": \"./dist/big.d.ts\" } } } }",
        "node_modules/big/dist/big.d.ts": "export type Big = string",
        "app/node_modules/@scope/pkg/package.json": "{ \"types\": \"x.d.ts\" }",
        "app/node_modules/@scope/pkg/sub.d.ts": "export interface Sub { z: 3 }",
        "node_modules/@types/untyped/package.json": "{}",
        "node_modules/@types/untyped/index.d.ts": "export interface Typed { w: 4 }",
      ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.text("A") == #"{"plan":Plan;"role":Role;"only":Only;"big":Big;"sub":Sub;"typed":Typed;}"#)
    #expect(loaded.text("Sub") == #"{"z":3;}"#)
  }

  @Test("a tsconfig that extends itself, or is no JSON, ends the search")
  func brokenConfiguration() {
    for text in [#"{ "extends": "./tsconfig.json" }"#, "{", "[]", #"{ "extends": ["./x", 3], "compilerOptions": 1 }"#] {
      let loaded = LoadedContract(
        ["a.ts": "import { X } from '@x'; export type A = X;"], unlisted: ["tsconfig.json": text])
      #expect(loaded.findings.map(\.message) == ["'X' cannot be found: package '@x' is not there"])
    }
  }

  @Test("a file that is there and may not be read is not said to be missing")
  func unreadableFile() {
    var findings = FindingList()
    let text = "import { B } from './b'; import { C } from './c'; export interface A { b: B; c: C }"
    _ = ContractLoader.load(
      sources: [ContractSourceSet(kind: .typescript, files: [SourceFile(path: "a.ts", text: text)])],
      reader: { _ in nil }, isUnreadable: { $0 == "b.ts" }, findings: &findings)
    #expect(
      findings.merged.map(\.message) == [
        "'B' cannot be found: 'b.ts' is there, but may not be read", "'C' cannot be found: './c' is not there",
      ])
  }

  @Test("a file that is not UTF-8 is said to be so where it is imported, and where it is listed")
  func invalidText() {
    let bytes = Array("export interface B { b: \"".utf8) + [0xFF] + Array("\" }".utf8)
    var findings = FindingList()
    _ = ContractLoader.load(
      sources: [
        ContractSourceSet(
          kind: .typescript,
          files: [SourceFile(path: "a.ts", text: "import { B } from './b'; export interface A { b: B }")])
      ],
      reader: { $0 == "b.ts" ? bytes : nil }, findings: &findings)
    #expect(findings.merged.map { $0.place.description } == ["b.ts:1:26"], "\(findings.merged)")
    #expect(findings.merged.first?.message.contains("UTF-8") == true)
  }

  @Test("names that start with # are those of the nearest package.json's imports")
  func packageImports() {
    let package = #"""
      {"imports":{"#types/*.js":{"types":"./src/types/*.ts","default":"./dist/types/*.js"},"#plan":"./src/plan.js",
        "#types/special/*.js":"./special/*.js","#out":"other"}}
      """#
    let loaded = LoadedContract(
      [
        "app/api/a.ts":
          "import { U } from '#types/user.js'; import { P } from '#plan'; import { S } from '#types/special/s.js'; export interface A { u: U; p: P; s: S }"
      ],
      unlisted: [
        "app/package.json": package, "package.json": "{}", "app/src/types/user.ts": "export type U = 1",
        "app/src/plan.ts": "export type P = 2", "app/special/s.ts": "export type S = 3",
      ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.text("A") == #"{"u":U;"p":P;"s":S;}"#)
    let missing = LoadedContract(
      ["app/a.ts": "import { X } from '#out'; import { Y } from '#none'; export interface A { x: X; y: Y }"],
      unlisted: ["app/package.json": package])
    #expect(
      missing.findings.map(\.message) == [
        "'X' cannot be found: package '#out' is not there", "'Y' cannot be found: package '#none' is not there",
      ])
  }

  @Test("module blocks add to modules, patterns stand for files, exported namespaces are reached")
  func blocks() {
    let loaded = LoadedContract([
      "a.ts": """
      import { Q } from "./q"; import { Icon } from "./x.svg"; import ns = require("./q"); import { space } from "./q";
      export interface A { q: Q; i: Icon; n: ns.Q; s: space.deep.T }
      """,
      "q.ts":
        "export interface Q { x: 1 } export namespace space { export namespace deep { export interface T { t: 1 } } }",
      "more.ts": "import './q'; declare module './q' { interface Q { y: 2 } }",
      "svg.d.ts": "declare module '*.svg' { export type Icon = string }",
    ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.text("A") == #"{"q":Q;"i":Icon;"n":Q;"s":SpaceDeepT;}"#)
    #expect(loaded.text("Q") == #"{"x":1;"y":2;}"#)
  }

  @Test("types of one name in several files get a part of their paths, whatever is read first")
  func sameNames() {
    let files = [
      "billing/card.ts": "export interface Card { number: string } export interface Own { c: Card }",
      "profile/card.ts": "export interface Card { bio: string } export interface Page<T> { of: T }",
      "use.ts":
        "import { Card } from './billing/card'; import { Card as Bio, Page } from './profile/card'; export interface U { a: Card; b: Bio; p: Page<Card>; q: Page<Bio> }",
      "plan.ts": "export interface Plan { a: 1 }", "other.ts": "export interface Plan { b: 1 }",
    ]
    let loaded = LoadedContract(files)
    #expect(loaded.findings.allSatisfy { $0.rule == "typescript/same-name" }, "\(loaded.rendered)")
    #expect(loaded.text("Own") == #"{"c":BillingCard;}"#)
    #expect(loaded.text("BillingCard") == #"{"number":string;}"#)
    #expect(loaded.text("ProfileCard") == #"{"bio":string;}"#)
    #expect(loaded.text("U").hasPrefix(#"{"a":BillingCard;"b":ProfileCard;"p":PageOfCard"#))
    #expect(Set(loaded.contract.types.map(\.name)).count == loaded.contract.types.count)
    // The file that is called after its type keeps the name.
    #expect(loaded.text("Plan") == #"{"a":1;}"#)
    #expect(loaded.text("OtherPlan") == #"{"b":1;}"#)
    let reversed = LoadedContract(
      ["zz.ts": "import './use'"].merging(files) { $1 }.filter { $0.key != "use.ts" },
      unlisted: ["use.ts": files["use.ts"] ?? ""])
    #expect(reversed.text("BillingCard") == loaded.text("BillingCard"))
  }

  @Test("types whose names differ by case only get a part of their paths too")
  func sameNamesButForCase() {
    let loaded = LoadedContract([
      "start.ts": "export enum Appid { A = 'a' } export interface S { a: Appid }",
      "common.ts": "export interface AppID { app_id: string }",
    ])
    #expect(loaded.findings.map(\.rule) == ["typescript/same-name", "typescript/same-name"], "\(loaded.rendered)")
    #expect(loaded.text("S") == #"{"a":StartAppid;}"#)
    #expect(loaded.text("CommonAppID") == #"{"app_id":string;}"#)
  }

  @Test("a type map says what stands in the JSON")
  func typeMap() {
    var findings = FindingList()
    let text =
      "import { Big } from 'big.js'; export interface A { b: Big; n: bigint; l: bigint[]; m: bigint | null; u: Id; o: Money }"
      + " interface Id { secret: symbol } interface Money { x: 1 }"
    let map = ["Big": "string", "bigint": "string/int64", "Id": "string/uuid", "Money": "MoneyKit.Money"]
    let contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: .typescript, files: [SourceFile(path: "a.ts", text: text)], typeMap: map)],
      reader: { _ in nil }, findings: &findings)
    #expect(findings.all.isEmpty)
    #expect(
      contract.type(named: "A").map { ContractText.describe($0.type) }
        == #"{"b":string;"n":string@int64;"l":string@int64[];"m":string@int64?;"u":string@uuid;"o":Money;}"#)
  }

  @Test("JSX does not fool the parser, and a file without it may use angle brackets")
  func elements() {
    let loaded = LoadedContract([
      "a.tsx": """
      export const App = () => (
        <div className="x" onClick={() => { if (a < b) { return "}" } }}>
          Don't {x ? <p>isn't</p> : `}${y}`} <></> {/* } ' */}
          {list.map((i) => <li key={i}>{i}it's {</li>)}
        </div>
      );
      const id = <T,>(x: T) => x;
      export type F<T> = <U>(x: U) => T;
      export interface A { v: Array<string> }
      """.replacing("it's {<", with: "it's <"),
      "b.ts": "const x = <any>'{'; export interface B { v: 1 }",
      "c.tsx": "const x = a <b> c; export interface C { v: 1 } // <p>",
    ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.text("A") == #"{"v":string[];}"#)
    #expect(loaded.text("B") == #"{"v":1;}"#)
    #expect(loaded.text("C") == #"{"v":1;}"#)
  }
}
