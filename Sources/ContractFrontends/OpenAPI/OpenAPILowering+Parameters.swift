internal import ContractModel
internal import Diagnostics

extension OpenAPILowering {
  /// The parameters of an operation that its endpoint carries.
  struct Parameters {
    var path: [Property] = []
    var query: [Property] = []
    var headers: [Property] = []
  }

  /// A parameter, its references followed.
  private struct Parameter {
    let name: String
    /// `path`, `query`, `header` or `cookie`.
    let place: String
    let node: OpenAPINode
    /// The component that it is, where it is one.
    let component: String?

    var isRequired: Bool { place == "path" || node.isTrue("required") }
    /// How it is written, with the defaults of each place.
    var style: String { node.text("style") ?? (place == "path" || place == "header" ? "simple" : "form") }
    /// Whether each element of a list is written by itself.
    var isExploded: Bool { node.flag("explode") ?? (style == "form") }
  }

  /// Headers that the transport sets, which OpenAPI leaves out of parameters too.
  private static let transportHeaders: Set<String> = ["accept", "content-type", "authorization"]

  func parameters(_ scope: OperationScope, path: PathTemplate) -> Parameters {
    var result = Parameters()
    for parameter in merged(scope) {
      switch parameter.place {
      case "query": result.query += query(parameter)
      case "header":
        if !Self.transportHeaders.contains(parameter.name.lowercased()) { result.headers.append(single(parameter)) }
      case "path":
        if path.parameters.contains(parameter.name) {
          result.path.append(single(parameter))
        } else {
          report(
            OpenAPIRules.parameter, .warning, "the path has no parameter '{\(parameter.name)}'",
            help: "put it into the path, or remove it", at: parameter.node.span)
        }
      default:
        report(
          OpenAPIRules.passedOver, .note, "the cookie '\(parameter.name)' is left to the client's cookie store",
          help: "nothing is needed where the server sets it", at: parameter.node.span)
      }
    }
    for name in path.parameters where !result.path.contains(where: { $0.name == name }) {
      report(
        OpenAPIRules.parameter, .warning, "the path's parameter '{\(name)}' is not declared",
        help: "declare it with in: path", at: scope.operation.span)
    }
    result.query = distinct(result.query)
    return result
  }

  /// The operation's parameters and those of its path item that it does not replace.
  private func merged(_ scope: OperationScope) -> [Parameter] {
    var result: [Parameter] = []
    for (own, nodes) in [(false, scope.item.parameters), (true, scope.operation["parameters"]?.elements ?? [])] {
      for parameter in nodes.compactMap(parameter) {
        if let index = result.firstIndex(where: { $0.name == parameter.name && $0.place == parameter.place }) {
          if own { result[index] = parameter }
        } else {
          result.append(parameter)
        }
      }
    }
    return result
  }

  private func parameter(_ node: OpenAPINode) -> Parameter? {
    guard let (parameter, component) = resolved(node) else { return nil }
    guard let name = parameter.text("name"), !name.isEmpty else {
      report(OpenAPIRules.invalid, .error, "the parameter has no name", help: "add \"name\"", at: parameter.span)
      return nil
    }
    let places = ["path", "query", "header", "cookie"]
    guard let place = parameter.text("in"), places.contains(place) else {
      let text = parameter.text("in") ?? ""
      let near = Suggestion.nearest(to: text, among: places).map { "did you mean '\($0)'?" }
      report(
        OpenAPIRules.invalid, .error, "the parameter '\(name)' is in '\(text)'",
        help: near ?? "write in: path, query, header or cookie", at: parameter["in"]?.span ?? parameter.span)
      return nil
    }
    return Parameter(name: name, place: place, node: parameter, component: component)
  }

  private func distinct(_ properties: [Property]) -> [Property] {
    var names: Set<String> = []
    return properties.filter { names.insert($0.name).inserted }
  }

  // MARK: One parameter

  private func single(_ parameter: Parameter) -> Property {
    property(parameter, type: type(of: parameter))
  }

  private func property(_ parameter: Parameter, type: TypeExpression, note: String? = nil) -> Property {
    let documentation = [parameter.node.documentation, note].compactMap(\.self)
    return Property(
      name: parameter.name, type: type, isRequired: parameter.isRequired,
      documentation: documentation.isEmpty ? nil : documentation.joined(separator: "\n\n"),
      deprecation: parameter.node.isTrue("deprecated") ? "" : nil, span: parameter.node.span)
  }

  private func type(of parameter: Parameter) -> TypeExpression {
    guard let schema = parameter.node["schema"] else {
      if parameter.node["content"] != nil {
        return text(of: parameter, "is a text in the media type that its 'content' names")
      }
      report(
        OpenAPIRules.parameter, .warning, "the parameter '\(parameter.name)' has no schema, so it is passed as text",
        help: "give it a schema", at: parameter.node.span)
      return TypeExpression(.string(StringFacts()), span: parameter.node.span)
    }
    guard let component = parameter.component else { return type(schema) }
    return sharedType(schema, component: component, suffix: "Parameter")
  }

  /// A parameter whose text the caller makes.
  private func text(of parameter: Parameter, _ fact: String) -> TypeExpression {
    report(
      OpenAPIRules.parameter, .warning, "the parameter '\(parameter.name)' \(fact): it is passed as text",
      help: "pass the text as the server wants it, not yet percent-encoded", at: parameter.node.span)
    return TypeExpression(.string(StringFacts()), span: parameter.node.span)
  }

  /// Checks parameters when all types are known: each is a scalar, or a list of scalars.
  func checkParameters(of routes: [Route], in contract: Contract) {
    for route in routes {
      subject = route.id
      for property in route.query + route.headers where !Self.isItem(property.type, contract, allowsList: true) {
        report(
          OpenAPIRules.parameter, .warning,
          "the parameter '\(property.name)' is neither a scalar nor a list of scalars: it is passed as text",
          help: "pass the text as the server wants it, not yet percent-encoded", at: property.span)
      }
    }
    subject = nil
  }

  private static func isItem(_ type: TypeExpression, _ contract: Contract, allowsList: Bool) -> Bool {
    switch contract.resolve(type)?.shape {
    case .boolean, .string, .number, .literal, .enumeration: true
    case .nullable(let inner): isItem(inner, contract, allowsList: allowsList)
    case .array(let shape): allowsList && isItem(shape.element, contract, allowsList: false)
    // A union of scalars is sent as text without loss of what it may be.
    case .union(let shape): shape.variants.allSatisfy { isItem($0.type, contract, allowsList: false) }
    case nil: true
    default: false
    }
  }

  // MARK: Queries

  /// A query parameter as the items that it sends: an object in the styles `form` and `deepObject` is one item for
  /// each property.
  private func query(_ parameter: Parameter) -> [Property] {
    guard let schema = parameter.node["schema"].flatMap({ resolvedSchema($0) }) else { return [single(parameter)] }
    let isObject = schema.text("type") == "object" || schema["properties"] != nil
    if isObject, parameter.style == "deepObject" || (parameter.style == "form" && parameter.isExploded) {
      return spread(parameter, schema)
    }
    let isList = schema.text("type") == "array"
    if isList, !parameter.isExploded || parameter.style != "form" {
      let separators = ["form": "commas", "spaceDelimited": "spaces", "pipeDelimited": "'|'"]
      let separator = separators[parameter.style] ?? "commas"
      let type = text(of: parameter, "is a list whose elements \(separator) separate")
      return [property(parameter, type: type, note: "Elements are separated by \(separator).")]
    }
    if isObject { return [property(parameter, type: text(of: parameter, "is an object in one text"))] }
    return [single(parameter)]
  }

  private func spread(_ parameter: Parameter, _ schema: OpenAPINode) -> [Property] {
    let required = Set(schema["required"]?.elements.compactMap(\.string) ?? [])
    let properties = schema["properties"]?.members ?? []
    guard !properties.isEmpty else {
      return [property(parameter, type: text(of: parameter, "is an object of any keys"))]
    }
    return properties.map { name, node in
      let facts = resolvedSchema(node)
      let wireName = parameter.style == "deepObject" ? "\(parameter.name)[\(name)]" : name
      let type =
        facts?.text("type") == "object"
        ? text(of: parameter, "holds an object in '\(name)'") : type(node)
      return Property(
        name: wireName, type: type, isRequired: parameter.isRequired && required.contains(name),
        documentation: facts?.documentation, span: node.span)
    }
  }

  /// The schema that references lead to; nil where they lead nowhere, which the schema lowering reports.
  func resolvedSchema(_ node: OpenAPINode) -> OpenAPINode? {
    var current = node
    for _ in 0..<32 {
      guard let reference = current.text("$ref") else { return current }
      guard let next = try? schemas.store.resolve(reference, from: current.place) else { return nil }
      current = OpenAPINode(next)
    }
    return nil
  }
}
