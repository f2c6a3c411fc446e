public import Diagnostics

/// A value as it is written, as far as constants need it.
public struct ExpressionSyntax: Hashable, Sendable {
  /// What is written.
  public let node: Node
  /// Where.
  public let span: SourceSpan
  /// Creates an expression.
  public init(_ node: Node, span: SourceSpan) {
    self.node = node
    self.span = span
  }

  /// The forms of expressions.
  public indirect enum Node: Hashable, Sendable {
    /// A literal; a template without substitutions is a string.
    case literal(LiteralSyntax)
    /// `null`.
    case null
    /// `undefined`.
    case undefined
    /// `[a, ...b]`.
    case array([ExpressionSyntax])
    /// `{ a: 1, ...b }`.
    case object([ObjectEntrySyntax])
    /// A dotted name.
    case reference([Identifier])
    /// `...x`, inside an array or object.
    case spread(ExpressionSyntax)
    /// A call of a dotted name, such as `Object.freeze([…])`.
    case call(callee: [Identifier], arguments: [ExpressionSyntax])
    /// `x as const`.
    case asConst(ExpressionSyntax)
    /// `x as T` or `x satisfies T`.
    case typed(ExpressionSyntax, TypeSyntax, isSatisfies: Bool)
    /// An operator with its operands, in the values of enum members; `.name` for a member of a value.
    case operation(String, [ExpressionSyntax])
    /// Anything else: passed over.
    case opaque
  }
}

/// A member of an object literal.
public struct ObjectEntrySyntax: Hashable, Sendable {
  /// Its name; nil for a spread and for a computed name.
  public let name: Identifier?
  /// Its value.
  public let value: ExpressionSyntax
  /// The doc comment before it.
  public let documentation: DocComment?
}
