import Diagnostics
import Testing
import TypeScriptSyntax

private func parse(_ text: String) -> (tree: SyntaxTree, findings: [Finding]) {
  var findings = FindingList()
  let tree = TypeScriptParser.parse(SourceFile(path: "a.ts", text: text), findings: &findings)
  return (tree, findings.all)
}

/// A form of statement in one word.
private func word(_ statement: StatementSyntax) -> String {
  let mark = (statement.isExported ? "export " : "") + (statement.isDefault ? "default " : "")
  switch statement.kind {
  case .interface(let syntax): return mark + (syntax.classKind == nil ? "interface " : "class ") + syntax.name.text
  case .alias(let syntax): return mark + "type " + syntax.name.text
  case .enumeration(let syntax): return mark + "enum " + syntax.name.text
  case .constants(let constants): return mark + "const " + constants.map(\.name.text).joined(separator: ",")
  case .namespace(let syntax):
    return mark
      + "namespace \(syntax.name.map(\.text).joined(separator: "."))[\(syntax.statements.map(word).joined(separator: " "))]"
  case .importing(let syntax):
    let names = syntax.names.map { "\($0.source.text)>\($0.name.text)" }.joined(separator: ",")
    return "import \(names) \(syntax.module?.text ?? syntax.alias.map(\.text).joined(separator: "."))"
  case .exporting(let syntax):
    let names = syntax.isStar ? "*" : syntax.names.map { "\($0.source.text)>\($0.name.text)" }.joined(separator: ",")
    return "export \(names) \(syntax.module?.text ?? "here")"
  case .passedOver(let syntax): return mark + syntax.keyword + " " + syntax.name.text
  }
}

struct StatementCase: Sendable, CustomTestStringConvertible {
  let source: String
  let words: [String]
  var testDescription: String { source }
  init(_ source: String, _ words: String...) {
    self.source = source
    self.words = words
  }
}

@Suite("Parsing TypeScript")
struct ParserTests {
  @Test(
    "statements",
    arguments: [
      StatementCase("import type { A, B as C } from './x'", "import A>A,B>C ./x"),
      StatementCase("import D, { type E } from \"y\" with { type: 'json' };", "import default>D,E>E y"),
      StatementCase("import * as N from 'n'\nimport 'side'", "import *>N n", "import  side"),
      StatementCase(
        "import type from './t'; import type T from './t'", "import default>type ./t", "import default>T ./t"),
      StatementCase("import x = require('m'); import A = B.C", "import *>x m", "import A>A B.C"),
      StatementCase(
        "export type { A } from './x'; export { B, default as C }", "export A>A ./x", "export B>B,default>C here"),
      StatementCase("export * from './a'\nexport * as n from './b'", "export * ./a", "export *>n ./b"),
      StatementCase("export default interface A {}", "export default interface A"),
      StatementCase("interface A {}\nexport default A", "interface A", "export A>default here"),
      StatementCase("export = A;", "export A>default here"),
      StatementCase("export declare const enum E { A }\ndeclare enum F {}", "export enum E", "enum F"),
      StatementCase(
        "declare global { interface A {} } declare module 'x' { type B = 1 }", "namespace [interface A]",
        "namespace x[type B]"),
      StatementCase("namespace A.B { export interface C {} }", "namespace A.B[export interface C]"),
      StatementCase("export const a = 1, b: string = f(x, y)\nconst c = [] as const", "export const a,b", "const c"),
      StatementCase(
        "export abstract class C<T> extends D<{ a: T }> { x = 1; m() {} }\ntype A = 1", "export class C", "type A"),
      StatementCase(
        "@Injectable() export class S { constructor(private a: A, public b: string) {} #x = `}`; async run() {} }",
        "export class S"),
      StatementCase(
        "class { }\nclass A extends mix(B)<C> implements D<{ e: 1 }> { f }\ntype G = 1", "class A", "type G"),
      StatementCase(
        "export async function f(): Promise<{ a: 1 }> { return {} }\ntype A = 1", "export function f", "type A"),
      StatementCase("type = 5\ninterface\nA {}\ntype B\n= 1", "interface A", "type B"),
      StatementCase("type.foo()\nnamespace.x\nlet y = `${ `}` } {`; type A = 1", "let y", "type A"),
      StatementCase("const r = /[/}]{/g; const q = a / b / c; type A = 1", "const r", "const q", "type A"),
      StatementCase(
        "if (x) { type A = 1 }\nlabel: for (;;) {}\n@dec({ a: 1 }) class B {}\n#!no\ntype C = 1", "class B", "type C"),
    ])
  func statements(_ example: StatementCase) {
    let (tree, findings) = parse(example.source)
    #expect(tree.statements.map(word) == example.words)
    #expect(findings.isEmpty)
  }

  @Test(
    "the whole grammar of types is read without a finding",
    arguments: [
      "A", "a.b.C<D>", "| A | B", "& A & B", "A | (B & C)[]", "[a: A, b?: B, ...c: C[]]", "readonly A[]",
      "keyof typeof a.b",
      "(typeof T)[number]['x']", "A extends infer U extends string ? U : never",
      "A extends (infer U)[] ? U : A extends B ? C : D",
      "{ readonly [K in keyof T]-?: T[K] }", "{ +readonly [K in T as `x${K}`]+?: 1 }", "{ -readonly [K in T]?: K; }",
      "(a: string, ...b: A[]) => x is string", "new (a: A) => B", "abstract new () => A",
      "<T extends A = B>(x: T) => T",
      "{ (a: A): B; new (a: A): B; m?(): void; get x(): A; set x(v: A); [k: `a${string}`]: 1; 'q-r': 1; 3: 2; [Symbol.iterator](): A }",
      "{ a: string, b: number\n c: A\n}", "`a${B}c${`d${E}`}f`", "import('./x').A.B<C>", "typeof import('./x')",
      "unique symbol",
      "-1 | 0x1F | 1_000.5e-3 | 10n | true | null | undefined", "asserts", "() => asserts x is A",
      "(() => void) | null",
      "A<B<C<D>>>", "A<() => void>", "{ readonly: A; get: B; set?: C; static: D }", "string extends A ? B : C",
      "A[B]['c'][]",
      "{}", "[]", "this", "object", "Array<{ a: A }>", "new () => A | B", "{ type: 'a' | 'b'; in: A; of: B; is: C }",
    ])
  func types(_ text: String) {
    let (tree, findings) = parse("export type X = \(text);\ninterface Next {}")
    #expect(findings.isEmpty, "\(findings.map { TextRenderer().render($0) }.joined())")
    #expect(tree.statements.map(word) == ["export type X", "interface Next"])
    if case .alias(let alias)? = tree.statements.first?.kind { #expect(alias.type.span.text == text) }
  }

  @Test("a doc comment stays with what follows; tags may follow prose")
  func documentation() throws {
    let (tree, _) = parse(
      "/** Not this. */ /** Doc of\r\n * A, mail a@b.c {@link B}. @format date */\r\nexport interface A {\n/** x\n * @example y\n * z */ a: 1 }"
    )
    let doc = try #require(tree.statements.first?.documentation)
    #expect(doc.text == "Doc of\nA, mail a@b.c {@link B}.")
    #expect(doc.tags.map { "\($0.name)=\($0.text)" } == ["format=date"])
    guard case .interface(let interface)? = tree.statements.first?.kind else { return #expect(Bool(false)) }
    #expect(interface.members.first?.documentation?["example"]?.text == "y\nz")
  }

  @Test("strings are decoded")
  func strings() {
    let (tree, findings) = parse(
      #"type A = 'it\'s' | "\u0041\u{1F600}\x42\n" | "\uD83D\uDE00" | `a\`b` | "a\<NL>b""#.replacing("<NL>", with: "\n")
    )
    #expect(findings.isEmpty)
    guard case .alias(let alias)? = tree.statements.first?.kind, case .union(let parts) = alias.type.node else {
      return #expect(Bool(false))
    }
    let texts = parts.map { if case .literal(.string(let text)) = $0.node { text } else { "-" } }
    #expect(texts == ["it's", "A😀B\n", "😀", "a`b", "ab"])
  }

  @Test(
    "one fault is one finding, and what follows is still read",
    arguments: [
      ("interface A { a: string b: number }\ninterface B {}", "1:25", "expected ';' after the member, found 'b'"),
      ("type A = | ;\ninterface B {}", "1:12", "expected a type, found ';'"),
      ("type A string\ninterface B {}", "1:8", "expected '=' in type 'A', found 'string'"),
      ("type A = \"open\ninterface B {}", "1:10", "the string is not closed on its line"),
      ("interface A<T { a: T }\ninterface B {}", "1:15", "expected '>' in the type parameters, found '{'"),
      ("enum A { a b }\ninterface B {}", "1:12", "expected ',' in enum 'A', found 'b'"),
      ("type A = [string number]\ninterface B {}", "1:18", "expected ',' in the tuple, found 'number'"),
      ("import { A } 'x'\ninterface B {}", "1:14", "expected 'from' and a module, found a string"),
      ("type A = B extends C ? D\ninterface B {}", "2:1", "expected ':' in the conditional type, found 'interface'"),
    ])
  func faults(_ source: String, _ place: String, _ message: String) throws {
    let (tree, findings) = parse(source)
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(tree.hasErrors)
    #expect(finding.message == message)
    #expect(finding.place.span?.description == "a.ts:" + place)
    #expect(tree.statements.map(word).last == "interface B")
  }

  @Test(
    "nothing nests so deep that the stack ends",
    arguments: [
      "(", "{", "[", "{a:", "(a", "<", "A<", "keyof ", "A[", "`${", "() => ", "A extends B ? ", "readonly ", "{[K in ",
      "-", "{a:{",
    ])
  func depth(_ piece: String) {
    for (head, tail) in [("type A = ", ""), ("const a = ", ""), ("", ""), ("interface A {", "}")] {
      let count = head.hasPrefix("type") ? 100_000 : 10_000
      let (_, findings) = parse(head + String(repeating: piece, count: count) + tail)
      if head.hasPrefix("type") { #expect(findings.count >= 1) }
    }
    _ = parse("type A = B" + String(repeating: "[]", count: 100_000))
    _ = parse("type A = " + String(repeating: "(", count: 100_000) + "B" + String(repeating: ")", count: 100_000))
    _ = parse(String(repeating: "namespace A {", count: 50_000) + String(repeating: "}", count: 50_000))
  }

  @Test("any bytes are read to the end", arguments: 0..<40)
  func noise(_ seed: Int) {
    var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1
    let pieces = [
      "interface A", "{", "}", "type B =", "(", ")", "<", ">", "[", "]", "`", "${", "'", "\"", "/", "*/", "/*", "//",
      "\n", "\r\n",
      "export", "import", "from", "enum", "const", "=", "=>", "|", "&", "?", ":", ";", ",", "...", "a", "1", "0x", "n",
      "\\", "@", "#",
      "namespace", "declare", "keyof", "typeof", "infer", "extends", "as const", "\u{FEFF}", "é", "in", "new",
      "/** @x */", "\u{2028}",
    ]
    var text: [UInt8] = []
    for _ in 0..<3000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text += Array(pieces[Int(state >> 33) % pieces.count].utf8)
      if state >> 60 == 0 { text.append(UInt8(truncatingIfNeeded: state >> 40)) }
    }
    var findings = FindingList()
    let file = SourceFile(path: "a.ts", bytes: text)
    _ = TypeScriptParser.parse(file, findings: &findings)
    for finding in findings.all { #expect((finding.place.span?.end ?? 0) <= text.count) }
  }
}
