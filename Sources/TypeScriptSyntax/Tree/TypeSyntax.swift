public import Diagnostics

/// A name and its place.
public struct Identifier: Hashable, Sendable {
  /// The name, quotes and escapes resolved.
  public let text: String
  /// Where it stands, quotes included.
  public let span: SourceSpan
  /// Creates an identifier.
  public init(text: String, span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// A type as it is written.
public struct TypeSyntax: Hashable, Sendable {
  /// What is written.
  public var node: Node
  /// Where it is written.
  public var span: SourceSpan
  /// A doc comment before a member of a union.
  public var documentation: DocComment?

  /// Creates a type.
  public init(_ node: Node, span: SourceSpan, documentation: DocComment? = nil) {
    self.node = node
    self.span = span
    self.documentation = documentation
  }

  /// The forms of types.
  public indirect enum Node: Hashable, Sendable {
    /// A word such as `string` or `never`.
    case keyword(KeywordType)
    /// A literal.
    case literal(LiteralSyntax)
    /// A template: texts around types; one text more than types.
    case template(texts: [String], types: [TypeSyntax])
    /// A dotted name, perhaps with type arguments.
    case reference(name: [Identifier], arguments: [TypeSyntax])
    /// `typeof` and a dotted name of a value.
    case typeQuery(name: [Identifier], arguments: [TypeSyntax])
    /// `import("./x").Name<T>`; `isTypeof` when `typeof` stands before it.
    case importType(module: Identifier, name: [Identifier], arguments: [TypeSyntax], isTypeof: Bool)
    /// `T[]`.
    case array(TypeSyntax)
    /// `[A, B?, ...C[]]`.
    case tuple([TupleElementSyntax])
    /// `{ … }`.
    case object([TypeMemberSyntax])
    /// `{ [K in Keys as Name]?: T }`.
    case mapped(MappedTypeSyntax)
    /// `A | B`, two members or more, parentheses around members kept.
    case union([TypeSyntax])
    /// `A & B`, two members or more.
    case intersection([TypeSyntax])
    /// `Check extends Bound ? Then : Otherwise`.
    case conditional(check: TypeSyntax, bound: TypeSyntax, then: TypeSyntax, otherwise: TypeSyntax)
    /// `infer T extends Bound`.
    case infer(Identifier, bound: TypeSyntax?)
    /// `keyof T`.
    case keyof(TypeSyntax)
    /// `readonly T`.
    case readonly(TypeSyntax)
    /// `T[Index]`.
    case indexedAccess(TypeSyntax, index: TypeSyntax)
    /// A function or constructor type; parameters are passed over.
    case function(returns: TypeSyntax, isConstructor: Bool)
    /// `x is T`, `asserts x`.
    case predicate
    /// `(T)`.
    case parenthesized(TypeSyntax)
    /// What could not be read; a finding says so.
    case invalid
  }

  /// The type inside any parentheses.
  public var withoutParentheses: TypeSyntax {
    var type = self
    while case .parenthesized(let inner) = type.node { type = inner }
    return type
  }
}

/// Types that are a word.
public enum KeywordType: String, Hashable, Sendable {
  /// The word itself, but for `uniqueSymbol`, which is written `unique symbol`.
  case any, unknown, string, number, boolean, bigint, symbol, uniqueSymbol, object, void, undefined, null, never, this
  /// What only the compiler's own library declares.
  case intrinsic
}

/// A literal in a type or expression.
public enum LiteralSyntax: Hashable, Sendable {
  /// A string, decoded.
  case string(String)
  /// A number in JSON's grammar.
  case number(String)
  /// A Boolean.
  case boolean(Bool)
  /// Digits of a big integer, without `n`.
  case bigint(String)
}

/// An element of a tuple type.
public struct TupleElementSyntax: Hashable, Sendable {
  /// Its label.
  public let label: Identifier?
  /// Its type; of a rest element, the list's type.
  public let type: TypeSyntax
  /// Whether `?` follows.
  public let isOptional: Bool
  /// Whether `...` precedes.
  public let isRest: Bool
  /// Creates an element.
  public init(label: Identifier? = nil, type: TypeSyntax, isOptional: Bool = false, isRest: Bool = false) {
    self.label = label
    self.type = type
    self.isOptional = isOptional
    self.isRest = isRest
  }
}

/// A mapped type.
public struct MappedTypeSyntax: Hashable, Sendable {
  /// What `?` or `readonly` is done to.
  public enum Modifier: Hashable, Sendable {
    /// Not written: as the mapped type's source has it.
    case kept
    /// `?` or `+?`.
    case added
    /// `-?`.
    case removed
  }
  /// The name that stands for each key.
  public let parameter: Identifier
  /// The keys.
  public let keys: TypeSyntax
  /// The key's new name, after `as`.
  public let renamed: TypeSyntax?
  /// Optionality.
  public let optionality: Modifier
  /// The type of each value; nil when it is left out.
  public let value: TypeSyntax?
}

/// A member of an object type or interface.
public struct TypeMemberSyntax: Hashable, Sendable {
  /// The forms of members.
  public enum Kind: Hashable, Sendable {
    /// `name?: T`; the type is nil when it is left out.
    case property(TypeSyntax?)
    /// `name(…): T`.
    case method
    /// `(…): T` and `new (…): T`.
    case call
    /// `[key: K]: V`.
    case index(key: TypeSyntax, value: TypeSyntax)
    /// `get name(): T`.
    case getter(TypeSyntax?)
    /// `set name(…)`.
    case setter
  }
  /// How a member is named.
  public enum Name: Hashable, Sendable {
    /// A word, string or number; a number as JavaScript prints it.
    case plain(Identifier)
    /// `[path.to.CONSTANT]`; the path is empty when something else stands there.
    case computed([Identifier], SourceSpan)
    /// A member without a name.
    case none
  }
  /// Its form.
  public let kind: Kind
  /// Its name.
  public let name: Name
  /// Whether `?` follows the name.
  public let isOptional: Bool
  /// Whether `readonly` precedes.
  public let isReadonly: Bool
  /// The doc comment before it.
  public let documentation: DocComment?
  /// The whole member without its separator.
  public let span: SourceSpan

  /// Creates a member.
  public init(
    kind: Kind, name: Name, isOptional: Bool = false, isReadonly: Bool = false, documentation: DocComment? = nil,
    span: SourceSpan
  ) {
    self.kind = kind
    self.name = name
    self.isOptional = isOptional
    self.isReadonly = isReadonly
    self.documentation = documentation
    self.span = span
  }
}

/// A type parameter: `T extends Bound = Fallback`.
public struct TypeParameterSyntax: Hashable, Sendable {
  /// Its name.
  public let name: Identifier
  /// What arguments must be assignable to.
  public let bound: TypeSyntax?
  /// The argument when none is given.
  public let fallback: TypeSyntax?
}
