/// Words that mean something in some place; each may also be an ordinary name.
enum Keyword: String, CaseIterable, Sendable {
  case abstract, any, `as`, asserts, async, await, bigint, boolean, `case`, `class`, const, declare, `default`, delete,
    `do`
  case `else`, `enum`, export, extends, `false`, `for`, from, function, get, global, `if`, `import`, `in`, infer,
    instanceof
  case interface, intrinsic, `is`, keyof, `let`, module, namespace, never, new, null, number, object, of, out, override
  case `private`, protected, `public`, readonly, require, `return`, satisfies, set, `static`, string, `switch`, symbol,
    this, `throw`
  case `true`, `try`, type, typeof, undefined, unique, unknown, using, `var`, void, `while`, yield

  private static let byText = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The keyword with this spelling.
  init?(text: String) {
    guard let keyword = Self.byText[text] else { return nil }
    self = keyword
  }

  /// Whether an expression starts after this word, so that a slash opens a regular expression.
  var precedesExpression: Bool {
    switch self {
    case .return, .typeof, .case, .in, .of, .delete, .void, .throw, .new, .instanceof, .else, .do, .await, .yield: true
    default: false
    }
  }
}
