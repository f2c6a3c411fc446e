internal import Diagnostics
internal import Workspace

/// A text form of the IR without places: what golden tests read and what the stamp of generated files hashes.
///
/// Equal contracts have equal texts, whatever comments and line ends their sources have; `//` and `/* */` comments
/// never reach the IR, doc comments do, since the generated Swift carries them.
public struct ContractText: Sendable {
  var text = ""

  /// The text of everything that one source declares.
  public static func describe(_ contract: Contract, source path: String) -> String {
    var writer = ContractText()
    for type in contract.types where type.span.file.path == path { writer.write(type) }
    for table in contract.tables where table.span.file.path == path { writer.write(table) }
    for route in contract.routes where route.span.file.path == path { writer.write(route) }
    return writer.text
  }

  /// The text of one type.
  public static func describe(_ type: TypeExpression) -> String {
    var writer = ContractText()
    writer.write(type)
    return writer.text
  }

  /// The first 16 hexadecimal digits of the SHA-256 of a source's text.
  public static func fingerprint(of contract: Contract, source path: String) -> String {
    String(SHA256.hexDigest(Array(describe(contract, source: path).utf8)).prefix(16))
  }

  mutating func write(_ declaration: TypeDeclaration) {
    text += "type \(declaration.name)"
    writeNotes(declaration.documentation, declaration.deprecation)
    text += " = "
    write(declaration.type)
    text += "\n"
  }

  mutating func write(_ route: Route) {
    text += "route \(route.id) \(route.method) \(route.path.text) \(route.authentication) \(route.status)"
    if route.isExact { text += " exact" }
    if let day = route.unreleasedUntil { text += " unreleased \(day)" }
    writeNotes(route.documentation, route.deprecation)
    if let request = route.request { write(request, after: " request ") }
    if route.isRequestOptional { text += " request optional" }
    if !route.pathParameters.isEmpty {
      text += " path "
      write(route.pathParameters)
    }
    if let media = route.requestMediaType { text += " request as \(media)" }
    if !route.query.isEmpty {
      text += " query "
      write(route.query)
    }
    if !route.headers.isEmpty {
      text += " headers "
      write(route.headers)
    }
    if let response = route.response { write(response, after: " response ") }
    if let media = route.responseMediaType { text += " response as \(media)" }
    for error in route.errors {
      text += " error \(error.status == nil && error.statusClass == nil ? "*" : error.statusText)"
      if let type = error.type { write(type, after: " ") }
      if let media = error.mediaType { text += " as \(media)" }
    }
    text += "\n"
  }

  mutating func write(_ table: ConstantTable) {
    text += "table \(table.name)"
    for invariant in table.invariants { text += " \(invariant)" }
    writeNotes(table.documentation, nil)
    text += " = "
    write(table.value)
    text += "\n"
  }

  mutating func write(_ value: ConstantValue) {
    switch value.shape {
    case .literal(let literal): text += Self.describe(literal)
    case .array(let elements):
      text += "["
      for element in elements {
        write(element)
        text += ","
      }
      text += "]"
    case .object(let members):
      text += "{"
      for member in members {
        text += Self.quoted(member.name) + ":"
        write(member.value)
        text += ","
      }
      text += "}"
    }
  }

  mutating func write(_ type: TypeExpression, after prefix: String = "") {
    text += prefix
    switch type.shape {
    case .anyJSON: text += "any"
    case .null: text += "null"
    case .boolean: text += "boolean"
    case .string(let facts): text += "string" + Self.describe(facts)
    case .number(let facts): text += Self.describe(facts)
    case .literal(let literal): text += Self.describe(literal)
    case .enumeration(let shape): write(shape)
    case .array(let shape):
      write(shape.element)
      text += "[\(Self.bounds(shape.minimumCount, shape.maximumCount))\(shape.isUnordered ? "unordered" : "")]"
    case .tuple(let elements, let rest):
      text += "("
      for element in elements { write(element, after: ",") }
      if let rest { write(rest, after: "...") }
      text += ")"
    case .map(let values, let keys):
      text += "map<\(Self.describe(keys)),"
      write(values)
      text += ">"
    case .object(let shape): write(shape)
    case .union(let shape): write(shape)
    case .nullable(let inner):
      write(inner)
      text += "?"
    case .reference(let name): text += name
    }
    for assertion in type.assertions { write(assertion) }
  }

  mutating func write(_ shape: EnumerationShape) {
    text += shape.isOpen ? "open(" : "enum("
    for (index, entry) in shape.cases.enumerated() {
      if index > 0 { text += "|" }
      if let name = entry.name { text += name + "=" }
      text += Self.describe(entry.value)
      writeNotes(entry.documentation, nil)
    }
    text += ")"
  }

  mutating func write(_ shape: UnionShape) {
    text += "union"
    if let discriminator = shape.discriminator { text += " by \(Self.quoted(discriminator))" }
    text += "("
    for (index, variant) in shape.variants.enumerated() {
      if index > 0 { text += "|" }
      if let tag = variant.tag { text += Self.describe(tag) + "=>" }
      if let name = variant.name { text += name + ":" }
      write(variant.type)
    }
    text += ")"
  }

  mutating func write(_ shape: ObjectShape) {
    write(shape.properties)
    switch shape.additional {
    case .undeclared: break
    case .forbidden: text += "!"
    case .typed(let type): write(type, after: "&[string]:")
    }
  }

  mutating func write(_ properties: [Property]) {
    text += "{"
    for property in properties {
      text += Self.quoted(property.name) + (property.isRequired ? ":" : "?:")
      write(property.type)
      if property.isReadOnly { text += " readonly" }
      if property.isWriteOnly { text += " writeonly" }
      if let display = property.displayProperty { text += " display \(display)" }
      writeNotes(property.documentation, property.deprecation)
      text += ";"
    }
    text += "}"
  }

  private mutating func writeNotes(_ documentation: String?, _ deprecation: String?) {
    if let documentation { text += " doc \(Self.quoted(documentation))" }
    if let deprecation { text += " deprecated \(Self.quoted(deprecation))" }
  }

  static func describe(_ literal: Literal) -> String {
    switch literal {
    case .string(let value): quoted(value)
    case .number(let value): value
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  static func describe(_ facts: StringFacts) -> String {
    var text = ""
    if let format = facts.format { text += "@\(format)" }
    if let pattern = facts.pattern { text += "/\(pattern)/" }
    let bounds = bounds(facts.minimumLength, facts.maximumLength)
    return bounds.isEmpty ? text : text + "[\(bounds)]"
  }

  static func describe(_ facts: NumberFacts) -> String {
    var text = facts.isInteger ? "integer" : "number"
    if let format = facts.format { text += "@\(format)" }
    if let minimum = facts.minimum { text += facts.isMinimumExclusive ? ">\(minimum)" : ">=\(minimum)" }
    if let maximum = facts.maximum { text += facts.isMaximumExclusive ? "<\(maximum)" : "<=\(maximum)" }
    if let multiple = facts.multipleOf { text += "%\(multiple)" }
    return text
  }

  static func describe(_ keys: MapKeys) -> String {
    switch keys {
    case .any: "string"
    case .strings(let facts): "string" + describe(facts)
    case .some(let names, let isClosed): (isClosed ? "only " : "") + "some " + names.map(quoted).joined(separator: "|")
    case .every(let names, let isClosed):
      (isClosed ? "only " : "") + "every " + names.map(quoted).joined(separator: "|")
    }
  }

  static func bounds(_ minimum: Int?, _ maximum: Int?) -> String {
    guard minimum != nil || maximum != nil else { return "" }
    return (minimum.map(String.init) ?? "") + ".." + (maximum.map(String.init) ?? "")
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
