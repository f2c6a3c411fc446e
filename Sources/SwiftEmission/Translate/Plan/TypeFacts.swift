internal import ContractModel
internal import Diagnostics

/// Questions about types of a contract that several stages ask.
struct TypeFacts {
  let contract: Contract
  let options: EmissionOptions
  /// Paths of the sources that are schemas.
  private let schemaPaths: Set<String>

  init(contract: Contract, options: EmissionOptions) {
    self.contract = contract
    self.options = options
    schemaPaths = Set(contract.sources.filter { $0.kind == .openapi || $0.kind == .jsonSchema }.map(\.path))
  }

  /// Whether a place lies in a schema, which allows members that it does not declare unless it says otherwise.
  func isInSchema(_ span: SourceSpan) -> Bool { schemaPaths.contains(span.file.path) }

  /// The names that a property, case or parameter may have, best first.
  func member(_ wireName: String) -> NameResolver.Entry {
    let entry = NameResolver.Entry.member(wireName)
    guard options.naming == .asWritten, SwiftNaming.isIdentifier(wireName) else { return entry }
    return NameResolver.Entry(key: wireName, candidates: [wireName, wireName + "Value"] + entry.candidates)
  }

  /// Whether null belongs to a type; references are followed.
  func isNullable(_ type: TypeExpression) -> Bool {
    var seen: Set<String> = []
    return isNullable(type, &seen)
  }

  private func isNullable(_ type: TypeExpression, _ seen: inout Set<String>) -> Bool {
    switch type.shape {
    case .nullable(let inner):
      switch inner.shape {
      case .anyJSON, .null: return false
      default: return true
      }
    case .reference(let name):
      guard seen.insert(name).inserted, let declaration = contract.type(named: name) else { return false }
      return isNullable(declaration.type, &seen)
    case .union(let shape): return shape.variants.contains { isNullable($0.type, &seen) }
    default: return false
    }
  }

  /// The type without null, with unions that Swift need not know as such made simple: a union of scalars of one kind is
  /// that scalar, a union of one is the one.
  func simplified(_ type: TypeExpression) -> TypeExpression {
    switch type.shape {
    case .nullable(let inner): return simplified(inner)
    case .union(let shape):
      if shape.variants.count == 1 { return simplified(shape.variants[0].type) }
      guard !isTagged(shape) else { return type }
      let merged = mergeScalars(shape.variants)
      if merged.count == 1 { return simplified(merged[0].type) }
      return TypeExpression(.union(UnionShape(variants: merged)), span: type.span)
    case .object(let shape) where shape.properties.isEmpty:
      // An object of which nothing is known keeps what it has.
      var values = TypeExpression(.anyJSON, span: type.span)
      if case .typed(let value) = shape.additional { values = value }
      return TypeExpression(.map(values: values, keys: .any), span: type.span)
    case .enumeration(let shape) where shape.cases.allSatisfy(\.value.isBoolean):
      return TypeExpression(.boolean, span: type.span)
    case .literal(.boolean): return TypeExpression(.boolean, span: type.span)
    case .literal(.null): return TypeExpression(.null, span: type.span)
    case .literal(let literal):
      return TypeExpression(.enumeration(EnumerationShape(cases: [.init(literal)])), span: type.span)
    default: return type
    }
  }

  /// Whether a union can be decoded by its tag.
  func isTagged(_ shape: UnionShape) -> Bool {
    guard shape.discriminator != nil, shape.variants.count > 1 else { return false }
    let tags = shape.variants.compactMap(\.tag)
    return tags.count == shape.variants.count && Set(tags).count == tags.count
      && shape.variants.allSatisfy { variant in
        guard let resolved = contract.resolve(variant.type)?.withoutNull else { return false }
        switch resolved.shape {
        case .object, .union, .map: return true
        default: return false
        }
      }
  }

  /// Scalars of one JSON kind become one variant, in the place of the first: a decoder cannot tell them apart.
  private func mergeScalars(_ variants: [UnionShape.Variant]) -> [UnionShape.Variant] {
    var merged: [UnionShape.Variant] = []
    var places: [ScalarKind: Int] = [:]
    for variant in variants {
      guard let kind = scalarKind(variant.type) else {
        merged.append(variant)
        continue
      }
      guard let place = places[kind] else {
        places[kind] = merged.count
        merged.append(variant)
        continue
      }
      let shape: TypeExpression.Shape =
        switch kind {
        case .string: .string(StringFacts())
        case .number: .number(NumberFacts(isInteger: isInteger(merged[place].type) && isInteger(variant.type)))
        case .boolean: .boolean
        }
      let enumeration = mergedEnumeration(merged[place].type, variant.type)
      merged[place] = UnionShape.Variant(
        type: TypeExpression(enumeration.map { .enumeration($0) } ?? shape, span: variant.type.span))
    }
    return merged
  }

  private enum ScalarKind: Hashable { case string, number, boolean }

  private func scalarKind(_ type: TypeExpression) -> ScalarKind? {
    guard let resolved = contract.resolve(type)?.withoutNull else { return nil }
    switch resolved.shape {
    case .string, .literal(.string): return .string
    case .number, .literal(.number): return .number
    case .boolean, .literal(.boolean): return .boolean
    case .enumeration(let shape):
      switch RawKind(of: shape.cases.map(\.value)) {
      case .string: return .string
      case .integer, .double: return .number
      case .boolean: return .boolean
      case .mixed: return nil
      }
    default: return nil
    }
  }

  private func isInteger(_ type: TypeExpression) -> Bool {
    guard let resolved = contract.resolve(type)?.withoutNull else { return false }
    switch resolved.shape {
    case .number(let facts): return facts.isInteger
    case .literal(.number(let text)): return NumberText.integer(text) != nil
    case .enumeration(let shape): return RawKind(of: shape.cases.map(\.value)) == .integer
    default: return false
    }
  }

  /// Two choices of literals as one, where both are.
  private func mergedEnumeration(_ a: TypeExpression, _ b: TypeExpression) -> EnumerationShape? {
    guard let left = literals(a), let right = literals(b) else { return nil }
    let known = Set(left.map(\.value))
    return EnumerationShape(cases: left + right.filter { !known.contains($0.value) }, isOpen: true)
  }

  private func literals(_ type: TypeExpression) -> [EnumerationShape.Case]? {
    guard let resolved = contract.resolve(type)?.withoutNull else { return nil }
    switch resolved.shape {
    case .literal(let literal): return literal.isBoolean ? nil : [.init(literal)]
    case .enumeration(let shape): return shape.cases.allSatisfy(\.value.isBoolean) ? nil : shape.cases
    default: return nil
    }
  }
}

extension Literal {
  /// Whether this is `true` or `false`.
  var isBoolean: Bool { if case .boolean = self { true } else { false } }

  /// The value as a name starts from it.
  var text: String {
    switch self {
    case .string(let value): value
    case .number(let value): value
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  /// The value as a key among others: kinds apart.
  var identity: String {
    switch self {
    case .string(let value): value
    case .number(let value): "number \(value)"
    case .boolean(let value): "boolean \(value)"
    case .null: "null literal"
    }
  }
}
