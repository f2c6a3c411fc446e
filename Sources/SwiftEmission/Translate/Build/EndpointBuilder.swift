internal import ContractModel

/// Declares the function that makes a route's endpoint.
struct EndpointBuilder {
  func function(_ endpoint: PlannedEndpoint) -> SwiftFunction {
    let route = endpoint.route
    var parameters = endpoint.path.map { SwiftParameter(label: $0.name, type: $0.type) }
    // Parameters with defaults go last.
    let items = endpoint.query + endpoint.headers
    parameters += items.filter { !$0.isOptional }.map { SwiftParameter(label: $0.name, type: $0.type) }
    if let body = endpoint.body, !route.isRequestOptional {
      parameters.append(SwiftParameter(label: body.label, type: body.type))
    }
    parameters += items.filter(\.isOptional).map {
      SwiftParameter(label: $0.name, type: .optional($0.type), defaultValue: .null)
    }
    if let body = endpoint.body, route.isRequestOptional {
      parameters.append(SwiftParameter(label: body.label, type: .optional(body.type), defaultValue: .null))
    }
    var arguments = [
      SwiftArgument(.string(route.id), label: "routeID"), SwiftArgument(.string(route.method), label: "method"),
      SwiftArgument(path(endpoint), label: "path"),
    ]
    for (label, parameters) in [("query", endpoint.query), ("headers", endpoint.headers)] where !parameters.isEmpty {
      let pairs = parameters.map { SwiftExpression.tuple([.string($0.wireName), .name($0.name)]) }
      arguments.append(SwiftArgument(.array(pairs), label: label))
    }
    if let body = endpoint.body {
      arguments.append(SwiftArgument(self.body(body.label, of: route), label: "body"))
    }
    arguments.append(SwiftArgument(authentication(route.authentication), label: "authentication"))
    arguments.append(SwiftArgument(.number(String(route.status)), label: "successStatus"))
    return SwiftFunction(
      notes: SwiftNotes(documentation: documentation(route), deprecation: route.deprecation), isStatic: true,
      name: endpoint.name,
      parameters: parameters, result: .named("Self"),
      body: [.evaluate(.call(.type(.named("Self")), arguments))])
  }

  /// JSON, the fields of a form, or raw bytes; of an optional one, nil for nil.
  private func body(_ label: String, of route: Route) -> SwiftExpression {
    func made(_ argument: SwiftExpression) -> SwiftExpression {
      guard let mediaType = route.requestMediaType else { return .call("EndpointBody", argument) }
      guard route.request == nil else {
        return .call(.name("EndpointBody"), [SwiftArgument(argument, label: "form")])
      }
      return .call(
        .name("EndpointBody"),
        [SwiftArgument(argument, label: "raw"), SwiftArgument(.string(mediaType), label: "mediaType")])
    }
    guard route.isRequestOptional else { return made(.name(label)) }
    return .call(.member(.name(label), "map"), [SwiftArgument(.closure(made(.name("$0"))))])
  }

  private func documentation(_ route: Route) -> String {
    let line = "`\(route.method) \(route.path.text)`"
    return [route.documentation, line].compactMap(\.self).joined(separator: "\n\n")
  }

  private func authentication(_ value: Route.Authentication) -> SwiftExpression {
    switch value {
    case .none: .implicitMember("none")
    case .bearer: .implicitMember("bearer")
    case .other(let name): .call(.implicitMember("other"), [SwiftArgument(.string(name))])
    }
  }

  /// The path with its parameters percent-encoded.
  private func path(_ endpoint: PlannedEndpoint) -> SwiftExpression {
    let parameters = Dictionary(endpoint.path.map { ($0.wireName, $0) }, uniquingKeysWith: { first, _ in first })
    var pieces: [SwiftExpression.Piece] = []
    var text = ""
    for segment in endpoint.route.path.segments {
      text += "/"
      for piece in segment.pieces {
        if case .literal(let literal) = piece { text += PathEncoding.encode(literal) }
        guard case .parameter(let name) = piece else { continue }
        pieces.append(.text(text))
        text = ""
        let isText = parameters[name]?.type == .string
        let argument = SwiftArgument(.name(parameters[name]?.name ?? name), label: isText ? nil : "parameter")
        pieces.append(.value(.call(.member(.name("EndpointPath"), "encode"), [argument])))
      }
    }
    if !text.isEmpty || pieces.isEmpty { pieces.append(.text(text)) }
    return .interpolation(pieces)
  }
}

/// Percent-encodes fixed segments of a path (RFC 3986, `pchar`).
enum PathEncoding {
  static func encode(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x21, 0x24, 0x26...0x2C, 0x3A, 0x3B, 0x3D,
        0x40,
        0x25:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
