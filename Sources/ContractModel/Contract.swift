public import Diagnostics

/// Everything that a team's sources say about its API: types, routes and constant tables.
///
/// Front ends make one, validation completes it, and everything after it (emission, checks, drift) reads it.
public struct Contract: Sendable {
  /// The sources that were read, sorted by the bytes of their paths.
  public private(set) var sources: [ContractSource]
  /// Named types: by source path, then in source order.
  public private(set) var types: [TypeDeclaration]
  /// Routes, sorted by id.
  public private(set) var routes: [Route]
  /// Constant tables: by source path, then in source order.
  public private(set) var tables: [ConstantTable]
  /// What it lacks on request, because it cannot be read.
  public internal(set) var leftOut: [LeftOutPart] = []

  private let typeIndex: [String: Int]
  private let routeIndex: [String: Int]

  /// Creates a contract; the order of the arguments' elements does not reach the result, but for types and tables of one source.
  public init(
    sources: [ContractSource] = [], types: [TypeDeclaration] = [], routes: [Route] = [], tables: [ConstantTable] = []
  ) {
    self.sources = sources.sorted { $0.path.precedesByBytes($1.path) }
    self.types = types.sorted { ($0.span) < ($1.span) }
    self.routes = routes.sorted { $0.id.precedesByBytes($1.id) }
    self.tables = tables.sorted { ($0.span) < ($1.span) }
    // The first of two declarations with one name counts; validation reports the second.
    typeIndex = Dictionary(self.types.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    routeIndex = Dictionary(self.routes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The type with this name.
  public func type(named name: String) -> TypeDeclaration? { typeIndex[name].map { types[$0] } }
  /// The route with this id.
  public func route(id: String) -> Route? { routeIndex[id].map { routes[$0] } }

  /// Follows references until something else stands there; nil for an unknown name or a reference that leads to itself.
  public func resolve(_ type: TypeExpression) -> TypeExpression? {
    var current = type
    var seen: Set<String> = []
    while case .reference(let name) = current.shape {
      guard seen.insert(name).inserted, let declaration = self.type(named: name) else { return nil }
      current = declaration.type
    }
    return current
  }
}

/// One file that a contract was read from.
public struct ContractSource: Hashable, Sendable {
  /// The format of a source.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// TypeScript types, routes and constant tables.
    case typescript
    /// Zod schemas, read on the input side.
    case zod
    /// OpenAPI 3.0 or 3.1.
    case openapi
    /// JSON Schema 2020-12.
    case jsonSchema
  }
  /// Path as findings show it: relative to the configuration's folder, with `/`.
  public let path: String
  /// Its format.
  public let kind: Kind
  /// Creates a source.
  public init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// A type with a name.
public struct TypeDeclaration: Hashable, Sendable {
  /// Unique name; instantiated generics have the name that their front end gives them.
  public var name: String
  /// What the name stands for.
  public var type: TypeExpression
  /// Doc comment text without comment marks.
  public var documentation: String?
  /// The reason after `@deprecated`; empty when none was given, nil when it is not deprecated.
  public var deprecation: String?
  /// Where the name is declared; its file is the contract source that the type belongs to.
  public var span: SourceSpan

  /// Creates a declaration.
  public init(
    name: String, type: TypeExpression, documentation: String? = nil, deprecation: String? = nil, span: SourceSpan
  ) {
    self.name = name
    self.type = type
    self.documentation = documentation
    self.deprecation = deprecation
    self.span = span
  }
}

/// A table of constants, such as `export const LEVELS = [...] as const`.
public struct ConstantTable: Hashable, Sendable {
  /// Name in the source.
  public var name: String
  /// The rows (or the single object), as literals.
  public var value: ConstantValue
  /// What must hold of the rows.
  public var invariants: [TableInvariant]
  /// Doc comment text.
  public var documentation: String?
  /// Where the table is declared.
  public var span: SourceSpan

  /// Creates a table.
  public init(
    name: String, value: ConstantValue, invariants: [TableInvariant] = [], documentation: String? = nil,
    span: SourceSpan
  ) {
    self.name = name
    self.value = value
    self.invariants = invariants
    self.documentation = documentation
    self.span = span
  }
}

/// A literal value in a source, with the place of each part.
public struct ConstantValue: Hashable, Sendable {
  /// The forms of a literal value.
  public indirect enum Shape: Hashable, Sendable {
    /// A string, number, Boolean or null.
    case literal(Literal)
    /// Elements in order.
    case array([ConstantValue])
    /// Members in source order.
    case object([Member])
  }
  /// A named part of an object literal.
  public struct Member: Hashable, Sendable {
    /// Member name.
    public var name: String
    /// Its value.
    public var value: ConstantValue
    /// Creates a member.
    public init(name: String, value: ConstantValue) {
      self.name = name
      self.value = value
    }
  }
  /// The value.
  public var shape: Shape
  /// Where it stands.
  public var span: SourceSpan
  /// Creates a value.
  public init(_ shape: Shape, span: SourceSpan) {
    self.shape = shape
    self.span = span
  }
  /// The member with this name, of an object.
  public subscript(member name: String) -> ConstantValue? {
    guard case .object(let members) = shape else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// A rule that the rows of a constant table keep.
public enum TableInvariant: Hashable, Sendable {
  /// `@monotonic column`: strictly increasing from row to row.
  case monotonic(column: String)
  /// `@unique column`: no two rows agree.
  case unique(column: String)
  /// `@references column TABLE.column`: each value stands in another table's column.
  case references(column: String, table: String, otherColumn: String)
}
