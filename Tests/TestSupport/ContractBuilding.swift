package import ContractModel
package import Diagnostics
package import JSONText
internal import Synchronization

/// Short names for hand-built contracts; every type gets a place of its own.
package enum IR {
  package static let file = SourceFile(path: "types/test.ts", bytes: [UInt8](repeating: 0x20, count: 10_000))
  private static let counter = Mutex(0)

  package static func span() -> SourceSpan {
    let start = counter.withLock { value in
      value = (value + 1) % 9_000
      return value
    }
    return SourceSpan(file: file, start: start, end: start + 1)
  }

  package static func type(_ shape: TypeExpression.Shape) -> TypeExpression { TypeExpression(shape, span: span()) }
  package static var string: TypeExpression { type(.string(StringFacts())) }
  package static var integer: TypeExpression { type(.number(NumberFacts(isInteger: true))) }
  package static var number: TypeExpression { type(.number(NumberFacts())) }
  package static var boolean: TypeExpression { type(.boolean) }
  package static func ref(_ name: String) -> TypeExpression { type(.reference(name)) }
  package static func nullable(_ inner: TypeExpression) -> TypeExpression { type(.nullable(inner)) }
  package static func list(_ element: TypeExpression) -> TypeExpression { type(.array(ArrayShape(element: element))) }
  package static func map(_ values: TypeExpression, _ keys: MapKeys = .any) -> TypeExpression {
    type(.map(values: values, keys: keys))
  }
  package static func literals(_ values: String..., isOpen: Bool = false) -> TypeExpression {
    type(.enumeration(EnumerationShape(cases: values.map { .init(.string($0)) }, isOpen: isOpen)))
  }
  package static func literal(_ value: Literal) -> TypeExpression { type(.literal(value)) }
  /// Names that end in `?` are optional.
  package static func object(
    _ properties: KeyValuePairs<String, TypeExpression>, additional: ObjectShape.Additional = .undeclared
  ) -> TypeExpression {
    type(
      .object(
        ObjectShape(
          properties: properties.map { name, type in
            Property(
              name: name.hasSuffix("?") ? String(name.dropLast()) : name, type: type, isRequired: !name.hasSuffix("?"),
              span: span())
          }, additional: additional)))
  }
  package static func union(_ variants: KeyValuePairs<String, TypeExpression>, by discriminator: String? = nil)
    -> TypeExpression
  {
    type(
      .union(
        UnionShape(
          variants: variants.map { name, type in
            .init(name: name, tag: discriminator == nil ? nil : .string(name), type: type)
          }, discriminator: discriminator)))
  }
  package static func contract(_ types: KeyValuePairs<String, TypeExpression> = [:], routes: [Route] = []) -> Contract {
    Contract(types: types.map { TypeDeclaration(name: $0, type: $1, span: span()) }, routes: routes)
  }
  package static func route(
    _ id: String, _ method: String, _ path: String, _ response: TypeExpression?, status: Int = 200,
    request: TypeExpression? = nil, errors: [Route.ErrorResponse] = [],
    authentication: Route.Authentication = .none
  ) throws -> Route {
    struct NoPath: Error { let text: String }
    guard let template = PathTemplate(path) else { throw NoPath(text: path) }
    return Route(
      id: id, method: method, path: template, authentication: authentication, request: request, status: status,
      response: response, errors: errors, span: span())
  }
}

package func json(_ text: String) throws -> JSONNode { try JSONDocument(parsing: Array(text.utf8)).root }
