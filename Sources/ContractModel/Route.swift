public import Diagnostics

/// A request that the contract declares, and what answers it.
public struct Route: Hashable, Sendable {
  /// How a route expects its caller to prove who it is.
  public enum Authentication: Hashable, Sendable {
    /// Anyone may call.
    case none
    /// `Authorization: Bearer`.
    case bearer
    /// Another scheme, by the contract's name for it.
    case other(String)
  }
  /// A declared answer other than the successful one.
  public struct ErrorResponse: Hashable, Sendable {
    /// The status; nil for every status of 400 and above that no other entry names.
    public var status: Int?
    /// Type of the body; nil when it has none.
    public var type: TypeExpression?
    /// Creates an error answer.
    public init(status: Int?, type: TypeExpression?) {
      self.status = status
      self.type = type
    }
  }

  /// Stable id, such as `guilds.show`; unique without regard to case.
  public var id: String
  /// Upper-case method.
  public var method: String
  /// Path with its parameters.
  public var path: PathTemplate
  /// Who may call.
  public var authentication: Authentication
  /// Type of the request body; nil when the route takes none.
  public var request: TypeExpression?
  /// Query parameters; wire names, all values scalar or lists of scalars.
  public var query: [Property]
  /// Status of success.
  public var status: Int
  /// Type of the successful body; nil when it has none.
  public var response: TypeExpression?
  /// Declared error answers.
  public var errors: [ErrorResponse]
  /// Whether `diff` compares values too.
  public var isExact: Bool
  /// Day (`YYYY-MM-DD`) until which production may lack the route.
  public var unreleasedUntil: String?
  /// Doc comment text.
  public var documentation: String?
  /// Where it is declared.
  public var span: SourceSpan

  /// Creates a route.
  public init(
    id: String, method: String, path: PathTemplate, authentication: Authentication = .none,
    request: TypeExpression? = nil, query: [Property] = [], status: Int = 200, response: TypeExpression?,
    errors: [ErrorResponse] = [], isExact: Bool = false, unreleasedUntil: String? = nil, documentation: String? = nil,
    span: SourceSpan
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.authentication = authentication
    self.request = request
    self.query = query
    self.status = status
    self.response = response
    self.errors = errors
    self.isExact = isExact
    self.unreleasedUntil = unreleasedUntil
    self.documentation = documentation
    self.span = span
  }

  /// What the contract says of an answer's body.
  public enum Answer: Hashable, Sendable {
    /// A JSON body of this type.
    case body(TypeExpression)
    /// No body.
    case empty
    /// The contract does not declare this status.
    case undeclared
  }

  /// The declared answer for a status.
  public func answer(status: Int) -> Answer {
    if status == self.status { return response.map(Answer.body) ?? .empty }
    if let exact = errors.first(where: { $0.status == status }) { return exact.type.map(Answer.body) ?? .empty }
    if status >= 400, let fallback = errors.first(where: { $0.status == nil }) {
      return fallback.type.map(Answer.body) ?? .empty
    }
    return .undeclared
  }
}

/// A path with named parameters, such as `/api/guilds/{guildId}`.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// A part between two slashes.
  public enum Segment: Hashable, Sendable {
    /// Fixed text, percent-decoded.
    case literal(String)
    /// A parameter, by name.
    case parameter(String)
  }
  /// The path as written.
  public let text: String
  /// Its segments, the empty one before the first slash left out.
  public let segments: [Segment]

  /// Parses a path that starts with `/`; nil when it does not, or when braces do not enclose whole, distinct, named segments.
  public init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var segments: [Segment] = []
    var names: Set<String> = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      if part.hasPrefix("{"), part.hasSuffix("}") {
        let name = String(part.dropFirst().dropLast())
        guard !name.isEmpty, !name.contains("{"), !name.contains("}"), names.insert(name).inserted else { return nil }
        segments.append(.parameter(name))
      } else {
        guard !part.contains("{"), !part.contains("}"), !part.contains("?") else { return nil }
        segments.append(.literal(String(part)))
      }
    }
    self.text = text
    self.segments = segments
  }

  /// Parameter names in path order.
  public var parameters: [String] {
    segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }
  /// The path as written.
  public var description: String { text }

  /// The still encoded values of the parameters when a path (without query) fits; nil when it does not.
  public func match(_ path: some StringProtocol) -> [String: String]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      switch segment {
      case .literal(let text): if text != part { return nil }
      case .parameter(let name):
        if part.isEmpty { return nil }
        values[name] = String(part)
      }
    }
    return values
  }
}
