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
    /// The status; nil for every status of `statusClass`, or of 400 and above, that no other entry names.
    public var status: Int?
    /// First digit of the statuses that the entry stands for (OpenAPI's `4XX`); nil where it names one, or is the default.
    public var statusClass: Int?
    /// Type of the body; nil when it has none, or none of JSON.
    public var type: TypeExpression?
    /// Media type of a body that is not JSON.
    public var mediaType: String?
    /// Creates an error answer.
    public init(status: Int?, statusClass: Int? = nil, type: TypeExpression?, mediaType: String? = nil) {
      self.status = status
      self.statusClass = statusClass
      self.type = type
      self.mediaType = mediaType
    }
    /// What the entry stands for, as contracts write it: `404`, `4XX` or `default`.
    public var statusText: String { status.map { "\($0)" } ?? statusClass.map { "\($0)XX" } ?? "default" }
  }

  /// Stable id, such as `guilds.show`; unique without regard to case.
  public var id: String
  /// Upper-case method.
  public var method: String
  /// Path with its parameters.
  public var path: PathTemplate
  /// Who may call.
  public var authentication: Authentication
  /// Type of the request body; nil when the route takes none, or raw bytes.
  public var request: TypeExpression?
  /// Media type of a request body that is not JSON: a form with the fields of `request`, or raw bytes without one.
  public var requestMediaType: String?
  /// Whether a request may come without its body.
  public var isRequestOptional: Bool
  /// Types of the path's parameters, as far as the source has them; the others are text.
  public var pathParameters: [Property]
  /// Query parameters; wire names, all values scalar or lists of scalars.
  public var query: [Property]
  /// Request headers that the caller sets, by wire name; never those of authentication, accept and content type.
  public var headers: [Property]
  /// Status of success.
  public var status: Int
  /// Type of the successful body; nil when it has none, or none of JSON.
  public var response: TypeExpression?
  /// Media type of a successful body that is not JSON.
  public var responseMediaType: String?
  /// Declared error answers.
  public var errors: [ErrorResponse]
  /// Whether `diff` compares values too.
  public var isExact: Bool
  /// Day (`YYYY-MM-DD`) until which production may lack the route.
  public var unreleasedUntil: String?
  /// Doc comment text.
  public var documentation: String?
  /// Why callers should leave it; empty when no reason was given, nil when it is not deprecated.
  public var deprecation: String?
  /// Where it is declared.
  public var span: SourceSpan

  /// Creates a route.
  public init(
    id: String, method: String, path: PathTemplate, authentication: Authentication = .none,
    request: TypeExpression? = nil, requestMediaType: String? = nil,
    isRequestOptional: Bool = false, pathParameters: [Property] = [], query: [Property] = [], headers: [Property] = [],
    status: Int = 200,
    response: TypeExpression?, responseMediaType: String? = nil,
    errors: [ErrorResponse] = [], isExact: Bool = false, unreleasedUntil: String? = nil, documentation: String? = nil,
    deprecation: String? = nil, span: SourceSpan
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.authentication = authentication
    self.request = request
    self.requestMediaType = requestMediaType
    self.isRequestOptional = isRequestOptional
    self.pathParameters = pathParameters
    self.query = query
    self.headers = headers
    self.status = status
    self.response = response
    self.responseMediaType = responseMediaType
    self.errors = errors
    self.isExact = isExact
    self.unreleasedUntil = unreleasedUntil
    self.documentation = documentation
    self.deprecation = deprecation
    self.span = span
  }

  /// What the contract says of an answer's body.
  public enum Answer: Hashable, Sendable {
    /// A JSON body of this type.
    case body(TypeExpression)
    /// A body of a media type that is not JSON.
    case raw(String)
    /// No body.
    case empty
    /// The contract does not declare this status.
    case undeclared
  }

  /// The declared answer for a status.
  public func answer(status: Int) -> Answer {
    if status == self.status { return Self.answer(response, responseMediaType) }
    let entry =
      errors.first { $0.status == status }
      ?? errors.first { $0.status == nil && $0.statusClass == status / 100 }
      ?? errors.first { $0.status == nil && $0.statusClass == nil && status >= 400 }
    return entry.map { Self.answer($0.type, $0.mediaType) } ?? .undeclared
  }

  private static func answer(_ type: TypeExpression?, _ mediaType: String?) -> Answer {
    type.map(Answer.body) ?? mediaType.map(Answer.raw) ?? .empty
  }
}
