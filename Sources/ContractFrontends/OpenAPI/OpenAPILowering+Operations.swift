internal import ContractModel
internal import Diagnostics

extension OpenAPILowering {
  /// The route of an operation; nil, with a finding, when there is none.
  func route(_ scope: OperationScope) -> Route? {
    let operation = scope.operation
    guard operation.isObject else {
      report(
        OpenAPIRules.invalid, .error, "an operation is an object", help: "write { responses: … }", at: operation.span)
      return nil
    }
    guard let path = path(scope), let id = id(scope, path: path) else { return nil }
    let parameters = parameters(scope, path: path)
    let body = operation["requestBody"].map { requestBody($0) }
    let answers = answers(operation)
    noteCallbacks(operation)
    return Route(
      id: id, method: scope.method, path: path, authentication: authentication(scope), request: body?.type,
      requestMediaType: body?.mediaType, isRequestOptional: body?.isOptional ?? false,
      pathParameters: parameters.path, query: parameters.query, headers: parameters.headers,
      status: answers.status, response: answers.success.type, responseMediaType: answers.success.mediaType,
      errors: answers.others, documentation: documentation(operation, answers),
      deprecation: operation.isTrue("deprecated") ? "" : nil, span: operation["operationId"]?.span ?? operation.span)
  }

  private func documentation(_ operation: OpenAPINode, _ answers: Answers) -> String? {
    var parts = [operation.documentation].compactMap(\.self)
    if !answers.headers.isEmpty {
      parts.append("Headers of the answer: " + answers.headers.map { "`\($0)`" }.joined(separator: ", ") + ".")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  // MARK: Path and id

  private func path(_ scope: OperationScope) -> PathTemplate? {
    var base = scope.document.basePath
    if let servers = (scope.operation["servers"] ?? scope.item.servers)?.elements, let first = servers.first {
      base = BasePath.of(first)
      let origin = BasePath.origin(of: first)
      if !origin.isEmpty, origin != scope.document.origin {
        report(
          OpenAPIRules.servers, .note, "the operation has a server of its own: \(origin)",
          help: "send it there; its path starts with '\(base.isEmpty ? "/" : base)'", at: first.span)
      }
    }
    guard scope.path.hasPrefix("/") else {
      report(
        OpenAPIRules.invalid, .error, "the path '\(scope.path)' does not start with '/'", help: "write /\(scope.path)",
        at: scope.operation.span)
      return nil
    }
    guard let path = PathTemplate(base + scope.path), !scope.path.contains("#") else {
      report(
        OpenAPIRules.unsupported, .error,
        "the path '\(scope.path)' is not made of names and {parameters} between slashes",
        help: "name each parameter once, put text between two of them, and put queries into parameters",
        at: scope.operation.span)
      return nil
    }
    return path
  }

  private func id(_ scope: OperationScope, path: PathTemplate) -> String? {
    guard let node = scope.operation["operationId"] else {
      let id = Self.derivedID(scope)
      report(
        OpenAPIRules.derivedID, .note, "\(scope.title) has no operationId: its route is '\(id)'",
        help: "add operationId, so that the id stays when the path changes", at: scope.operation.span)
      return claim(id, title: scope.title, at: scope.operation.span) ? id : nil
    }
    guard let id = node.string, !id.isEmpty else {
      report(OpenAPIRules.invalid, .error, "the operationId is not a text", help: "write a name", at: node.span)
      return nil
    }
    // Fixtures are kept under the id.
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), !id.contains("\\"),
      id.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      report(
        OpenAPIRules.invalid, .error, "the operationId '\(id)' cannot name a folder of fixtures",
        help: "use letters, digits, '-', '_', '.' and single slashes", at: node.span)
      return nil
    }
    return claim(id, title: scope.title, at: node.span) ? id : nil
  }

  /// `GET /pets/{petId}` becomes `get.pets.byPetId`.
  static func derivedID(_ scope: OperationScope) -> String {
    var words = [scope.method.lowercased()]
    for part in scope.path.split(separator: "/") {
      var word = ""
      var startsName = false
      for character in part {
        switch character {
        case "{":
          word += word.isEmpty ? "by" : "By"
          startsName = true
        case "}": startsName = false
        case _ where startsName:
          word += character.uppercased()
          startsName = false
        case _ where character.isLetter || character.isNumber || "-_.~".contains(character): word.append(character)
        default: word.append("_")
        }
      }
      words.append(word == "." || word == ".." ? "_" : word)
    }
    return words.joined(separator: ".")
  }

  // MARK: Security

  private func authentication(_ scope: OperationScope) -> Route.Authentication {
    guard let requirements = (scope.operation["security"] ?? scope.document.root["security"])?.elements else {
      return .none
    }
    // An empty requirement among them lets everyone in.
    guard !requirements.isEmpty, !requirements.contains(where: { $0.isObject && $0.members.isEmpty }) else {
      return .none
    }
    let schemes = scope.document.root["components"]?["securitySchemes"]
    var others: [String] = []
    for requirement in requirements {
      for (name, value) in requirement.members {
        guard let scheme = schemes?[name].flatMap({ resolved($0)?.node }) else {
          report(
            OpenAPIRules.invalid, .error, "no security scheme is called '\(name)'",
            help: "declare it under components.securitySchemes", at: value.span)
          continue
        }
        if isBearer(scheme) { return .bearer }
        others.append(name)
      }
    }
    return others.first.map(Route.Authentication.other) ?? .none
  }

  private func isBearer(_ scheme: OpenAPINode) -> Bool {
    switch scheme.text("type") {
    case "oauth2", "openIdConnect": true
    case "http": scheme.text("scheme")?.lowercased() == "bearer"
    default: false
    }
  }

  // MARK: What makes no route

  private func noteCallbacks(_ operation: OpenAPINode) {
    for (name, callback) in operation["callbacks"]?.members ?? [] {
      report(
        OpenAPIRules.passedOver, .note, "the callback '\(name)' is a request that the server sends: it makes no route",
        help: "nothing is needed; its schema components have Swift types", at: callback.span)
    }
  }

  /// Declares the types of webhook bodies.
  func readWebhooks(of document: OpenAPIDocument) {
    let webhooks = document.root["webhooks"] ?? document.root["x-webhooks"]
    for (name, item) in webhooks?.members ?? [] {
      subject = "webhook \(name)"
      defer { subject = nil }
      guard let start = resolved(item)?.node, let parts = pathItem(start) else { continue }
      for (method, operation) in parts.operations {
        if let body = operation["requestBody"].flatMap({ resolved($0)?.node }) {
          declareWebhookBody(body, name: name, method: parts.operations.count == 1 ? nil : method)
        }
      }
      report(
        OpenAPIRules.passedOver, .note, "the webhook '\(name)' is a request that the server sends: it makes no route",
        help: "decode its body with the Swift type", at: item.span)
    }
  }

  private func declareWebhookBody(_ body: OpenAPINode, name: String, method: String?) {
    let content = body["content"]?.members.filter { MediaType($0.key).isJSON } ?? []
    guard let schema = content.lazy.compactMap({ $0.value["schema"] }).first else { return }
    let typeName = Self.typeName([name, method].compactMap(\.self).joined(separator: " "), suffix: "Webhook")
    // A component has its type already.
    if schema.text("$ref") == nil { schemas.declare(schema.place, preferredName: typeName) }
  }
}
