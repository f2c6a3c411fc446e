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

/// What templates are filled from: variables, and the answers so far.
public struct ExpansionContext: Sendable {
  /// Variables by name, over those of the file.
  public var variables: [String: String]
  /// Environment variables.
  public var environment: [String: String]
  private var answers: [String: (headers: [HTTPHeader], body: [UInt8], document: JSONDocument?)] = [:]
  /// The file's variables whose value is being made.
  private var open: [String] = []

  /// Creates a context without answers.
  public init(variables: [String: String], environment: [String: String]) {
    self.variables = variables
    self.environment = environment
  }

  /// Remembers the answer to a step.
  public mutating func record(_ exchange: HTTPExchange, for step: String) {
    answers[step] = (exchange.headers, exchange.body, try? JSONDocument(parsing: exchange.body))
  }

  func isExpanding(_ name: String) -> Bool { open.contains(name) }
  func expanding(_ name: String) -> ExpansionContext {
    var context = self
    context.open.append(name)
    return context
  }
  func header(_ name: String, of step: String) -> String? { answers[step]?.headers.first(named: name) }
  func body(of step: String) -> [UInt8]? { answers[step]?.body }
  func value(_ path: JSONPath, of step: String) -> JSONNode? {
    answers[step]?.document.flatMap { path.resolve(in: $0.root) }
  }

  /// What the answer to a capture's step has where the capture finds nothing: names, never values.
  func whatThereIs(_ capture: Reference.Capture) -> String {
    guard let answer = answers[capture.step] else { return "that step was not answered" }
    switch capture.source {
    case .header: return "the answer has " + Self.listed(Set(answer.headers.map { $0.name.lowercased() }))
    case .wholeBody: return "the answer has no body"
    case .body(let path):
      guard let root = answer.document?.root else { return "the answer's body is not JSON" }
      // The longest part of the path that leads somewhere; the empty one does.
      let parts = (0...path.components.count).reversed().map { JSONPath(components: Array(path.components.prefix($0))) }
      guard let part = parts.first(where: { $0.resolve(in: root) != nil }), let node = part.resolve(in: root) else {
        return "the answer is empty"
      }
      switch node.kind {
      case .object: return "\(part) has " + Self.listed(Set(node.members.map(\.key)))
      case .array: return "\(part) is a list of \(node.elements.count)"
      default: return "\(part) is neither an object nor a list"
      }
    }
  }

  private static func listed(_ names: Set<String>) -> String {
    if names.isEmpty { return "no members" }
    let sorted = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    return sorted.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
  }
}

/// Makes requests of steps.
public struct RequestRenderer: Sendable {
  private enum Position { case url, header, body, form, jsonString, jsonValue }

  private let scenario: Scenario

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
  }

  /// The request of a step.
  ///
  /// Captures are JSON-escaped inside strings of a JSON body, stand as JSON values outside them, and are
  /// percent-encoded in URLs, but for a value that starts the URL. Line ends are refused in headers.
  public func render(_ step: ScenarioStep, in context: ExpansionContext) throws(ScenarioError) -> Rendered {
    var uses: [UsedCapture] = []
    let url = try expandURL(step.url, context, &uses)
    var headers: [HTTPHeader] = []
    var authorizedBy: String?
    for header in step.headers {
      if header.name.lowercased() == "authorization" {
        var ignored: [UsedCapture] = []
        headers.append(HTTPHeader(header.name, try expand(header.value, .header, context, &ignored)))
        authorizedBy = ignored.first?.step
      } else {
        headers.append(HTTPHeader(header.name, try expand(header.value, .header, context, &uses)))
      }
    }
    let request = HTTPRequestSpec(
      method: step.method, url: url, headers: headers, body: try body(step, context, &uses),
      followRedirects: step.followRedirects, loopbackOnly: true)
    return Rendered(request: request, uses: uses, authorizedBy: authorizedBy)
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
        let isForm = type.contains("application/x-www-form-urlencoded")
        return Array(try expand(template, isForm ? .form : .body, context, &uses).utf8)
      }
      return Array(try expandJSON(template, context, &uses).utf8)
    }
  }

  private func expandURL(
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

  private func value(
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
    }
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
