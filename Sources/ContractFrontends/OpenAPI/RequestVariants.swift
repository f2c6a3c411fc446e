internal import ContractModel
internal import Diagnostics

/// Tells the types of requests from those of answers, where `readOnly` and `writeOnly` make them differ.
///
/// A type that only requests or only answers reach loses the properties of the other side. One that both reach keeps
/// its name for answers, and requests get a variant of their own, such as `PetRequest` beside `Pet`. Types without such
/// properties, in them or in what they hold, stay one.
struct RequestVariants {
  private var types: [TypeDeclaration]
  private var routes: [Route]
  private let index: [String: Int]
  /// Types that hold a property of one side only, themselves or through others.
  private var differing: Set<String> = []
  /// Name of the request's variant of a type that both sides reach.
  private var variants: [String: String] = [:]

  /// The side that a type is seen from.
  private enum Side {
    case request
    case answer
  }

  init(types: [TypeDeclaration], routes: [Route]) {
    self.types = types
    self.routes = routes
    index = Dictionary(types.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The types, each variant after the type that it varies, and the routes that refer to them.
  static func split(
    types: [TypeDeclaration], routes: [Route]
  ) -> (types: [TypeDeclaration], routes: [Route]) {
    var split = RequestVariants(types: types, routes: routes)
    return split.run()
  }

  private mutating func run() -> (types: [TypeDeclaration], routes: [Route]) {
    findDiffering()
    let isPlain = differing.isEmpty && !routes.contains { route in route.types.contains(where: holdsOneSided) }
    guard !isPlain else { return (types, routes) }
    let requested = reached(
      from: routes.flatMap { [$0.request].compactMap(\.self) + ($0.query + $0.headers).map(\.type) })
    let answered = reached(from: routes.flatMap { [$0.response].compactMap(\.self) + $0.errors.compactMap(\.type) })
    nameVariants(of: requested.intersection(answered).intersection(differing))
    var result: [TypeDeclaration] = []
    for var declaration in types {
      let isRequested = requested.contains(declaration.name)
      let isAnswered = answered.contains(declaration.name)
      if let name = variants[declaration.name] {
        var variant = declaration
        variant.name = name
        variant.type = seen(declaration.type, from: .request)
        declaration.type = seen(declaration.type, from: .answer)
        result += [declaration, variant]
        continue
      }
      if isRequested != isAnswered {
        declaration.type = seen(declaration.type, from: isRequested ? .request : .answer)
      }
      result.append(declaration)
    }
    for index in routes.indices {
      routes[index].request = routes[index].request.map { seen($0, from: .request) }
      routes[index].response = routes[index].response.map { seen($0, from: .answer) }
      for error in routes[index].errors.indices {
        routes[index].errors[error].type = routes[index].errors[error].type.map { seen($0, from: .answer) }
      }
    }
    return (result, routes)
  }

  // MARK: Which types differ

  private mutating func findDiffering() {
    var holders: [String: [String]] = [:]
    var open: [String] = []
    for declaration in types {
      if holdsOneSided(declaration.type) { open.append(declaration.name) }
      for name in Self.references(in: declaration.type) { holders[name, default: []].append(declaration.name) }
    }
    while let name = open.popLast() {
      guard differing.insert(name).inserted else { continue }
      open += holders[name] ?? []
    }
  }

  private func holdsOneSided(_ type: TypeExpression) -> Bool {
    if case .object(let shape) = type.shape, shape.properties.contains(where: { $0.isReadOnly || $0.isWriteOnly }) {
      return true
    }
    return type.children.contains(where: holdsOneSided)
  }

  private static func references(in type: TypeExpression) -> Set<String> {
    var names: Set<String> = []
    var open = [type]
    while let next = open.popLast() {
      if case .reference(let name) = next.shape { names.insert(name) }
      open += next.children + next.assertions.flatMap(\.types)
    }
    return names
  }

  private func reached(from roots: [TypeExpression]) -> Set<String> {
    var seen: Set<String> = []
    var open = roots.flatMap { Self.references(in: $0) }
    while let name = open.popLast() {
      guard seen.insert(name).inserted, let place = index[name] else { continue }
      open += Self.references(in: types[place].type)
    }
    return seen
  }

  private mutating func nameVariants(of names: Set<String>) {
    // Names differ without regard to case, as validation wants them.
    var taken = Set(types.map { $0.name.lowercased() })
    for name in names.sorted(by: { $0.precedesByBytes($1) }) {
      let candidates = [name + "Request", name + "RequestBody", name + "Input"]
      var chosen = candidates.first { !taken.contains($0.lowercased()) }
      var number = 2
      while chosen == nil {
        let candidate = "\(name)Request\(number)"
        if !taken.contains(candidate.lowercased()) { chosen = candidate }
        number += 1
      }
      guard let chosen else { continue }
      taken.insert(chosen.lowercased())
      variants[name] = chosen
    }
  }

  // MARK: The view of one side

  private func seen(_ type: TypeExpression, from side: Side) -> TypeExpression {
    func inner(_ type: TypeExpression) -> TypeExpression { seen(type, from: side) }
    var result = type
    result.assertions = type.assertions.map { $0.mapTypes(inner) }
    switch type.shape {
    case .anyJSON, .null, .boolean, .string, .number, .literal, .enumeration: break
    case .reference(let name):
      if side == .request, let variant = variants[name] { result.shape = .reference(variant) }
    case .nullable(let child): result.shape = .nullable(inner(child))
    case .array(var shape):
      shape.element = inner(shape.element)
      result.shape = .array(shape)
    case .tuple(let elements, let rest): result.shape = .tuple(elements.map(inner), rest: rest.map(inner))
    case .map(let values, let keys): result.shape = .map(values: inner(values), keys: keys)
    case .object(let shape): result.shape = .object(seen(shape, from: side))
    case .union(var shape):
      for index in shape.variants.indices {
        shape.variants[index].type = inner(shape.variants[index].type)
        if side == .request, let name = shape.variants[index].name, let variant = variants[name] {
          shape.variants[index].name = variant
        }
      }
      result.shape = .union(shape)
    }
    return result
  }

  private func seen(_ shape: ObjectShape, from side: Side) -> ObjectShape {
    var shape = shape
    shape.properties = shape.properties.compactMap { property in
      guard !(side == .request ? property.isReadOnly : property.isWriteOnly) else { return nil }
      var property = property
      property.type = seen(property.type, from: side)
      return property
    }
    if case .typed(let values) = shape.additional { shape.additional = .typed(seen(values, from: side)) }
    return shape
  }
}
