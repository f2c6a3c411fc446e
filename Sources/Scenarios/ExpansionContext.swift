internal import Diagnostics
internal import JSONText
public import Transport

/// What templates are filled from: variables, and the answers so far.
public struct ExpansionContext: Sendable {
  /// Variables by name, over those of the file.
  public var variables: [String: String]
  /// Environment variables.
  public var environment: [String: String]
  private var answers: [String: (headers: [HTTPHeader], body: [UInt8], document: JSONDocument?)] = [:]
  /// The sign-in link of the step that is rendered.
  var link: String?
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

  /// Whether the answer to a step is remembered.
  public func hasAnswer(of step: String) -> Bool { answers[step] != nil }

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
