public import JSONText

/// A condition on JSON values that no Swift type shows: what makes a JSON Schema's check exact.
///
/// Like a schema's keywords, a condition speaks of one kind of value and holds for every other kind.
public indirect enum SchemaAssertion: Hashable, Sendable {
  /// No value fits: the schema `false`.
  case nothing
  /// Bounds of numbers.
  case number(NumberFacts)
  /// Facts of strings.
  case string(StringFacts)
  /// One of these values, numbers by value and objects in any order.
  case values([JSONValue])
  /// Least and greatest number of a list's elements.
  case elementCount(minimum: Int?, maximum: Int?)
  /// No two elements of a list are equal.
  case uniqueElements
  /// The first elements of a list by position, and all after them.
  case elements(prefix: [TypeExpression], rest: TypeExpression?)
  /// How many elements of a list must fit a type.
  case contains(TypeExpression, minimum: Int, maximum: Int?)
  /// Least and greatest number of an object's members.
  case memberCount(minimum: Int?, maximum: Int?)
  /// Types of an object's members.
  case members(MemberAssertion)
  /// Members that an object must have.
  case required([String])
  /// Members that an object must have once it has another one.
  case dependentRequired([DependentMembers])
  /// What an object must fit once it has a member.
  case dependentTypes([NamedType])
  /// What the keys of an object must fit, as strings.
  case keys(TypeExpression)
  /// Fits each type.
  case all([TypeExpression])
  /// Fits one type at least.
  case any([TypeExpression])
  /// Fits one type and no second one.
  case exactlyOne([TypeExpression])
  /// Fits no two of the types; that it fits one is the shape's business.
  case atMostOne([TypeExpression])
  /// Does not fit the type.
  case not(TypeExpression)
  /// Fits the second type if it fits the first, else the third.
  case condition(TypeExpression, then: TypeExpression?, otherwise: TypeExpression?)
  /// What the members that nothing else has looked at must fit.
  case unevaluatedMembers(TypeExpression, seen: [SchemaEvaluation])
  /// What the elements that nothing else has looked at must fit.
  case unevaluatedElements(TypeExpression, seen: [SchemaEvaluation])

  /// Types of an object's members by name, by pattern, and of all others.
  public struct MemberAssertion: Hashable, Sendable {
    /// Types by exact name.
    public var named: [NamedType]
    /// Types by a pattern that the name fits, as ``NamedType/name``.
    public var patterns: [NamedType]
    /// Names that count as declared beside those of `named`.
    public var declared: [String]
    /// Type of each member that no name and no pattern covers.
    public var others: TypeExpression?
    /// Creates a condition.
    public init(
      named: [NamedType] = [], patterns: [NamedType] = [], declared: [String] = [], others: TypeExpression? = nil
    ) {
      self.named = named
      self.patterns = patterns
      self.declared = declared
      self.others = others
    }
  }
  /// A type under a name.
  public struct NamedType: Hashable, Sendable {
    /// The member's name, or a pattern.
    public var name: String
    /// What fits there.
    public var type: TypeExpression
    /// Creates an entry.
    public init(_ name: String, _ type: TypeExpression) {
      self.name = name
      self.type = type
    }
  }
  /// Members that another member brings with it.
  public struct DependentMembers: Hashable, Sendable {
    /// The member.
    public var name: String
    /// What must be there with it.
    public var required: [String]
    /// Creates an entry.
    public init(_ name: String, required: [String]) {
      self.name = name
      self.required = required
    }
  }

  /// The types inside, in source order.
  public var types: [TypeExpression] {
    switch self {
    case .nothing, .number, .string, .values, .elementCount, .uniqueElements, .memberCount, .required,
      .dependentRequired:
      []
    case .elements(let prefix, let rest): prefix + [rest].compactMap(\.self)
    case .contains(let type, _, _), .keys(let type), .not(let type): [type]
    case .members(let members):
      members.named.map(\.type) + members.patterns.map(\.type) + [members.others].compactMap(\.self)
    case .dependentTypes(let entries): entries.map(\.type)
    case .all(let types), .any(let types), .exactlyOne(let types), .atMostOne(let types): types
    case .condition(let type, let then, let otherwise): [type] + [then, otherwise].compactMap(\.self)
    case .unevaluatedMembers(let type, let seen), .unevaluatedElements(let type, let seen):
      [type] + seen.flatMap(\.types)
    }
  }
}

/// Which members or elements of a value a schema has looked at (JSON Schema 2020-12, core, section 11).
public indirect enum SchemaEvaluation: Hashable, Sendable {
  /// Members with these names, or whose names fit one of the patterns.
  case members(names: [String], patterns: [String])
  /// All members and elements.
  case everything
  /// The first elements.
  case leading(Int)
  /// Elements that fit the type.
  case fitting(TypeExpression)
  /// These, where the value fits the type.
  case when(TypeExpression, [SchemaEvaluation])
  /// These, where the value does not fit the type.
  case unless(TypeExpression, [SchemaEvaluation])
  /// These, where the value is an object with the member.
  case present(String, [SchemaEvaluation])

  /// The types inside, in source order.
  public var types: [TypeExpression] {
    switch self {
    case .members, .everything, .leading: []
    case .fitting(let type): [type]
    case .when(let type, let inner), .unless(let type, let inner): [type] + inner.flatMap(\.types)
    case .present(_, let inner): inner.flatMap(\.types)
    }
  }
}

extension SchemaAssertion {
  /// The condition with each of its types replaced.
  public func mapTypes(_ transform: (TypeExpression) -> TypeExpression) -> SchemaAssertion {
    func entries(_ entries: [NamedType]) -> [NamedType] { entries.map { NamedType($0.name, transform($0.type)) } }
    switch self {
    case .nothing, .number, .string, .values, .elementCount, .uniqueElements, .memberCount, .required,
      .dependentRequired:
      return self
    case .elements(let prefix, let rest): return .elements(prefix: prefix.map(transform), rest: rest.map(transform))
    case .contains(let type, let minimum, let maximum):
      return .contains(transform(type), minimum: minimum, maximum: maximum)
    case .keys(let type): return .keys(transform(type))
    case .not(let type): return .not(transform(type))
    case .members(let members):
      return .members(
        MemberAssertion(
          named: entries(members.named), patterns: entries(members.patterns), declared: members.declared,
          others: members.others.map(transform)))
    case .dependentTypes(let list): return .dependentTypes(entries(list))
    case .all(let types): return .all(types.map(transform))
    case .any(let types): return .any(types.map(transform))
    case .exactlyOne(let types): return .exactlyOne(types.map(transform))
    case .atMostOne(let types): return .atMostOne(types.map(transform))
    case .condition(let type, let then, let otherwise):
      return .condition(transform(type), then: then.map(transform), otherwise: otherwise.map(transform))
    case .unevaluatedMembers(let type, let seen):
      return .unevaluatedMembers(transform(type), seen: seen.map { $0.mapTypes(transform) })
    case .unevaluatedElements(let type, let seen):
      return .unevaluatedElements(transform(type), seen: seen.map { $0.mapTypes(transform) })
    }
  }
}

extension SchemaEvaluation {
  /// The same with each of its types replaced.
  func mapTypes(_ transform: (TypeExpression) -> TypeExpression) -> SchemaEvaluation {
    switch self {
    case .members, .everything, .leading: self
    case .fitting(let type): .fitting(transform(type))
    case .when(let type, let inner): .when(transform(type), inner.map { $0.mapTypes(transform) })
    case .unless(let type, let inner): .unless(transform(type), inner.map { $0.mapTypes(transform) })
    case .present(let name, let inner): .present(name, inner.map { $0.mapTypes(transform) })
    }
  }
}
