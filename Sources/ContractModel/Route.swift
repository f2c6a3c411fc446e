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
    /// Type of the body; nil when it has none.
    public var type: TypeExpression?
    /// Creates an error answer.
    public init(status: Int?, statusClass: Int? = nil, type: TypeExpression?) {
      self.status = status
      self.statusClass = statusClass
      self.type = type
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
  /// Type of the request body; nil when the route takes none.
  public var request: TypeExpression?
  /// Query parameters; wire names, all values scalar or lists of scalars.
  public var query: [Property]
  /// Request headers that the caller sets, by wire name; never those of authentication, accept and content type.
  public var headers: [Property]
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
    request: TypeExpression? = nil, query: [Property] = [], headers: [Property] = [], status: Int = 200,
    response: TypeExpression?,
    errors: [ErrorResponse] = [], isExact: Bool = false, unreleasedUntil: String? = nil, documentation: String? = nil,
    span: SourceSpan
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.authentication = authentication
    self.request = request
    self.query = query
    self.headers = headers
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
    if let fallback = errors.first(where: { $0.status == nil && $0.statusClass == status / 100 }) {
      return fallback.type.map(Answer.body) ?? .empty
    }
    if status >= 400, let fallback = errors.first(where: { $0.status == nil && $0.statusClass == nil }) {
      return fallback.type.map(Answer.body) ?? .empty
    }
    return .undeclared
  }
}
