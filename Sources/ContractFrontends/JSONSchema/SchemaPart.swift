internal import ContractModel
internal import Diagnostics

/// A schema as a type, and how it looks where another schema has settled that values are objects.
struct SchemaPart {
  /// The type, exact.
  var type: TypeExpression
  /// The type among objects, exact there; for schemas that name properties and no type.
  var objectView: TypeExpression?

  /// Creates a part.
  init(_ type: TypeExpression, objectView: TypeExpression? = nil) {
    self.type = type
    self.objectView = objectView
  }

  /// Whether every value fits.
  var isTrivial: Bool { type.isTrivial }
}

extension TypeExpression {
  /// Whether every value fits.
  var isTrivial: Bool { shape == .anyJSON && assertions.isEmpty }

  /// The type with further conditions.
  func with(_ more: [SchemaAssertion]) -> TypeExpression {
    more.isEmpty ? self : TypeExpression(shape, assertions: assertions + more, span: span)
  }

  /// The type without its conditions.
  var bare: TypeExpression { TypeExpression(shape, span: span) }

  /// The type, or null.
  var orNull: TypeExpression {
    isNullable && assertions.isEmpty ? self : TypeExpression(.nullable(self), span: span)
  }

  /// The names of types that a value of this one must be held against as a whole.
  var namesForSameValue: [String] {
    var names: [String] = []
    switch shape {
    case .reference(let name): names.append(name)
    case .nullable(let inner): names += inner.namesForSameValue
    case .union(let shape): names += shape.variants.flatMap(\.type.namesForSameValue)
    default: break
    }
    for assertion in assertions {
      switch assertion {
      case .all, .any, .exactlyOne, .atMostOne, .not, .condition, .dependentTypes:
        names += assertion.types.flatMap(\.namesForSameValue)
      default: break
      }
    }
    return names
  }

  /// A type that no value fits.
  static func nothing(at span: SourceSpan) -> TypeExpression {
    TypeExpression(.anyJSON, assertions: [.nothing], span: span)
  }
}
