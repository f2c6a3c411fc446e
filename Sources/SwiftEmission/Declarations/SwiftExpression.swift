/// An expression of a generated body.
indirect enum SwiftExpression: Hashable, Sendable {
  /// A variable, function or parameter.
  case name(String)
  /// `self.name`
  case selfMember(String)
  /// `.name`, whose type is known from its place.
  case implicitMember(String)
  /// `base.name`, or `base?.name`.
  case member(SwiftExpression, String, isOptional: Bool = false)
  /// `callee(arguments)`
  case call(SwiftExpression, [SwiftArgument])
  /// A type as a callee or base.
  case type(SwiftType)
  /// `Type.self`
  case metatype(SwiftType)
  /// A string literal, unescaped here.
  case string(String)
  /// Literal pieces and expressions within one string.
  case interpolation([Piece])
  /// A number literal in Swift's grammar.
  case number(String)
  /// `true` or `false`
  case boolean(Bool)
  /// `nil`
  case null
  /// A list.
  case array([SwiftExpression])
  /// `[key: value]`
  case dictionary([SwiftDictionaryEntry])
  /// `(a, b)`
  case tuple([SwiftExpression])
  /// `try expression`
  case attempt(SwiftExpression)
  /// `try? expression`
  case attemptOptional(SwiftExpression)
  /// `\.name`
  case keyPath(String)
  /// `{ expression }`
  case closure(SwiftExpression)
  /// `left == right` and the like.
  case binary(SwiftExpression, String, SwiftExpression)

  /// A part of an interpolated string.
  enum Piece: Hashable, Sendable {
    case text(String)
    case value(SwiftExpression)
  }

  /// A call with unlabelled arguments.
  static func call(_ name: String, _ arguments: SwiftExpression...) -> SwiftExpression {
    .call(.name(name), arguments.map { SwiftArgument($0) })
  }
}

/// An argument, with its label where it has one.
struct SwiftArgument: Hashable, Sendable {
  let label: String?
  let value: SwiftExpression

  init(_ value: SwiftExpression, label: String? = nil) {
    self.label = label
    self.value = value
  }
}

/// An entry of a dictionary literal.
struct SwiftDictionaryEntry: Hashable, Sendable {
  let key: SwiftExpression
  let value: SwiftExpression
}

/// A statement of a generated body.
indirect enum SwiftStatement: Hashable, Sendable {
  /// `target = value`
  case assign(SwiftExpression, SwiftExpression)
  /// An expression for its effect, or as the only one of a body, for its value.
  case evaluate(SwiftExpression)
  /// `let name: Type = value`, or `var`.
  case binding(name: String, type: SwiftType?, value: SwiftExpression, isMutable: Bool)
  /// `switch subject { … }`
  case choose(SwiftExpression, [SwiftCase])

  /// `let name = value`, or `var`.
  static func bind(_ name: String, _ value: SwiftExpression, isMutable: Bool = false) -> SwiftStatement {
    .binding(name: name, type: nil, value: value, isMutable: isMutable)
  }
}

/// One case of a switch.
struct SwiftCase: Hashable, Sendable {
  /// What a case matches.
  enum Pattern: Hashable, Sendable {
    /// A value.
    case value(SwiftExpression)
    /// An enum case and the names bound to its payload; nil ignores one.
    case element(String, bindings: [String?])
    /// Everything else.
    case otherwise
  }
  let pattern: Pattern
  /// A further condition.
  var condition: SwiftExpression?
  let body: [SwiftStatement]

  init(_ pattern: Pattern, where condition: SwiftExpression? = nil, _ body: SwiftStatement...) {
    self.pattern = pattern
    self.condition = condition
    self.body = body
  }
}
