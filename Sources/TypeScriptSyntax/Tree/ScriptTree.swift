public import Diagnostics

/// The values and functions of a file, for front ends that have to follow code; types, imports and exports are in `SyntaxTree`.
public struct ScriptTree: Sendable {
  /// The file.
  public let file: SourceFile
  /// Its statements, those without meaning left out.
  public let statements: [ScriptStatement]
}

/// A statement of code.
public struct ScriptStatement: Sendable {
  /// The forms of statements.
  public indirect enum Node: Sendable {
    /// `const a = …, { b } = …`; also `let` and `var`.
    case variables([ScriptVariable])
    /// `function name(…) { … }`; without a name only as a default export.
    case function(Identifier?, ScriptFunction)
    /// A class: its methods as functions, its properties as variables.
    case type(Identifier?, [ScriptStatement])
    /// `return value`.
    case returning(ScriptValue?)
    /// A value on its own; `export default value` is one, marked as default.
    case value(ScriptValue)
    /// `if (condition) { … } else { … }`.
    case choice(ScriptValue, then: [ScriptStatement], otherwise: [ScriptStatement])
    /// The statements of a block, loop, `try` or `switch`.
    case block([ScriptStatement])
  }
  /// Its form.
  public let node: Node
  /// Whether `export` precedes.
  public let isExported: Bool
  /// Whether `default` follows `export`.
  public let isDefault: Bool
  /// The doc comment before it.
  public let documentation: DocComment?
}

/// A name, or names taken out of a value.
public struct ScriptVariable: Sendable {
  /// What stands on the left.
  public let pattern: ScriptPattern
  /// The value; of a parameter, the one that is used when no argument is given.
  public let value: ScriptValue?
}

/// What a value is bound to.
public enum ScriptPattern: Sendable {
  /// One name.
  case name(Identifier)
  /// `{ key: name }`, with the value that stands in for an absent one.
  case object([(key: Identifier, name: Identifier, fallback: ScriptValue?)])
  /// Something else; the names in it are bound to nothing that is known.
  case names([Identifier])
}

/// A function or method.
public struct ScriptFunction: Sendable {
  /// Its parameters.
  public let parameters: [ScriptVariable]
  /// Its statements; of an arrow without braces, one that returns the value.
  public let body: [ScriptStatement]
  /// Whether it is `async` or a generator, so that a call gives something else than what it returns.
  public let isDeferred: Bool
  /// The whole function.
  public let span: SourceSpan
}

/// A value as it is written.
public struct ScriptValue: Sendable {
  /// The forms of values.
  public indirect enum Node: Sendable {
    /// A literal; a template without substitutions is a string.
    case literal(LiteralSyntax)
    /// `null`.
    case null
    /// `undefined`.
    case undefined
    /// A regular expression: what stands between the slashes, and the flags.
    case pattern(String, flags: String)
    /// A template: texts around values; one text more than values.
    case template(texts: [String], values: [ScriptValue])
    /// A name.
    case name(Identifier)
    /// `base.member` and `base?.member`.
    case member(ScriptValue, Identifier)
    /// `base[index]`.
    case element(ScriptValue, ScriptValue)
    /// `callee<T>(arguments)`; `isNew` when `new` precedes.
    case call(ScriptValue, types: [TypeSyntax], arguments: [ScriptValue], isNew: Bool)
    /// `[a, ...b]`.
    case list([ScriptValue])
    /// `{ a: 1, ...b }`.
    case object([ScriptEntry])
    /// `...x` in a list, an object or arguments.
    case spread(ScriptValue)
    /// An arrow or function expression.
    case function(ScriptFunction)
    /// An operator before a value, such as `-`, `!` or `typeof`.
    case prefixed(String, ScriptValue)
    /// An operator between two values; assignments too.
    case combined(String, ScriptValue, ScriptValue)
    /// `condition ? a : b`.
    case choice(ScriptValue, ScriptValue, ScriptValue)
    /// `x as T`, `x satisfies T`; the type is nil for `as const`.
    case typed(ScriptValue, TypeSyntax?)
    /// Anything else.
    case opaque
  }
  /// What is written.
  public let node: Node
  /// Where.
  public let span: SourceSpan
  /// Creates a value.
  public init(_ node: Node, span: SourceSpan) {
    self.node = node
    self.span = span
  }
}

/// A member of an object literal.
public struct ScriptEntry: Sendable {
  /// The forms of members.
  public enum Kind: Sendable {
    /// `name: value`.
    case value
    /// `get name() { … }`; the value is a function.
    case getter
    /// `...value`.
    case spread
  }
  /// Its form.
  public let kind: Kind
  /// Its name; nil for a spread and for a computed name.
  public let name: Identifier?
  /// The value between the brackets of a computed name.
  public let computedName: ScriptValue?
  /// Its value.
  public let value: ScriptValue
  /// The doc comment before it.
  public let documentation: DocComment?
  /// Creates a member.
  public init(
    kind: Kind, name: Identifier?, computedName: ScriptValue?, value: ScriptValue, documentation: DocComment?
  ) {
    self.kind = kind
    self.name = name
    self.computedName = computedName
    self.value = value
    self.documentation = documentation
  }
}
