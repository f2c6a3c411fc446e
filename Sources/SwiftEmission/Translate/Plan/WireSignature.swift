internal import ContractModel
internal import Diagnostics

/// What a decoder can see of a type: two types that look alike accept the same JSON.
struct WireSignature {
  /// References deeper than this are told apart by name.
  private static let maximumDepth = 4

  /// Kinds and names, values of enumerations left out.
  private(set) var text = ""
  /// The values of each enumeration, in the order of the text; nil for a plain string or number in the place of one.
  private var choices: [Set<String>?] = []

  /// The signature of a type.
  init(of type: TypeExpression, in contract: Contract) { write(type, contract, depth: 0) }

  /// Whether no decoder can tell two types apart: what an enumeration does not know counts against a variant, so two
  /// enumerations of other values do tell; an enumeration and a plain string do not.
  func looksLike(_ other: WireSignature) -> Bool {
    guard text == other.text else { return false }
    return zip(choices, other.choices).allSatisfy { own, other in own == nil || other == nil || own == other }
  }

  private mutating func write(_ type: TypeExpression, _ contract: Contract, depth: Int) {
    switch type.shape {
    case .anyJSON: text += "any"
    case .null, .literal(.null): text += "null"
    case .boolean: text += "boolean"
    case .string: scalar("string", nil)
    case .number(let facts): scalar(facts.isInteger ? "integer" : "number", nil)
    // Literals are checked, so they tell variants apart.
    case .literal(let literal): text += "=" + literal.identity
    case .enumeration(let shape):
      if shape.cases.allSatisfy(\.value.isBoolean) {
        text += "boolean"
      } else {
        let values = shape.isOpen ? nil : Set(shape.cases.map(\.value.identity))
        scalar("\(RawKind(of: shape.cases.map(\.value)))", values)
      }
    case .array(let shape): write("[", [shape.element], "]", contract, depth)
    case .tuple(let elements, let rest):
      write("(", elements + [rest].compactMap(\.self), rest == nil ? ")" : "...)", contract, depth)
    case .map(let values, _): write("map ", [values], "", contract, depth)
    case .nullable(let inner):
      write(inner, contract, depth: depth)
      text += "?"
    case .reference(let name):
      guard depth < Self.maximumDepth, let declaration = contract.type(named: name) else {
        text += name
        return
      }
      write(declaration.type, contract, depth: depth + 1)
    case .object(let shape): write(shape, contract, depth: depth)
    case .union(let shape): write("{", shape.variants.map(\.type), "}", contract, depth)
    }
  }

  private mutating func scalar(_ kind: String, _ values: Set<String>?) {
    text += kind
    choices.append(values)
  }

  private mutating func write(
    _ head: String, _ parts: [TypeExpression], _ tail: String, _ contract: Contract, _ depth: Int
  ) {
    text += head
    for part in parts {
      write(part, contract, depth: depth + 1)
      text += ","
    }
    text += tail
  }

  private mutating func write(_ shape: ObjectShape, _ contract: Contract, depth: Int) {
    text += "{"
    for property in shape.properties.sorted(by: { $0.name.precedesByBytes($1.name) }) {
      text += "\(property.name)\u{0}\(property.isRequired ? "" : "?"):"
      write(property.type, contract, depth: depth + 1)
      text += ";"
    }
    if case .typed(let value) = shape.additional {
      text += "*:"
      write(value, contract, depth: depth + 1)
    }
    text += "}"
  }
}
