internal import ContractModel
internal import Diagnostics

/// An object or a map, as one side of a merge.
struct SchemaObject {
  /// Named properties.
  var properties: [Property]
  /// Other members.
  var additional: ObjectShape.Additional
  /// What the keys of other members must be.
  var keys: MapKeys
  /// Whether it is a map.
  let isMap: Bool

  /// Reads a type; nil for other kinds of values.
  init?(_ type: TypeExpression) {
    switch type.shape {
    case .object(let shape): (properties, additional, keys, isMap) = (shape.properties, shape.additional, .any, false)
    case .map(let values, let keys):
      (properties, isMap) = ([], true)
      self.keys = keys
      // An object of which nothing is said leaves the other side as it is.
      additional = values.isTrivial && keys == .any ? .undeclared : .typed(values)
    default: return nil
    }
  }

  /// Whether it says something of members that it does not name.
  var restrictsOthers: Bool {
    switch additional {
    case .undeclared: keys != .any
    case .forbidden: true
    case .typed(let type): keys != .any || !type.isTrivial
    }
  }

  func declares(_ name: String) -> Bool { properties.contains { $0.name.utf8.elementsEqual(name.utf8) } }
}

extension SchemaLowering {
  /// Merges two objects to one with the properties of both.
  ///
  /// The shape is never stricter than both together; where it is looser, a condition holds the value against the part.
  func merge(
    _ a: SchemaObject, _ b: SchemaObject, _ first: TypeExpression, _ second: TypeExpression,
    _ conditions: [SchemaAssertion], _ place: SchemaPlace
  ) -> TypeExpression {
    var conditions = conditions
    if a.restrictsOthers, a.keys != .any || b.properties.contains(where: { !a.declares($0.name) }) {
      conditions.append(.all([first.bare]))
    }
    if b.restrictsOthers, b.keys != .any || a.properties.contains(where: { !b.declares($0.name) }) {
      conditions.append(.all([second.bare]))
    }
    let additional = merge(a.additional, b.additional, place)
    if a.isMap, b.isMap {
      let keys = a.keys == .any ? b.keys : a.keys
      let values: TypeExpression =
        if case .typed(let type) = additional { type } else {
          TypeExpression(.anyJSON, span: first.span)
        }
      return TypeExpression(.map(values: values, keys: keys), assertions: conditions, span: first.span)
    }
    var properties = a.properties
    for property in b.properties {
      if let index = properties.firstIndex(where: { $0.name.utf8.elementsEqual(property.name.utf8) }) {
        properties[index] = merge(properties[index], property, place)
      } else {
        properties.append(property)
      }
    }
    return TypeExpression(
      .object(ObjectShape(properties: properties, additional: additional)), assertions: conditions, span: first.span)
  }

  private func merge(
    _ a: ObjectShape.Additional, _ b: ObjectShape.Additional, _ place: SchemaPlace
  ) -> ObjectShape.Additional {
    switch (a, b) {
    case (.undeclared, let other), (let other, .undeclared): other
    case (.forbidden, _), (_, .forbidden): .forbidden
    case (.typed(let x), .typed(let y)): .typed(meet(x, y, place))
    }
  }

  private func merge(_ a: Property, _ b: Property, _ place: SchemaPlace) -> Property {
    var property = a
    if a.type != b.type { property.type = meet(a.type, b.type, place) }
    property.isRequired = a.isRequired || b.isRequired
    property.documentation = b.documentation ?? a.documentation
    property.deprecation = b.deprecation ?? a.deprecation
    property.isReadOnly = a.isReadOnly || b.isReadOnly
    property.isWriteOnly = a.isWriteOnly || b.isWriteOnly
    return property
  }
}
