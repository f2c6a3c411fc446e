import Diagnostics
import Testing
import TypeScriptSyntax

@Suite("The code of a file")
struct ScriptTests {
  /// The forms of a file's values, written so that nesting shows.
  private func text(_ source: String) -> String {
    let tree = TypeScriptParser.parseScript(SourceFile(path: "a.ts", text: source))
    return tree.statements.map(describe).joined(separator: "; ")
  }

  private func describe(_ statement: ScriptStatement) -> String {
    switch statement.node {
    case .variables(let variables): variables.map { "let " + ($0.value.map(describe) ?? "-") }.joined(separator: ", ")
    case .function(let name, let function):
      "function \(name?.text ?? "-")(\(function.parameters.count)){"
        + function.body.map(describe).joined(separator: "; ") + "}"
    case .type(let name, let members):
      "class \(name?.text ?? "-"){" + members.map(describe).joined(separator: "; ") + "}"
    case .returning(let value): "return " + (value.map(describe) ?? "-")
    case .value(let value): describe(value)
    case .choice(let condition, let then, let otherwise):
      "if \(describe(condition)) {" + then.map(describe).joined(separator: "; ") + "} {"
        + otherwise.map(describe).joined(separator: "; ") + "}"
    case .block(let inner): "{" + inner.map(describe).joined(separator: "; ") + "}"
    }
  }

  private func describe(_ value: ScriptValue) -> String {
    func list(_ values: [ScriptValue]) -> String { values.map(describe).joined(separator: ", ") }
    return switch value.node {
    case .literal(.string(let text)): "'\(text)'"
    case .literal(.number(let text)): text
    case .literal(.boolean(let value)): "\(value)"
    case .literal(.bigint(let text)): text + "n"
    case .null: "null"
    case .undefined: "undefined"
    case .pattern(let source, let flags): "/\(source)/\(flags)"
    case .template(let texts, let values): "`" + texts.joined(separator: "|") + "`(" + list(values) + ")"
    case .name(let name): name.text
    case .member(let base, let name): describe(base) + "." + name.text
    case .element(let base, let index): describe(base) + "[" + describe(index) + "]"
    case .call(let callee, let types, let arguments, let isNew):
      (isNew ? "new " : "") + describe(callee) + (types.isEmpty ? "" : "<\(types.count)>") + "(" + list(arguments) + ")"
    case .list(let elements): "[" + list(elements) + "]"
    case .object(let entries):
      "{"
        + entries.map { "\($0.kind == .getter ? "get " : "")\($0.name?.text ?? "?"): \(describe($0.value))" }.joined(
          separator: ", ")
        + "}"
    case .spread(let inner): "..." + describe(inner)
    case .function(let function):
      "(\(function.parameters.count)) => {" + function.body.map(describe).joined(separator: "; ") + "}"
    case .prefixed(let sign, let inner): "(\(sign) \(describe(inner)))"
    case .combined(let sign, let left, let right): "(\(describe(left)) \(sign) \(describe(right)))"
    case .choice(let condition, let then, let otherwise):
      "(\(describe(condition)) ? \(describe(then)) : \(describe(otherwise)))"
    case .typed(let inner, let type): describe(inner) + (type == nil ? " as const" : " as T")
    case .opaque: "…"
    }
  }

  @Test(
    "values and statements",
    arguments: [
      ("const a = x.y?.z(1, ...b)[0]!.c", "let x.y.z(1, ...b)[0].c"),
      ("const a = f<string, X[]>(1) < 2 && a > 3", "let ((f<2>(1) < 2) && (a > 3))"),
      ("const a = 1 + 2 * 3 ** 2 - -4 ?? null", "let (((1 + (2 * (3 ** 2))) - -4) ?? null)"),
      ("const a = c ? (x): y => x : z => ({ z })", "let (c ? (1) => {return x} : (1) => {return {z: z}})"),
      ("const a = async <T,>({ b, c = 2 }: T = {}, d) => { return b }", "let (2) => {return b}"),
      (
        "const a = { get b() { return 1 }, async c() {}, 'd-e': /[/]x/gi, [f]: 1, ...g, get, h }",
        "let {get b: (0) => {return 1}, c: (0) => {}, d-e: /[/]x/gi, ?: 1, ?: g, get: get, h: h}"
      ),
      (
        "const a = `x${b + `y${c}`}z` as const, d = [1, , 2] satisfies T",
        "let `x|z`((b + `y|`(c))) as const, let [1, …, 2] as T"
      ),
      ("if (a) return b; else { const c = 1 } for (const x of y) { z() }", "if a {return b} {let 1}; {z()}"),
      ("export default z.object({}); function f() {} export const g = 1", "z.object({}); function f(0){}; let 1"),
      (
        "class A<T> extends B { static x = 1; @dec() m(@P() p: T) { return 2 } private get y() { return 3 } }",
        "class A{let 1; function m(1){return 2}; function y(0){return 3}}"
      ),
      ("a\n  .b()\n  .c()\nd = 1", "a.b().c(); (d = 1)"),
      (
        "interface X { a: 1 } type Y = { b: 2 }; enum Z { A } import q from 'q'; export { r } from 'r'; const s = 1",
        "let 1"
      ),
      (
        "const a = new Map<string, X>([[1, 2]]); const b = typeof x === 'y'",
        "let new Map<2>([[1, 2]]); let ((typeof x) === 'y')"
      ),
    ])
  func reads(_ source: String, _ expected: String) { #expect(text(source) == expected) }

  @Test(
    "what nests or goes on without end is cut, not followed",
    arguments: ["(", "[", "{a:", "f(", "!", "a=>", "a?", "`${", "a+", "if(a)", "{", "class A{m(){", "a<", "x."])
  func bounds(_ part: String) {
    let tree = TypeScriptParser.parseScript(
      SourceFile(path: "a.ts", text: "const a = " + String(repeating: part, count: 20_000)))
    #expect(tree.statements.count <= 20_001)
  }
}
