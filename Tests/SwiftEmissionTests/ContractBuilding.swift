import ContractModel
import Diagnostics

/// Builds contracts by hand: every name and every type gets a place of its own, in the order in which it is made.
enum Build {
  static func file(_ path: String) -> SourceFile {
    SourceFile(path: path, text: String(repeating: "0123456789\n", count: 200))
  }

  static func span(_ offset: Int = 0, in path: String = "types/sample.ts") -> SourceSpan {
    SourceSpan(file: file(path), start: offset, end: offset + 3)
  }

  static func type(_ shape: TypeExpression.Shape) -> TypeExpression { TypeExpression(shape, span: span()) }

  static let string = type(.string(StringFacts()))
  static let instant = type(.string(StringFacts(format: "date-time")))
  static let number = type(.number(NumberFacts()))
  static let integer = type(.number(NumberFacts(isInteger: true)))
  static let boolean = type(.boolean)
  static let json = type(.anyJSON)
  static let null = type(.null)

  static func reference(_ name: String) -> TypeExpression { type(.reference(name)) }
  static func nullable(_ inner: TypeExpression) -> TypeExpression { type(.nullable(inner)) }
  static func array(_ element: TypeExpression) -> TypeExpression { type(.array(ArrayShape(element: element))) }
  static func map(_ values: TypeExpression) -> TypeExpression { type(.map(values: values, keys: .any)) }
  static func literal(_ value: Literal) -> TypeExpression { type(.literal(value)) }
  static func choice(_ values: Literal...) -> TypeExpression { choice(of: values) }
  static func choice(of values: [Literal]) -> TypeExpression {
    type(.enumeration(EnumerationShape(cases: values.map { EnumerationShape.Case($0) })))
  }
  static func choice(_ values: String...) -> TypeExpression { choice(of: values.map { .string($0) }) }
  static func tuple(_ elements: TypeExpression..., rest: TypeExpression? = nil) -> TypeExpression {
    type(.tuple(elements, rest: rest))
  }

  static func required(_ name: String, _ type: TypeExpression) -> Property {
    Property(name: name, type: type, span: span())
  }
  static func optional(_ name: String, _ type: TypeExpression) -> Property {
    Property(name: name, type: type, isRequired: false, span: span())
  }
  static func object(_ properties: Property..., additional: ObjectShape.Additional = .undeclared) -> TypeExpression {
    type(.object(ObjectShape(properties: properties, additional: additional)))
  }
  static func object(of properties: [Property]) -> TypeExpression {
    type(.object(ObjectShape(properties: properties)))
  }
  static func tagged(_ discriminator: String, _ variants: (Literal, TypeExpression)...) -> TypeExpression {
    type(
      .union(
        UnionShape(
          variants: variants.map { UnionShape.Variant(tag: $0.0, type: $0.1) }, discriminator: discriminator)))
  }
  static func union(_ variants: TypeExpression...) -> TypeExpression {
    type(.union(UnionShape(variants: variants.map { UnionShape.Variant(type: $0) })))
  }

  static func declare(
    _ name: String, _ type: TypeExpression, at offset: Int = 0, in path: String = "types/sample.ts",
    documentation: String? = nil, deprecation: String? = nil
  ) -> TypeDeclaration {
    TypeDeclaration(
      name: name, type: type, documentation: documentation, deprecation: deprecation, span: span(offset, in: path))
  }

  /// Declarations at rising places of one file.
  static func declarations(_ types: KeyValuePairs<String, TypeExpression>, in path: String = "types/sample.ts")
    -> [TypeDeclaration]
  {
    types.enumerated().map { declare($1.key, $1.value, at: $0 * 4, in: path) }
  }
}
