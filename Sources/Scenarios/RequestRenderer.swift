public import Diagnostics
internal import JSONText
public import Transport
internal import Workspace

/// A value of an earlier answer that a request used.
public struct UsedCapture: Hashable, Sendable {
  /// Name of the step that was answered.
  public let step: String
  /// Place in the answer's JSON body; nil for a header or the whole body.
  public let pointer: JSONPointer?
}

/// Makes requests of steps.
public struct RequestRenderer: Sendable {
  enum Position { case url, header, body, form, jsonString, jsonValue }

  let scenario: Scenario

  /// Creates a renderer for the steps of a scenario.
  public init(_ scenario: Scenario) { self.scenario = scenario }

  /// A request and what it took from earlier answers.
  public struct Rendered: Sendable {
    /// The request.
    public var request: HTTPRequestSpec
    /// What it took from earlier answers, each once, in order; what went into `Authorization` is not among them.
    public var uses: [UsedCapture]
    /// The step whose captured token stands in `Authorization`; nil when none does.
    public var authorizedBy: String?
    /// The sign-in link that the step uses: that of `# @link`, or the captured URL that the step signs in by. It is not
    /// to be sent anywhere before ``SignInLinkPolicy`` has seen it.
    public var link: String?
    /// The CSRF token of an earlier answer that the step's `# @sign-in` names.
    public var csrfToken: String?
  }

  /// The request of a step.
  ///
  /// Captures are JSON-escaped inside strings of a JSON body, stand as JSON values outside them, and are
  /// percent-encoded in URLs, but for a value that starts the URL. Line ends are refused in headers.
  public func render(_ step: ScenarioStep, in context: ExpansionContext) throws(ScenarioError) -> Rendered {
    var uses: [UsedCapture] = []
    var context = context
    if let link = step.link { context.link = try expand(link.template, .body, context, &uses) }
    let url = try expandURL(step.url, context, &uses)
    var headers: [HTTPHeader] = []
    var authorizedBy: String?
    for header in step.headers {
      if header.name.lowercased() == "authorization" {
        var ignored: [UsedCapture] = []
        let value = try expand(header.value, .header, context, &ignored)
        headers.append(HTTPHeader(header.name, BasicCredentials.encoded(value)))
        authorizedBy = ignored.first?.step
      } else {
        headers.append(HTTPHeader(header.name, try expand(header.value, .header, context, &uses)))
      }
    }
    var request = HTTPRequestSpec(
      method: step.method, url: url, headers: headers, body: try body(step, context, &uses),
      followRedirects: step.followRedirects, loopbackOnly: true)
    let link = context.link ?? (step.signsInByCapturedURL(in: scenario) ? url : nil)
    request.staysOnOrigin = link != nil
    request.usesCookies = step.usesCookieJar
    var csrfToken: String?
    if case .earlier(let token) = step.signIn?.csrf?.source {
      csrfToken = try expand(token, .header, context, &uses)
    }
    return Rendered(request: request, uses: uses, authorizedBy: authorizedBy, link: link, csrfToken: csrfToken)
  }

  private func body(
    _ step: ScenarioStep, _ context: ExpansionContext, _ uses: inout [UsedCapture]
  ) throws(ScenarioError) -> [UInt8]? {
    switch step.body {
    case nil: return nil
    case .file(let path, let span):
      do throws(WorkspaceError) {
        return try FileSystem.read(FileSystem.resolve(path, relativeTo: FileSystem.parent(of: scenario.file.path)))
      } catch {
        throw ScenarioError(
          "scenario/missing-file", "the body's file '\(path)' cannot be read", help: "it is relative to the scenario",
          at: span)
      }
    case .template(let template):
      let type = step.headers.first { $0.name.lowercased() == "content-type" }?.value.text.lowercased() ?? ""
      guard type.contains("json") else {
        let isForm = type.contains(FormFields.mediaType)
        let text = try expand(template, isForm ? .form : .body, context, &uses)
        // Parts end with CRLF (RFC 2046 section 5.1.1); the file may be checked out with either.
        return Array((type.hasPrefix("multipart/") ? Self.withCRLF(text) : text).utf8)
      }
      return Array(try expandJSON(template, context, &uses).utf8)
    }
  }

  private static func withCRLF(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
  }

  func expandURL(
    _ template: Template, _ context: ExpansionContext, _ uses: inout [UsedCapture]
  ) throws(ScenarioError) -> String {
    var url = URLUnderConstruction()
    for piece in template.pieces {
      switch piece {
      case .literal(let text): url.append(literal: text)
      case .reference(let reference, let span):
        let text = try value(reference, span, .url, context, &uses)
        guard url.append(text, isCapture: reference.isCapture) else {
          throw ScenarioError(
            "scenario/unusable-value", "the value is no host and port", help: "write the host as it is in the URL",
            at: span)
        }
      }
    }
    return url.text
  }

  private func expand(
    _ template: Template, _ position: Position, _ context: ExpansionContext, _ uses: inout [UsedCapture]
  ) throws(ScenarioError) -> String {
    var text = ""
    for piece in template.pieces {
      switch piece {
      case .literal(let literal): text += literal
      case .reference(let reference, let span):
        let value = try value(reference, span, position, context, &uses)
        if position == .header, value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
          throw ScenarioError(
            "scenario/unusable-value", "the value holds a control character, which a header cannot carry",
            help: "capture another value", at: span)
        }
        text += value
      }
    }
    return text
  }

  /// Expands the body of a JSON request: whether a reference stands inside a string is read off the text before it.
  private func expandJSON(
    _ template: Template, _ context: ExpansionContext, _ uses: inout [UsedCapture]
  ) throws(ScenarioError) -> String {
    var text = ""
    var isInString = false
    for piece in template.pieces {
      switch piece {
      case .literal(let literal):
        var isEscaped = false
        for byte in literal.utf8 {
          if isEscaped {
            isEscaped = false
          } else if byte == 0x5C, isInString {
            isEscaped = true
          } else if byte == 0x22 {
            isInString.toggle()
          }
        }
        text += literal
      case .reference(let reference, let span):
        text += try value(reference, span, isInString ? .jsonString : .jsonValue, context, &uses)
      }
    }
    return text
  }

  func value(
    _ reference: Reference, _ span: SourceSpan, _ position: Position, _ context: ExpansionContext,
    _ uses: inout [UsedCapture]
  ) throws(ScenarioError) -> String {
    switch reference {
    case .processEnvironment(let name):
      guard let value = context.environment[name], !value.isEmpty else {
        throw ScenarioError(
          ScenarioRules.missingVariable, "the environment variable \(name) is not set",
          help: "set it: export \(name)=…",
          at: span)
      }
      SecretRegistry.shared.register(value, name: "$\(name)")
      return escaped(value, position)
    case .variable(let name):
      if let value = context.variables[name] { return escaped(value, position) }
      guard let variable = scenario.variables.first(where: { $0.name == name }) else {
        throw ScenarioError("scenario/undefined", "no variable is called '\(name)'", help: "set it", at: span)
      }
      guard !context.isExpanding(name) else {
        throw ScenarioError(
          "scenario/circular-variable", "the value of '\(name)' leads back to it",
          help: "give one of the variables a value of its own", at: span)
      }
      return escaped(try expand(variable.value, .body, context.expanding(name), &uses), position)
    case .capture(let capture): return try value(capture, span, position, context, &uses)
    case .link(let parameter): return escaped(try value(parameter, span, context), position)
    }
  }

  private func value(
    _ parameter: String?, _ span: SourceSpan, _ context: ExpansionContext
  ) throws(ScenarioError) -> String {
    let found = context.link.flatMap { link in parameter.map { LinkParameters(link).value($0) } ?? link }
    guard let found else {
      throw ScenarioError(
        "scenario/missing-capture", "the sign-in link has no parameter '\(parameter ?? "")'",
        help: "correct the name: the link has "
          + (context.link.map { LinkParameters($0).items.map(\.name).joined(separator: ", ") } ?? "no parameters"),
        at: span)
    }
    return found
  }

  private func value(
    _ capture: Reference.Capture, _ span: SourceSpan, _ position: Position, _ context: ExpansionContext,
    _ uses: inout [UsedCapture]
  ) throws(ScenarioError) -> String {
    var pointer: JSONPointer?
    var found: String?
    switch capture.source {
    case .header(let name): found = context.header(name, of: capture.step)
    case .wholeBody: found = context.body(of: capture.step).map { String(decoding: $0, as: UTF8.self) }
    case .body(let path):
      pointer = path.pointer
      if let node = context.value(path, of: capture.step) {
        if position == .jsonValue {
          found = String(decoding: node.canonicalText(indent: 0), as: UTF8.self)
        } else {
          found = node.string ?? node.numberText ?? node.bool.map { $0 ? "true" : "false" }
          if found == nil {
            throw ScenarioError(
              "scenario/unusable-value", "the value of \(capture) is an object, a list or null",
              help: "capture a string, number or Boolean", at: span)
          }
        }
      }
    }
    guard let found else {
      throw ScenarioError(
        "scenario/missing-capture", "the answer to '\(capture.step)' has nothing at \(capture)",
        help: "correct it: " + context.whatThereIs(capture), at: span)
    }
    let use = UsedCapture(step: capture.step, pointer: pointer)
    if !uses.contains(use) { uses.append(use) }
    return pointer != nil && position == .jsonValue ? found : escaped(found, position)
  }

  private func escaped(_ text: String, _ position: Position) -> String {
    switch position {
    case .jsonString:
      String(decoding: JSONValue.string(text).canonicalText(indent: 0).dropFirst().dropLast(), as: UTF8.self)
    case .form: PercentEncoding.encode(text)
    case .url, .header, .body, .jsonValue: text
    }
  }
}

/// `Authorization: Basic user password` and `Basic user:password`, which the dialect encodes.
private enum BasicCredentials {
  /// The field's value as it is sent; password and code are registered as secrets.
  static func encoded(_ value: String) -> String {
    let words = value.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let scheme = words.first, scheme.lowercased() == "basic" else { return value }
    let pair: (user: String, password: String)
    // No user has a colon (RFC 7617); a password may have spaces.
    if words.count > 1, words[1].contains(":"), let colon = value.firstIndex(of: ":") {
      pair = (String(words[1].prefix { $0 != ":" }), String(value[value.index(after: colon)...]))
    } else if words.count == 3 {
      pair = (words[1], words[2])
    } else {
      return value
    }
    guard case .header(let header) = RequestCredential.basic(user: pair.user, password: pair.password, owner: pair.user)
    else { return value }
    return header.value
  }
}

extension ScenarioStep {
  /// Whether the step signs in at a URL that an answer gave: a link, which anybody may have written.
  fileprivate func signsInByCapturedURL(in scenario: Scenario) -> Bool {
    guard signIn != nil, case .reference(let reference, _)? = url.pieces.first else { return false }
    return !scenario.captures(of: reference).isEmpty || scenario.usesLink(reference)
  }
}
