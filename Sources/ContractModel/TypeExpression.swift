public import Diagnostics

/// A type at a place in a source.
public struct TypeExpression: Hashable, Sendable {
  /// What JSON values belong to it.
  public var shape: Shape
  /// What must hold besides, of values that the shape allows; checks read it, emission does not.
  public var assertions: [SchemaAssertion]
  /// Where it is written.
  public var span: SourceSpan

  /// Creates a type.
  public init(_ shape: Shape, assertions: [SchemaAssertion] = [], span: SourceSpan) {
    self.shape = shape
    self.assertions = assertions
    self.span = span
  }

  /// The kinds of types.
  public indirect enum Shape: Hashable, Sendable {
    /// Any JSON value: the source said `any` or `unknown`.
    case anyJSON
    /// Null and nothing else.
    case null
    /// `true` or `false`.
    case boolean
    /// A string.
    case string(StringFacts)
    /// A number.
    case number(NumberFacts)
    /// One value.
    case literal(Literal)
    /// One of several literals.
    case enumeration(EnumerationShape)
    /// A list.
    case array(ArrayShape)
    /// A list of fixed positions, then perhaps more of one type.
    case tuple([TypeExpression], rest: TypeExpression?)
    /// An object whose keys are data; `keys` lists them where the source knows them all.
    case map(values: TypeExpression, keys: MapKeys)
    /// An object with named properties.
    case object(ObjectShape)
    /// One of several types.
    case union(UnionShape)
    /// The type, or null.
    case nullable(TypeExpression)
    /// A named type of the contract.
    case reference(String)
  }

  /// The type without an outer `nullable`.
  public var withoutNull: TypeExpression {
    if case .nullable(let inner) = shape { inner.withoutNull } else { self }
  }
  /// Whether the outermost shape allows null; references are not followed.
  public var isNullable: Bool {
    switch shape {
    case .nullable, .null, .anyJSON: true
    default: false
    }
  }
}

/// What is known of a string beyond being one.
public struct StringFacts: Hashable, Sendable {
  /// A format name as JSON Schema has them (`date-time`, `date`, `uuid`, `email`, `uri`), or one of the team's own.
  public var format: String?
  /// A regular expression of the linear-time subset, unanchored as JSON Schema has it.
  public var pattern: String?
  /// Least length in Unicode scalars.
  public var minimumLength: Int?
  /// Greatest length in Unicode scalars.
  public var maximumLength: Int?
  /// Creates facts.
  public init(
    format: String? = nil, pattern: String? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil
  ) {
    self.format = format
    self.pattern = pattern
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
  }
}

/// What is known of a number beyond being one.
public struct NumberFacts: Hashable, Sendable {
  /// Whether only whole numbers belong to it.
  public var isInteger: Bool
  /// A format name as OpenAPI has them (`int32`, `int64`, `uint64`, `double`).
  public var format: String?
  /// Least value, as decimal text.
  public var minimum: String?
  /// Greatest value, as decimal text.
  public var maximum: String?
  /// Whether `minimum` itself is out.
  public var isMinimumExclusive: Bool
  /// Whether `maximum` itself is out.
  public var isMaximumExclusive: Bool
  /// What the number must be a multiple of, as decimal text.
  public var multipleOf: String?
  /// Creates facts.
  public init(
    isInteger: Bool = false, format: String? = nil, minimum: String? = nil, maximum: String? = nil,
    isMinimumExclusive: Bool = false, isMaximumExclusive: Bool = false, multipleOf: String? = nil
  ) {
    self.isInteger = isInteger
    self.format = format
    self.minimum = minimum
    self.maximum = maximum
    self.isMinimumExclusive = isMinimumExclusive
    self.isMaximumExclusive = isMaximumExclusive
    self.multipleOf = multipleOf
  }
}

/// A scalar value in a contract.
public enum Literal: Hashable, Sendable {
  /// A string, decoded.
  case string(String)
  /// A number in JSON's grammar, as text.
  case number(String)
  /// A Boolean.
  case boolean(Bool)
  /// Null.
  case null
}

/// A choice of literals.
public struct EnumerationShape: Hashable, Sendable {
  /// One literal of an enumeration.
  public struct Case: Hashable, Sendable {
    /// The value on the wire.
    public var value: Literal
    /// The member's name in the source, where it has one (TypeScript enums).
    public var name: String?
    /// Doc comment text.
    public var documentation: String?
    /// Creates a case.
    public init(_ value: Literal, name: String? = nil, documentation: String? = nil) {
      self.value = value
      self.name = name
      self.documentation = documentation
    }
  }
  /// The literals in source order, without duplicates.
  public var cases: [Case]
  /// Whether the source itself says that other values may come (`"a" | "b" | string`); emitted enums are tolerant either way.
  public var isOpen: Bool
  /// Creates an enumeration.
  public init(cases: [Case], isOpen: Bool = false) {
    self.cases = cases
    self.isOpen = isOpen
  }
}

/// A list.
public struct ArrayShape: Hashable, Sendable {
  /// Type of each element.
  public var element: TypeExpression
  /// Least number of elements.
  public var minimumCount: Int?
  /// Greatest number of elements.
  public var maximumCount: Int?
  /// Whether the order carries no meaning.
  public var isUnordered: Bool
  /// Creates a list.
  public init(
    element: TypeExpression, minimumCount: Int? = nil, maximumCount: Int? = nil, isUnordered: Bool = false
  ) {
    self.element = element
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.isUnordered = isUnordered
  }
}

/// What a map's keys may be.
public enum MapKeys: Hashable, Sendable {
  /// Any string.
  case any
  /// Strings with these facts.
  case strings(StringFacts)
  /// Some of these (`Partial<Record<"a" | "b", T>>`); closed where the source refuses other keys, as Zod does and
  /// TypeScript does not.
  case some([String], isClosed: Bool = false)
  /// All of these (`Record<"a" | "b", T>`), closed as those above.
  case every([String], isClosed: Bool = false)
}

/// An object with named properties.
public struct ObjectShape: Hashable, Sendable {
  /// What other members an object may have.
  public enum Additional: Hashable, Sendable {
    /// Undeclared members are not part of the contract: kept out of the way, reported as coverage or drift.
    case undeclared
    /// The source forbids them (`strict`, `additionalProperties: false`).
    case forbidden
    /// Members of this type under any key (an index signature beside named fields).
    case typed(TypeExpression)
  }
  /// Properties in source order, names unique.
  public var properties: [Property]
  /// Other members.
  public var additional: Additional
  /// Creates an object.
  public init(properties: [Property], additional: Additional = .undeclared) {
    self.properties = properties
    self.additional = additional
  }
  /// The property with this name.
  public func property(named name: String) -> Property? { properties.first { $0.name == name } }
}

/// A named member of an object.
public struct Property: Hashable, Sendable {
  /// Name on the wire.
  public var name: String
  /// Type of the value; `nullable` says whether null may stand there.
  public var type: TypeExpression
  /// Whether the member must be present.
  public var isRequired: Bool
  /// Doc comment text without tags.
  public var documentation: String?
  /// The reason after `@deprecated`; empty when none was given, nil when it is not deprecated.
  public var deprecation: String?
  /// Only in answers (OpenAPI `readOnly`).
  public var isReadOnly: Bool
  /// Only in requests (OpenAPI `writeOnly`).
  public var isWriteOnly: Bool
  /// The property that holds this one's display string (`@display name`).
  public var displayProperty: String?
  /// Where it is declared.
  public var span: SourceSpan

  /// Creates a property.
  public init(
    name: String, type: TypeExpression, isRequired: Bool = true, documentation: String? = nil,
    deprecation: String? = nil, isReadOnly: Bool = false, isWriteOnly: Bool = false, displayProperty: String? = nil,
    span: SourceSpan
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.documentation = documentation
    self.deprecation = deprecation
    self.isReadOnly = isReadOnly
    self.isWriteOnly = isWriteOnly
    self.displayProperty = displayProperty
    self.span = span
  }
}

/// A choice of types.
public struct UnionShape: Hashable, Sendable {
  /// One type of a union.
  public struct Variant: Hashable, Sendable {
    /// The name that the source gives it: a type's name, or nil for an inline type.
    public var name: String?
    /// Value of the discriminator, for a tagged union.
    public var tag: Literal?
    /// The type, the discriminator among its properties.
    public var type: TypeExpression
    /// Creates a variant.
    public init(name: String? = nil, tag: Literal? = nil, type: TypeExpression) {
      self.name = name
      self.tag = tag
      self.type = type
    }
  }
  /// Variants in source order; null is never among them (the union is then `nullable`).
  public var variants: [Variant]
  /// The property that tells the variants apart; nil for an untagged union.
  public var discriminator: String?
  /// Creates a union.
  public init(variants: [Variant], discriminator: String? = nil) {
    self.variants = variants
    self.discriminator = discriminator
  }
}
