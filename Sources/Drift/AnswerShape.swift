public import ContractModel
public import Diagnostics
public import JSONText

/// What values stand where in a set of answers to one route: kinds by generalised place.
///
/// List indices become `*`; so do an object's keys where the contract says that it is a map, or, where it says nothing,
/// where they all look like data (dates, numbers, ids).
public struct AnswerShape: Sendable {
  /// What was seen at one place.
  public struct Observation: Sendable {
    /// The kinds of values.
    public internal(set) var kinds: Set<JSONKind>
    /// What the scalars look like; nil for one that could be anything.
    var looks: Set<ValueLook?> = []
    /// How many values.
    public internal(set) var count: Int
    /// How many of them were objects; a member that all of them have has the same count.
    public internal(set) var objectCount: Int
    /// Whether the contract says what stands there.
    public let isDeclared: Bool
    /// The declared property, where it is one.
    public let property: Property?
    /// The named type that the property belongs to.
    public let owner: String?
    /// The first value's place.
    public let first: JSONPointer
  }

  /// What was seen, by generalised place.
  public private(set) var places: [JSONPointer: Observation] = [:]

  /// Creates the shape of no answer.
  public init() {}

  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - root: The answer.
  ///   - type: Its declared type; nil when nothing declares it.
  ///   - contract: Where the type's names are declared.
  public mutating func add(_ root: JSONNode, type: TypeExpression?, contract: Contract) {
    let typed = type.map { TypedPlace(type: $0, property: nil, owner: nil) }
    visit(root, typed, contract, [], [])
  }

  /// Whether every object that could have the member had it.
  public func isAlwaysPresent(_ pointer: JSONPointer) -> Bool {
    guard let place = places[pointer], let parent = places[JSONPointer(tokens: pointer.tokens.dropLast())] else {
      return false
    }
    return place.count >= parent.objectCount
  }

  /// The places, in order.
  public var sorted: [(pointer: JSONPointer, observation: Observation)] {
    places.map { (pointer: $0.key, observation: $0.value) }.sorted { $0.pointer < $1.pointer }
  }

  /// A type with the property that has it.
  private struct TypedPlace {
    var type: TypeExpression
    var property: Property?
    var owner: String?
  }

  private mutating func visit(
    _ node: JSONNode, _ typed: TypedPlace?, _ contract: Contract, _ tokens: [String], _ general: [String]
  ) {
    let pointer = JSONPointer(tokens: general)
    let isObject = node.kind == .object
    if places[pointer] == nil {
      places[pointer] = Observation(
        kinds: [], count: 0, objectCount: 0, isDeclared: typed != nil, property: typed?.property, owner: typed?.owner,
        first: JSONPointer(tokens: tokens))
    }
    places[pointer]?.kinds.insert(node.kind)
    places[pointer]?.count += 1
    if node.kind == .number || node.kind == .string { places[pointer]?.looks.insert(ValueLook(node)) }
    if isObject { places[pointer]?.objectCount += 1 }

    var inside: Inside?
    switch typed.map({ Self.structure($0.type, node, contract) }) {
    case .known(let structure): inside = structure
    case .open, nil: break
    // What lies inside an unknown variant is told by telling the variant.
    case .opaque: return
    }
    for (index, element) in node.elements.enumerated() {
      visit(element, inside?.element(at: index), contract, tokens + [String(index)], general + ["*"])
    }
    guard isObject else { return }
    let isMap = inside?.isMap ?? Self.looksLikeMap(node)
    for (key, value) in node.members {
      let child = inside?.member(key)
      let isWild = isMap || child?.isWild == true
      visit(value, child?.place, contract, tokens + [key], general + [isWild ? "*" : key])
    }
  }

  /// The structure of a type, references followed and a union's variant chosen.
  private struct Inside {
    let shape: TypeExpression.Shape
    let owner: String?

    var isMap: Bool {
      if case .map = shape { true } else { false }
    }
    func element(at index: Int) -> TypedPlace? {
      switch shape {
      case .array(let list): TypedPlace(type: list.element)
      case .tuple(let elements, let rest):
        (index < elements.count ? elements[index] : rest).map { TypedPlace(type: $0) }
      default: nil
      }
    }
    func member(_ key: String) -> (place: TypedPlace?, isWild: Bool) {
      switch shape {
      case .map(let values, _): return (TypedPlace(type: values), true)
      case .object(let object):
        if let property = object.properties.first(where: { $0.name.utf8.elementsEqual(key.utf8) }) {
          return (TypedPlace(type: property.type, property: property, owner: owner), false)
        }
        if case .typed(let type) = object.additional { return (TypedPlace(type: type), true) }
        return (nil, false)
      default: return (nil, false)
      }
    }
  }

  private enum Structure {
    case known(Inside)
    /// Anything may stand there.
    case open
    /// No variant of a union fits, or a name is not declared.
    case opaque
  }

  private static func structure(_ type: TypeExpression, _ node: JSONNode, _ contract: Contract) -> Structure {
    var type = type
    var owner: String?
    for _ in 0..<64 {
      switch type.shape {
      case .reference(let name):
        guard let declaration = contract.type(named: name) else { return .opaque }
        owner = name
        type = declaration.type
      case .nullable(let inner): type = inner
      case .union(let shape):
        guard let variant = variant(of: shape, node, contract) else { return .opaque }
        type = variant
      case .anyJSON: return .open
      default: return .known(Inside(shape: type.shape, owner: owner))
      }
    }
    return .opaque
  }

  private static func variant(of shape: UnionShape, _ node: JSONNode, _ contract: Contract) -> TypeExpression? {
    if let discriminator = shape.discriminator, let tag = node[discriminator]?.string {
      return shape.variants.first { $0.tag == .string(tag) }?.type
    }
    let isObject = node.kind == .object
    let fitting = shape.variants.filter { variant in
      switch contract.resolve(variant.type.withoutNull)?.shape {
      case .object(let object):
        isObject && object.properties.allSatisfy { !$0.isRequired || node[$0.name] != nil }
      case .map: isObject
      case .array, .tuple: node.kind == .array
      default: false
      }
    }
    return fitting.first?.type
  }

  /// Whether an object's keys are data: all dates, all numbers or all long identifiers.
  private static func looksLikeMap(_ node: JSONNode) -> Bool {
    guard node.count > 0 else { return false }
    var common: KeyLook?
    for (key, _) in node.members {
      guard let look = KeyLook(key), common == nil || common == look else { return false }
      common = look
    }
    return true
  }
}

/// What a key that is data looks like.
enum KeyLook: Hashable {
  case date
  case number
  case identifier

  init?(_ key: String) {
    let bytes = Array(key.utf8)
    let isDigit: (UInt8) -> Bool = { $0 &- 0x30 < 10 }
    if !bytes.isEmpty, bytes.allSatisfy(isDigit) {
      self = .number
    } else if bytes.count >= 7, bytes[4] == 0x2D, bytes[..<4].allSatisfy(isDigit), isDigit(bytes[5]), isDigit(bytes[6])
    {
      self = .date
    } else if bytes.count >= 16, bytes.contains(where: isDigit),
      bytes.allSatisfy({ isDigit($0) || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D || $0 == 0x5F })
    {
      self = .identifier
    } else {
      return nil
    }
  }
}
