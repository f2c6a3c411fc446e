internal import ContractModel
internal import Diagnostics

extension OpenAPILowering {
  /// What a `content` object says: a JSON type, or the media type of raw bytes; neither for no body.
  struct Body {
    var type: TypeExpression?
    var mediaType: String?
    /// Where it is said.
    var span: SourceSpan?
    /// Whether a request may come without it.
    var isOptional = false
  }

  /// The answers of an operation.
  struct Answers {
    var status = 200
    var success = Body()
    var others: [Route.ErrorResponse] = []
    /// Names of the headers of the successful answer, in document order.
    var headers: [String] = []
  }

  /// An entry of `responses`.
  private struct Response {
    /// nil for a class of statuses and for the default.
    let status: Int?
    let statusClass: Int?
    let body: Body
    let headers: [String]
    let span: SourceSpan

    var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? (statusClass == 2) }
    var isDefault: Bool { status == nil && statusClass == nil }
    var hasBody: Bool { body.type != nil || body.mediaType != nil }
    var error: Route.ErrorResponse {
      Route.ErrorResponse(status: status, statusClass: statusClass, type: body.type, mediaType: body.mediaType)
    }
  }

  // MARK: Requests

  func requestBody(_ node: OpenAPINode) -> Body {
    guard let (body, component) = resolved(node) else { return Body() }
    guard let content = body["content"], content.isObject else {
      report(
        OpenAPIRules.invalid, .error, "a request body has 'content'",
        help: "write content: { \"application/json\": … }",
        at: body.span)
      return Body()
    }
    var result = read(content, component: component, suffix: "Body", isRequest: true)
    result.isOptional = !body.isTrue("required")
    return result
  }

  // MARK: Answers

  func answers(_ operation: OpenAPINode) -> Answers {
    guard let node = operation["responses"], node.isObject else {
      report(
        OpenAPIRules.invalid, .error, "the operation declares no responses",
        help: "declare at least the successful one", at: operation.span)
      return Answers()
    }
    var responses = node.members.compactMap { response($0, $1) }
    var answers = Answers()
    if let primary = Self.primary(responses) {
      let response = responses[primary]
      answers.success = response.body
      answers.status = response.status ?? 200
      answers.headers = response.headers
      // A class and the default go on to stand for the statuses that no other entry names.
      if response.status != nil { responses.remove(at: primary) }
    }
    answers.others = responses.filter { !$0.isDefault }.map(\.error) + responses.filter(\.isDefault).map(\.error)
    return answers
  }

  /// The answer that means success: of the statuses from 200 to 299 the lowest that has a body, else the lowest; then
  /// their class, the default where nothing else is declared, and the lowest status below 400.
  private static func primary(_ responses: [Response]) -> Int? {
    func lowest(_ isWanted: (Response) -> Bool) -> Int? {
      responses.indices.filter { isWanted(responses[$0]) }.min {
        (responses[$0].status ?? .max) < (responses[$1].status ?? .max)
      }
    }
    return lowest { $0.isSuccess && $0.status != nil && $0.hasBody } ?? lowest { $0.isSuccess && $0.status != nil }
      ?? lowest(\.isSuccess) ?? lowest { ($0.status ?? $0.statusClass.map { $0 * 100 } ?? 999) < 400 }
      ?? (responses.count == 1 ? lowest(\.isDefault) : nil)
  }

  private func response(_ key: String, _ node: OpenAPINode) -> Response? {
    guard let (status, statusClass) = Self.status(key) else {
      report(
        OpenAPIRules.invalid, .error, "'\(key)' is not a status", help: "write 200, 4XX or default", at: node.span)
      return nil
    }
    guard let (response, component) = resolved(node) else { return nil }
    var body = Body()
    if let content = response["content"], !content.isEmpty {
      body = read(content, component: component, suffix: "Response", isRequest: false)
    }
    return Response(
      status: status, statusClass: statusClass, body: body, headers: response["headers"]?.members.map(\.key) ?? [],
      span: node.span)
  }

  private static func status(_ key: String) -> (Int?, Int?)? {
    if key == "default" { return (nil, nil) }
    let bytes = Array(key.utf8)
    guard bytes.count == 3, (0x31...0x35).contains(bytes[0]) else { return nil }
    if bytes.dropFirst().allSatisfy({ $0 | 0x20 == UInt8(ascii: "x") }) { return (nil, Int(bytes[0] - 0x30)) }
    return Int(key).map { ($0, nil) }
  }

  // MARK: Content

  private func read(
    _ content: OpenAPINode, component: String?, suffix: String, isRequest: Bool
  ) -> Body {
    let media = content.members.map { (name: $0.key, type: MediaType($0.key), node: $0.value) }
    guard !media.isEmpty else { return Body() }
    let json = media.filter { isJSON($0.type, $0.node["schema"]) }.enumerated().sorted {
      ($0.element.type.rank, $0.offset) < ($1.element.type.rank, $1.offset)
    }.map(\.element)
    let others = media.filter { entry in !json.contains { $0.name == entry.name } }
    guard !json.isEmpty else { return raw(media, component: component, suffix: suffix, isRequest: isRequest) }
    if let first = others.first {
      report(
        OpenAPIRules.mediaTypes, .note,
        "beside JSON the body may be \(others.map(\.name).joined(separator: ", ")), which is left aside",
        help: "nothing is needed where clients ask for JSON", at: first.node.span)
    }
    var types: [TypeExpression] = []
    for entry in json {
      let type = jsonType(entry.node, component: component, suffix: suffix)
      let text = ContractText.describe(type)
      if !types.contains(where: { ContractText.describe($0) == text }) { types.append(type) }
    }
    if types.count > 1 {
      report(
        OpenAPIRules.mediaTypes, .note,
        "the body differs between \(json.map(\.name).joined(separator: ", ")): it is one of the \(types.count) types",
        help: "nothing is needed; the decoder takes the one that fits", at: content.span)
    }
    return Body(type: Self.union(types, span: content.span), mediaType: nil, span: content.span)
  }

  private func jsonType(_ media: OpenAPINode, component: String?, suffix: String) -> TypeExpression {
    guard let schema = media["schema"] else {
      report(
        OpenAPIRules.untypedBody, .warning, "the JSON body has no schema, so any JSON passes", help: "give it a schema",
        at: media.span)
      return TypeExpression(.anyJSON, span: media.span)
    }
    guard let component else { return type(schema) }
    return sharedType(schema, component: component, suffix: suffix)
  }

  /// Names without a known meaning are JSON where the schema describes an object or a list.
  private func isJSON(_ type: MediaType, _ schema: OpenAPINode?) -> Bool {
    if type.isJSON { return true }
    guard !type.isKnownOther, let schema = schema.flatMap({ resolvedSchema($0) }) else { return false }
    if type.isRange { return schema.text("format") != "binary" && schema.text("contentMediaType") == nil }
    return schema.text("type") == "object" || schema.text("type") == "array" || schema["properties"] != nil
      || schema["oneOf"] != nil || schema["anyOf"] != nil || schema["allOf"] != nil
  }

  private func raw(
    _ media: [(name: String, type: MediaType, node: OpenAPINode)], component: String?, suffix: String,
    isRequest: Bool
  ) -> Body {
    let span = media[0].node.span
    if isRequest, let form = media.first(where: { $0.type.isForm }), let schema = form.node["schema"] {
      let type =
        component.map { sharedType(schema, component: $0, suffix: suffix) }
        ?? type(schema)
      return Body(type: type, mediaType: form.type.essence, span: span)
    }
    let names = media.map(\.name).joined(separator: ", ")
    report(
      OpenAPIRules.rawBody, .note, "the body is \(names), not JSON: it stays raw bytes",
      help: isRequest ? "pass its bytes" : "read its bytes", at: span)
    return Body(type: nil, mediaType: media[0].name, span: span)
  }

  /// One of several types; null is taken out of them.
  static func union(_ types: [TypeExpression], span: SourceSpan) -> TypeExpression {
    guard types.count > 1 else { return types.first ?? TypeExpression(.anyJSON, span: span) }
    if let any = types.first(where: { $0.shape == .anyJSON }) { return any }
    let isNullable = types.contains { if case .nullable = $0.shape { true } else { $0.shape == .null } }
    let variants = types.filter { $0.shape != .null }.map { type -> UnionShape.Variant in
      let type = type.withoutNull
      let name: String? = if case .reference(let name) = type.shape { name } else { nil }
      return UnionShape.Variant(name: name, type: type)
    }
    let union =
      variants.count == 1 ? variants[0].type : TypeExpression(.union(UnionShape(variants: variants)), span: span)
    return isNullable ? TypeExpression(.nullable(union), span: span) : union
  }
}
