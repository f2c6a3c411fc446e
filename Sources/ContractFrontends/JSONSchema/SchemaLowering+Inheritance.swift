internal import ContractModel
internal import Diagnostics
internal import JSONText

/// OpenAPI's other use of `discriminator`: on a schema that further schemas derive from by `allOf`.
extension SchemaLowering {
  /// A part of `allOf`; a schema that has variants of its own is the plain object there.
  func basePart(_ place: SchemaPlace) -> SchemaPart {
    guard place.document.dialect != .draft2020, let text = place.node["$ref"]?.string,
      let target = try? store.resolve(text, from: place), isOpenBase(target)
    else { return part(place) }
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { return part(place) }
    return rememberedBase(target) { objectSchema(target, isBase: true) } ?? part(place)
  }

  /// Whether a schema has a discriminator and does not list its variants.
  private func isOpenBase(_ place: SchemaPlace) -> Bool {
    place.document.dialect != .draft2020 && place.node["discriminator"]?["propertyName"]?.string != nil
      && place.node["oneOf"] == nil && place.node["anyOf"] == nil
  }

  /// The variants of a schema that does not list them: those of its mapping, else the schemas that derive from it.
  /// None, with a warning, where there are no such schemas.
  func derivedVariants(_ place: SchemaPlace) -> UnionShape? {
    guard isOpenBase(place), let discriminator = place.member("discriminator"),
      let property = discriminator.node["propertyName"]?.string
    else { return nil }
    var variants: [UnionShape.Variant] = []
    for (tag, target, reference) in targets(of: discriminator) + deriving(from: place) {
      let literal = Literal.string(tag)
      guard !variants.contains(where: { $0.tag == literal }) else { continue }
      // A mapped schema has no second variant under its own name.
      let isMapped = discriminator.node["mapping"] != nil && reference == nil
      if target.node.position == place.node.position {
        variants.append(.init(tag: literal, type: objectSchema(place, isBase: true).type))
      } else {
        let name = declare(target, preferredName: reference.map { Self.name(of: $0, target: target) } ?? tag)
        if isMapped, variants.contains(where: { $0.name == name }) { continue }
        variants.append(
          .init(name: name, tag: literal, type: TypeExpression(.reference(name), span: target.span)))
      }
    }
    if variants.isEmpty {
      report(
        Finding(
          SchemaRules.discriminator, .warning,
          "no schema derives from this one by allOf, so its discriminator tells nothing apart",
          help: "list the variants under oneOf in a schema of their own, with the discriminator beside them",
          at: discriminator.spot))
      return nil
    }
    return UnionShape(variants: variants, discriminator: property)
  }

  private typealias Target = (tag: String, place: SchemaPlace, reference: String?)

  private func targets(of discriminator: SchemaPlace) -> [Target] {
    guard discriminator.node["mapping"] != nil else { return [] }
    return (entries("mapping", discriminator) ?? []).compactMap { tag, value in
      guard let text = value.node.string else { return nil }
      let reference = Self.reference(fromMapping: text)
      do throws(SchemaStore.Failure) {
        return (tag, try store.resolve(reference, from: discriminator), reference)
      } catch {
        report(error, reference: text, at: value)
        return nil
      }
    }
  }

  /// The named schemas of the document that have a schema among their `allOf`.
  private func deriving(from base: SchemaPlace) -> [Target] {
    let root = base.part(base.document.root)
    guard let schemas = root.member("components")?.member("schemas") else { return [] }
    return schemas.node.members.compactMap { name, node in
      let place = schemas.part(node)
      let derives = node["allOf"]?.elements.contains { element in
        guard let text = element["$ref"]?.string, let target = try? store.resolve(text, from: place) else {
          return false
        }
        return target.document === base.document && target.node.position == base.node.position
      }
      return derives == true ? (name, place, nil) : nil
    }
  }
}
