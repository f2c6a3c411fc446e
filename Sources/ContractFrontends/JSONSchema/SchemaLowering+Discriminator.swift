internal import ContractModel
internal import Diagnostics
internal import JSONText

extension SchemaLowering {
  /// A union by OpenAPI's `discriminator`; nil without one.
  ///
  /// Each value of the mapping makes a variant of its own, so that two values may lead to one type. A schema that the
  /// mapping leaves out has the literals of its own property as tags, else its name.
  func discriminated(_ branches: [SchemaBranch], _ place: SchemaPlace) -> UnionShape? {
    guard place.document.dialect != .draft2020, let discriminator = place.member("discriminator") else { return nil }
    guard let property = discriminator.node["propertyName"]?.string else {
      invalid(discriminator, "a discriminator needs a 'propertyName'")
      return nil
    }
    let mapping = mappedNames(discriminator, branches)
    var variants: [UnionShape.Variant] = []
    for branch in branches {
      var tags: [Literal] = []
      let name: String? = if case .reference(let name) = branch.type.shape { name } else { nil }
      if let name { tags = mapping.filter { $0.name == name }.map { .string($0.tag) } }
      if tags.isEmpty { tags = ownTags(property, branch, name) }
      if tags.isEmpty {
        report(
          Finding(
            SchemaRules.discriminator, .error,
            "this variant of the discriminator '\(property)' has no value that tells it apart",
            help: "refer to a named schema, or give its '\(property)' a const", at: branch.place.spot))
        return nil
      }
      warnOfMissingTag(property, branch)
      for tag in tags where !variants.contains(where: { $0.tag == tag }) {
        variants.append(UnionShape.Variant(name: variant(branch.type, branch.place).name, tag: tag, type: branch.type))
      }
    }
    return UnionShape(variants: variants, discriminator: property)
  }

  /// The mapping's values with the names of the types that they lead to.
  private func mappedNames(
    _ discriminator: SchemaPlace, _ branches: [SchemaBranch]
  ) -> [(tag: String, name: String)] {
    guard let entries = discriminator.member("mapping").flatMap({ _ in self.entries("mapping", discriminator) }) else {
      return []
    }
    let known = branches.compactMap { branch -> String? in
      if case .reference(let name) = branch.type.shape { name } else { nil }
    }
    var result: [(tag: String, name: String)] = []
    for (tag, value) in entries {
      guard let text = value.node.string else {
        invalid(value, "a mapping leads to a schema's name or reference")
        continue
      }
      let reference = Self.reference(fromMapping: text)
      do throws(SchemaStore.Failure) {
        let target = try store.resolve(reference, from: discriminator)
        let name = declare(target, preferredName: Self.name(of: reference, target: target))
        result.append((tag, name))
        if !known.contains(name) {
          report(
            Finding(
              SchemaRules.discriminator, .error,
              "the mapping leads '\(tag)' to '\(name)', which is not among the variants",
              help: "add it to the oneOf or anyOf beside the discriminator, or remove the entry", at: value.spot))
        }
      } catch {
        report(error, reference: text, at: value)
      }
    }
    return result
  }

  /// A mapping's value as a reference: schemas may be named alone.
  static func reference(fromMapping text: String) -> String {
    let isReference = text.contains("#") || text.contains("/") || text.hasSuffix(".json") || text.hasSuffix(".yaml")
    return isReference ? text : "#/components/schemas/" + text
  }

  private func ownTags(_ property: String, _ branch: SchemaBranch, _ name: String?) -> [Literal] {
    let own = declared(property, branch.type).flatMap { resolved($0.type) }
    switch own?.shape {
    case .literal(let literal): return [literal]
    case .enumeration(let shape) where !shape.isOpen: return shape.cases.map(\.value)
    default: return name.map { [.string(referenceName(branch.place) ?? $0)] } ?? []
    }
  }

  /// The name in the reference as it is written: a type may have got another one.
  private func referenceName(_ place: SchemaPlace) -> String? {
    guard let text = place.node["$ref"]?.string, let fragment = URIReference(text).fragment else { return nil }
    return JSONPointer(text: URIReference.unescaped(fragment) ?? fragment)?.tokens.last
  }

  private func declared(_ property: String, _ type: TypeExpression) -> Property? {
    guard let resolved = resolved(type) else { return nil }
    if case .object(let shape) = resolved.shape { return shape.property(named: property) }
    if case .nullable(let inner) = resolved.shape { return declared(property, inner) }
    return nil
  }

  private func warnOfMissingTag(_ property: String, _ branch: SchemaBranch) {
    guard case .object(let shape)? = resolved(branch.type)?.shape else { return }
    let found = shape.property(named: property)
    guard found?.isRequired != true else { return }
    report(
      Finding(
        SchemaRules.discriminator, .warning,
        found == nil
          ? "this variant does not declare its discriminator '\(property)'"
          : "this variant does not require its discriminator '\(property)'",
        help: "declare '\(property)' in it, and name it under 'required'", at: branch.place.spot))
  }
}
