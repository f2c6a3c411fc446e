public import Diagnostics
public import JSONText

/// `# @record ROUTE [CASE]`.
public struct RecordDirective: Hashable, Sendable {
  /// Route id, such as `guilds.show`.
  public let routeID: String
  /// Case name; nil for the step's name.
  public let caseName: String?
  /// Where it is written.
  public let span: SourceSpan
}

/// `# @until $.status == "ready" within 30s`.
public struct UntilDirective: Hashable, Sendable {
  /// Place in the answer's body.
  public let path: JSONPath
  /// Whether the value there must be equal (`==`) or different (`!=`).
  public let isEqual: Bool
  /// The value: a string, number, boolean or null.
  public let value: JSONValue
  /// Seconds until the wait is given up.
  public let seconds: Double
  /// Where it is written.
  public let span: SourceSpan

  /// Whether an answer ends the wait; an answer without a value at the path does not.
  public func isSatisfied(by document: JSONDocument) -> Bool {
    guard let node = path.resolve(in: document.root) else { return false }
    return (node.value == value) == isEqual
  }
}
