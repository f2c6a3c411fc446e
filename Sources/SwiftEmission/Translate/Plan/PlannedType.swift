internal import ContractModel

/// A Swift type that stands for a type of the contract: named and nested, but not yet declared.
struct PlannedType {
  /// Name within its parent.
  let name: String
  /// Names from the top of the module, joined by dots: the identity of a planned type.
  let key: String
  let notes: SwiftNotes
  /// The deprecated alias under which clients know the type, so that generated code itself may use it without warnings.
  var publicName: String?
  let form: Form
  /// Types that its properties need and that have no name in the contract; sorted by name.
  let nested: [PlannedType]

  enum Form {
    case structure(PlannedStructure)
    case enumeration(PlannedEnumeration)
    case union(PlannedUnion)
    case tuple(PlannedTuple)
    case alias(TranslatedType)
    /// A struct around a list or map that holds itself, which no alias can.
    case wrapper(TranslatedType)
  }
}

/// A type expression in Swift.
struct TranslatedType {
  /// The type without null.
  let core: SwiftType
  /// Whether null belongs to it.
  let isNullable: Bool
  /// Key of the planned type whose value lies inline in whatever holds this one; nil for scalars and collections.
  let inlineKey: String?

  /// The type, null included.
  var type: SwiftType { isNullable ? .optional(core) : core }
}

/// The fields of an object.
struct PlannedStructure {
  let properties: [PlannedProperty]
  /// Members under other keys: name of the property that holds them, and their type.
  let additional: (name: String, value: TranslatedType)?
  /// Whether those are members that the contract does not declare.
  var keepsUndeclared = false
}

/// A field.
struct PlannedProperty {
  /// What may stand in a field.
  enum State {
    /// A value.
    case required
    /// A value or nothing.
    case optional
    /// A value or null.
    case nullable
    /// A value, null or nothing.
    case field
  }
  let wireName: String
  let name: String
  let type: TranslatedType
  let state: State
  /// The only value that the field may have.
  let constant: Literal?
  let notes: SwiftNotes

  /// Whether the value is known without reading it, so that nothing is stored.
  var isConstant: Bool { constant != nil && state == .required }
}

/// Literals to choose from.
struct PlannedEnumeration {
  struct Case {
    let name: String
    let value: Literal
    let documentation: String?
  }
  let raw: RawKind
  let cases: [Case]
}

/// What the raw values of an enumeration, or the tags of a union, are.
enum RawKind {
  case string
  case integer
  case double
  case boolean
  /// Several of these.
  case mixed

  var type: SwiftType {
    switch self {
    case .string: .string
    case .integer: .int
    case .double: .double
    case .boolean: .bool
    case .mixed: .jsonValue
    }
  }

  /// The kind that all of some literals are.
  init(of literals: [Literal]) {
    let kinds = literals.map { literal -> RawKind in
      switch literal {
      case .string: .string
      case .number(let text): NumberText.integer(text) == nil ? .double : .integer
      case .boolean: .boolean
      case .null: .mixed
      }
    }
    if kinds.allSatisfy({ $0 == .string }) {
      self = .string
    } else if kinds.allSatisfy({ $0 == .integer }) {
      self = .integer
    } else if kinds.allSatisfy({ $0 == .integer || $0 == .double }) {
      self = .double
    } else if kinds.allSatisfy({ $0 == .boolean }) {
      self = .boolean
    } else {
      self = .mixed
    }
  }
}

/// Types to choose from.
struct PlannedUnion {
  struct Variant {
    /// Name of the enum's case.
    let name: String
    let tag: Literal?
    let payload: TranslatedType
    /// Number of keys that must be there for an untagged variant to be taken.
    let requiredKeys: Int
    /// Whether the variant's own type does not carry the tag, so that the union writes it.
    let writesTag: Bool
  }
  /// What an unknown kind still tells.
  struct Common {
    let wireName: String
    let name: String
    let type: SwiftType
  }
  /// The property that is read first; nil for an untagged union.
  let discriminator: (wireName: String, label: String, raw: RawKind)?
  let variants: [Variant]
  /// Properties that all variants share.
  let common: [Common]
  /// Label of the JSON of an unknown kind.
  let valueLabel: String
  /// Whether a tag that no variant has is possible.
  var isOpen: Bool {
    guard let discriminator else { return false }
    return discriminator.raw != .boolean || variants.count < 2
  }
}

/// Positions of a list.
struct PlannedTuple {
  let elements: [TranslatedType]
  let rest: TranslatedType?
}
