/// What stands before a declaration: its comment and its deprecation.
struct SwiftNotes: Hashable, Sendable {
  /// Doc comment text; any line ends.
  var documentation: String?
  /// The message of `@available(*, deprecated)`; nil when it is not deprecated.
  var deprecation: String?

  static let none = SwiftNotes()
}

/// A declaration at the top of a file or within a type.
indirect enum SwiftDeclaration: Hashable, Sendable {
  case type(SwiftTypeDeclaration)
  case alias(SwiftAlias)
  case property(SwiftProperty)
  case element(SwiftEnumCase)
  case function(SwiftFunction)
}

extension SwiftDeclaration {
  /// The types by name that it is written with, those within it included.
  var typeNames: Set<String> {
    switch self {
    case .type(let type):
      type.members.reduce(into: Set(type.constraint?.type.names ?? [])) { $0.formUnion($1.typeNames) }
    case .alias(let alias): Set(alias.type.names)
    case .property(let property): Set(property.type.names)
    case .element(let element): Set(element.payload.flatMap(\.type.names))
    case .function(let function):
      Set(function.parameters.flatMap(\.type.names)).union(function.result?.names ?? [])
    }
  }
}

/// Who sees a declaration.
enum SwiftVisibility: Hashable, Sendable {
  /// The access level of the options.
  case exported
  /// The file that declares it.
  case hidden
  /// What Swift gives without a word: cases, members of extensions of it.
  case inherited
}

/// A struct, an enum or an extension.
struct SwiftTypeDeclaration: Hashable, Sendable {
  /// The kinds of type declarations.
  enum Kind: String, Hashable, Sendable {
    case `struct`
    case `enum`
    case `extension`
  }
  var notes = SwiftNotes.none
  let kind: Kind
  let name: String
  var inherits: [String] = []
  /// A `where` clause's `left == right`.
  var constraint: (SwiftConstraint)?
  var members: [SwiftDeclaration]
}

/// `where subject == type`
struct SwiftConstraint: Hashable, Sendable {
  let subject: String
  let type: SwiftType
}

/// `typealias name = type`
struct SwiftAlias: Hashable, Sendable {
  var notes = SwiftNotes.none
  let name: String
  let type: SwiftType
}

/// A stored, static or computed property.
struct SwiftProperty: Hashable, Sendable {
  var notes = SwiftNotes.none
  var visibility = SwiftVisibility.exported
  var isStatic = false
  let name: String
  let type: SwiftType
  /// The initial value of a constant.
  var value: SwiftExpression?
  /// The body of a computed property; stored when nil.
  var getter: [SwiftStatement]?
}

/// A case of an enum.
struct SwiftEnumCase: Hashable, Sendable {
  var notes = SwiftNotes.none
  let name: String
  var payload: [SwiftParameter] = []
  var isIndirect = false
}

/// A parameter, or a part of an enum case's payload.
struct SwiftParameter: Hashable, Sendable {
  /// Argument label; nil for none.
  let label: String?
  /// Name inside the body; the label when nil.
  var name: String?
  let type: SwiftType
  var defaultValue: SwiftExpression?
}

/// A function or an initialiser.
struct SwiftFunction: Hashable, Sendable {
  var notes = SwiftNotes.none
  var visibility = SwiftVisibility.exported
  var isStatic = false
  /// nil for an initialiser.
  var name: String?
  var parameters: [SwiftParameter] = []
  var canThrow = false
  var result: SwiftType?
  let body: [SwiftStatement]
}

/// A file of declarations.
struct SwiftFile: Hashable, Sendable {
  /// Path relative to the output folder.
  let path: String
  /// What it was made from, for its header; nil for a file that belongs to no source.
  let origin: String?
  /// What of the source it lacks, one line each.
  var leftOut: [String] = []
  /// Modules that it imports at FoundationEssentials level.
  var importsFoundation = false
  var declarations: [SwiftDeclaration]
}
