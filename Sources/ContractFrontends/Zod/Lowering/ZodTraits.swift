internal import Diagnostics

/// What holds of a schema and everything that it is made of.
struct ZodTraits {
  /// Whether input and output are different types.
  var differs = false
  /// Whether it takes a `Date` in, which no request can carry.
  var takesDate = false
  /// Whether it depends on the argument of a function that is read without a call.
  var dependsOnArgument = false

  mutating func add(_ other: ZodTraits) {
    differs = differs || other.differs
    takesDate = takesDate || other.takesDate
    dependsOnArgument = dependsOnArgument || other.dependsOnArgument
  }
}

extension ZodFrontend {
  func traits(of constant: ZodConstant, _ schema: ZodSchema) -> ZodTraits {
    if let known = traits[constant.key] { return known }
    let result = traits(of: schema)
    traits[constant.key] = result
    return result
  }

  func traits(of schema: ZodSchema) -> ZodTraits {
    var visited: Set<String> = []
    var open: Set<ObjectIdentifier> = []
    var result = ZodTraits()
    collect(schema, &result, &visited, &open, depth: 0)
    return result
  }

  private func collect(
    _ schema: ZodSchema, _ traits: inout ZodTraits, _ visited: inout Set<String>, _ open: inout Set<ObjectIdentifier>,
    depth: Int
  ) {
    guard depth < Self.maximumDepth, open.insert(ObjectIdentifier(schema)).inserted else { return }
    switch schema.kind {
    case .date:
      traits.takesDate = true
      traits.differs = true
    case .fallback, .caught, .transformed, .preprocessed, .coerced, .switched: traits.differs = true
    case .faulty(let fault): if fault.isParameter { traits.dependsOnArgument = true }
    case .named(let constant, _): guard visited.insert(constant.key).inserted else { return }
    case .piped(let first, _):
      traits.differs = true
      return collect(first, &traits, &visited, &open, depth: depth + 1)
    default: break
    }
    for child in children(of: schema) { collect(child, &traits, &visited, &open, depth: depth + 1) }
  }

  private func children(of schema: ZodSchema) -> [ZodSchema] {
    switch schema.kind {
    case .array(let element, _, _): [element]
    case .tuple(let elements, let rest): elements + [rest].compactMap(\.self)
    case .record(let key, let value, _): [key, value]
    case .object(let object):
      object.entries.map(\.schema.schema)
        + { if case .catchall(let schema) = object.unknown { [schema] } else { [] } }()
    case .union(let members, _): members
    case .intersection(let first, let second): [first, second]
    case .lazy(let cell): [cell.schema]
    // What a coercion or a function takes in is not what the schema inside takes in.
    case .coerced, .preprocessed: []
    default: [schema.inner].compactMap(\.self)
    }
  }
}
