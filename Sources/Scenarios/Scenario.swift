public import Diagnostics

/// A `.http` file: requests that run one after the other.
public struct Scenario: Sendable {
  /// A variable that the file sets with `@name = value`; it holds for the whole file.
  public struct Variable: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its value, which may refer to other variables and to captures.
    public let value: Template
    /// Where it is set.
    public let span: SourceSpan
  }

  /// The file.
  public let file: SourceFile
  /// The file's name without folder and extension.
  public let name: String
  /// The file's variables, in order.
  public let variables: [Variable]
  /// The requests, in order.
  public let steps: [ScenarioStep]

  /// The step with a name.
  public func step(named name: String) -> ScenarioStep? { steps.first { $0.name == name } }
}

/// A request of a scenario and what is expected of it.
public struct ScenarioStep: Sendable {
  /// A header of the request.
  public struct Header: Hashable, Sendable {
    /// Field name as written.
    public let name: String
    /// Field value.
    public let value: Template
  }

  /// The body of the request.
  public enum Body: Hashable, Sendable {
    /// Text in the scenario.
    case template(Template)
    /// The bytes of a file, as a path relative to the scenario's folder.
    case file(String, SourceSpan)
  }

  /// Name, unique in its file.
  public let name: String
  /// Text after `###`; empty for none.
  public let title: String
  /// Method, such as `GET`.
  public let method: String
  /// URL, its continuation lines joined.
  public let url: Template
  /// Header fields, in order.
  public let headers: [Header]
  /// Body; nil for none.
  public let body: Body?
  /// Whether redirects are followed (`# @no-redirect` forbids it).
  public let followRedirects: Bool
  /// Whether the persona's cookies are sent and kept (`# @no-cookie-jar` forbids it).
  public let usesCookieJar: Bool
  /// `# @persona NAME`: who asks.
  public let persona: String?
  /// `# @record ROUTE [CASE]`: the answer becomes a fixture.
  public let record: RecordDirective?
  /// `# @expect 201,202`: statuses that are right; empty for any 2xx or 3xx.
  public let expectedStatuses: [Int]
  /// `# @sign-in …`: the answer opens a session for the persona.
  public let signIn: SignInDirective?
  /// `# @link …`: the sign-in link that the step uses.
  public let link: LinkDirective?
  /// `# @until …`: the request is repeated until its answer says so.
  public let until: UntilDirective?
  /// The request line.
  public let span: SourceSpan

  /// Whether an answer's status is one that the step expects.
  public func expects(_ status: Int) -> Bool {
    expectedStatuses.isEmpty ? (200..<400).contains(status) : expectedStatuses.contains(status)
  }
}
