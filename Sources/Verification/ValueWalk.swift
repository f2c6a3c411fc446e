internal import ContractModel
internal import Diagnostics
internal import JSONText

/// The named type that a place is counted from: the type's name, and how deep in the document its value stands.
struct Scope: Hashable {
  var name: String?
  var depth: Int
}

/// One walk over a value and its type.
struct ValueWalk {
  let contract: Contract
  let direction: ValueChecker.Direction
  var mismatches: [Mismatch] = []
  var coverage: Coverage?
  var label = ""
  /// The place, from the root; and the same with `*` for list indices and map keys.
  private(set) var tokens: [String] = []
  private(set) var general: [String] = []
  let memory: WalkMemory
  /// Whether only what the schema says counts, as in conditions: a client's tolerance does not choose variants.
  private(set) var isExact = false

  init(contract: Contract, direction: ValueChecker.Direction, memory: WalkMemory = WalkMemory()) {
    self.contract = contract
    self.direction = direction
    self.memory = memory
  }

  /// A walk from the same place that reports nothing here.
  func trial(exactly: Bool = false) -> ValueWalk {
    var walk = ValueWalk(contract: contract, direction: direction, memory: memory)
    walk.isExact = isExact || exactly
    walk.tokens = tokens
    walk.general = general
    return walk
  }

  /// Checks a value at the current place.
  ///
  /// - Parameter slot: What the place belongs to; a reference that is followed names what lies inside.
  mutating func check(_ node: JSONNode, _ type: TypeExpression, _ slot: Scope) {
    var type = type
    var inner = slot
    var hops = 0
    var conditions: [Condition] = []
    var isPermittedNull = false
    follow: while true {
      if !type.assertions.isEmpty { conditions.append(Condition(type: type, scope: inner)) }
      switch type.shape {
      case .reference(let name):
        // Unknown names and endless references are findings of the contract's own validation.
        guard hops < 64, let declaration = contract.type(named: name) else { return }
        inner = Scope(name: name, depth: tokens.count)
        type = declaration.type
      case .nullable(let wrapped):
        sees(slot) { $0.sawNullable($1, isNull: node.isNull, span: type.span) }
        isPermittedNull = node.isNull
        if isPermittedNull { break follow }
        type = wrapped
      default: break follow
      }
      hops += 1
    }
    guard !conditions.isEmpty else {
      if !isPermittedNull { checkShape(node, type, slot, inner) }
      return
    }
    let before = mismatches.count
    if !isPermittedNull { checkShape(node, type, slot, inner) }
    // Conditions narrow what the shape lets through; what it refuses is told already.
    if !mismatches[before...].contains(where: \.breaksSchema) { check(conditions, node) }
  }

  /// Checks a value against a type that is neither a reference nor nullable.
  private mutating func checkShape(_ node: JSONNode, _ type: TypeExpression, _ slot: Scope, _ inner: Scope) {
    let reference = inner != slot ? inner.name : nil
    if node.isNull, !Self.acceptsNull(type.shape) {
      return report(.unexpectedNull, node, expected: type.displayText, slot, type.span)
    }
    switch type.shape {
    case .anyJSON: checkAny(node, type, slot)
    case .null: require(node, .null, type, slot)
    case .boolean: require(node, .bool, type, slot)
    case .string(let facts): checkString(node, facts, type, slot)
    case .number(let facts): checkNumber(node, facts, type, slot)
    case .literal(let literal):
      checkLiteral(node, EnumerationShape(cases: [.init(literal)]), name: nil, type, slot)
    case .enumeration(let shape): checkLiteral(node, shape, name: reference, type, slot)
    case .array(let shape): checkArray(node, shape, type, slot, inner)
    case .tuple(let elements, let rest): checkTuple(node, elements, rest, type, slot, inner)
    case .map(let values, let keys): checkMap(node, values, keys, type, slot, inner)
    case .object(let shape): checkObject(node, shape, type, slot, inner)
    case .union(let shape): checkUnion(node, shape, name: reference, type, slot, inner)
    case .nullable, .reference: break
    }
  }

  private static func acceptsNull(_ shape: TypeExpression.Shape) -> Bool {
    switch shape {
    case .anyJSON, .null, .literal(.null), .union: true
    case .enumeration(let shape): shape.cases.contains { $0.value == .null }
    default: false
    }
  }

  /// How a note begins that tells why a decoder survives what the contract does not allow.
  static let decodes = "it decodes all the same: "

  /// Checks a value one step deeper.
  mutating func descend(_ token: String, isWild: Bool, _ node: JSONNode, _ type: TypeExpression, _ slot: Scope) {
    tokens.append(token)
    general.append(isWild ? "*" : token)
    check(node, type, slot)
    tokens.removeLast()
    general.removeLast()
  }

  /// Runs a report one step deeper, for what is missing or too much.
  mutating func at(_ token: String, isWild: Bool = false, _ body: (inout ValueWalk) -> Void) {
    tokens.append(token)
    general.append(isWild ? "*" : token)
    body(&self)
    tokens.removeLast()
    general.removeLast()
  }

  /// Whether the value has the kind; reports it when it has not.
  @discardableResult
  mutating func require(_ node: JSONNode, _ kind: JSONKind, _ type: TypeExpression, _ slot: Scope) -> Bool {
    if node.kind == kind { return true }
    report(.typeMismatch, node, expected: type.displayText, slot, type.span)
    return false
  }

  /// The contract member at the current place; nil outside every named type.
  func member(_ slot: Scope) -> String? {
    guard let name = slot.name else { return nil }
    return ([name] + general[min(slot.depth, general.count)...]).joined(separator: ".")
  }

  /// Tells coverage, where it is wanted, what the current place shows.
  ///
  /// - Parameter name: A type's own name, where one counts wherever it is used.
  mutating func sees(_ slot: Scope, named name: String? = nil, _ record: (inout Coverage, String) -> Void) {
    guard var seen = coverage else { return }
    // Taken out while it grows, so that it is never copied.
    coverage = nil
    record(&seen, name ?? member(slot) ?? ([label] + general).joined(separator: "."))
    coverage = seen
  }

  /// Adds a mismatch at the current place.
  mutating func report(
    _ kind: Mismatch.Kind, as severity: Severity = .error, _ node: JSONNode?, expected: String, _ slot: Scope,
    _ span: SourceSpan?, member: String? = nil, type: TypeExpression? = nil, breaksDecoding: Bool? = nil,
    breaksSchema: Bool? = nil, details: [FindingNote] = []
  ) {
    mismatches.append(
      Mismatch(
        kind: kind, severity: severity, pointer: JSONPointer(tokens: tokens), general: JSONPointer(tokens: general),
        expected: expected, got: node.map(Self.kindName) ?? "nothing",
        value: node.flatMap { isSecret($0) ? nil : Self.scalar($0) },
        member: member ?? self.member(slot), span: span, type: type,
        breaksDecoding: breaksDecoding ?? kind.breaksDecoding,
        breaksSchema: breaksSchema ?? kind.breaksSchema(severity), details: details))
  }

  /// Whether a value is a secret by its place or its look.
  private func isSecret(_ node: JSONNode) -> Bool {
    let place = SecretPlace(names: tokens.filter { !JSONPointer.isIndex($0) })
    guard let text = node.string else { return place.hidesNumbers }
    return place.hides(text) || !SecretText.secrets(in: text).isEmpty
  }

  /// What messages call the kind of a value.
  static func kindName(_ node: JSONNode) -> String {
    switch node.kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: node.number?.isInteger == false ? "a number with a fraction" : "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// A scalar as JSON; nil for containers and null.
  private static func scalar(_ node: JSONNode) -> String? {
    switch node.kind {
    case .bool, .number, .string: String(decoding: node.canonicalText(indent: 0), as: UTF8.self)
    default: nil
    }
  }
}

/// What the trials of one walk share, so that no choice between variants is made twice.
final class WalkMemory {
  /// A union at a place of the document.
  struct ChoiceKey: Hashable {
    let pointer: [String]
    let type: String?
    let start: Int
    let end: Int
    let variants: [Int]
    let isExact: Bool
  }
  /// A type that a condition names, at a place of the document.
  struct VerdictKey: Hashable {
    let pointer: [String]
    let scope: String?
    let reference: String?
    let span: SourceSpan
  }
  var verdicts: [VerdictKey: Bool] = [:]
  var choices: [ChoiceKey: UnionChoice] = [:]
  var active: Set<ChoiceKey> = []
  var patterns: [String: Result<LinearPattern, UnsupportedPattern>] = [:]

  func pattern(_ text: String) -> Result<LinearPattern, UnsupportedPattern> {
    if let known = patterns[text] { return known }
    let result: Result<LinearPattern, UnsupportedPattern>
    do throws(UnsupportedPattern) {
      result = .success(try LinearPattern(text))
    } catch {
      result = .failure(error)
    }
    patterns[text] = result
    return result
  }
}
