import ContractModel
import Diagnostics
import Scenarios
import Synchronization
import TestSupport
import Testing
import Transport
import Workspace

@testable import Recording

/// Answers requests without a network, and remembers them.
final class StubServer: HTTPTransport {
  typealias Answer = (status: Int, headers: [HTTPHeader], body: String)
  typealias Failure = @Sendable (HTTPRequestSpec, Int) -> TransportError?
  private let answer: @Sendable (HTTPRequestSpec, Int) -> Answer
  private let failure: Failure
  private let received = Mutex<[HTTPRequestSpec]>([])

  /// The second argument counts the requests from 0; where there is a failure, there is no answer.
  init(
    failing failure: @escaping Failure = { _, _ in nil },
    _ answer: @escaping @Sendable (HTTPRequestSpec, Int) -> Answer
  ) {
    self.answer = answer
    self.failure = failure
  }

  var requests: [HTTPRequestSpec] { received.withLock { $0 } }
  func requests(to path: String) -> [HTTPRequestSpec] { requests.filter { $0.url.contains(path) } }

  func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    let number = received.withLock { received in
      received.append(request)
      return received.count - 1
    }
    if let failure = failure(request, number) { throw failure }
    let answer = answer(request, number)
    let exchange = HTTPExchange(
      request: request, status: answer.status, headers: answer.headers, body: Array(answer.body.utf8))
    // As the transport does that it stands in for.
    ExchangeSecrets.register(request)
    ExchangeSecrets.register(exchange)
    return exchange
  }
}

/// A run of one scenario against a stub.
struct ScenarioStage {
  static let baseURL = "http://127.0.0.1:4010"
  let time = TestTime(1_760_000_000)
  let scenario: Scenario
  let access: EnvironmentAccess
  let server: StubServer

  init(
    _ text: String, settings: String = "", folder: String = "", variables: [String: String] = [:],
    linkHost: String = "reader.example", failing failure: @escaping StubServer.Failure = { _, _ in nil },
    _ answer: @escaping @Sendable (HTTPRequestSpec, Int) -> StubServer.Answer
  ) throws {
    var findings = FindingList()
    scenario = ScenarioParser.parse(SourceFile(path: folder + "path.http", text: text), findings: &findings)
    try #require(findings.all.map(\.message) == [])
    let configuration = try Configuration.parse(
      SourceFile(
        path: "assay.json",
        text: #"{ "signIn": { "linkHost": "\#(linkHost)" }, "environments": { "local": { "baseURL": "\#(Self.baseURL)""#
          + (settings.isEmpty ? "" : ", " + settings) + " } } }"))
    access = try EnvironmentAccess(
      try configuration.environment(named: "local"), of: configuration, baseURL: Self.baseURL, variables: variables)
    server = StubServer(failing: failure, answer)
  }

  func exchanges() async throws(RecordingError) -> [RecordedExchange] {
    let outcome = try await outcome()
    guard outcome.failures.isEmpty else { throw .steps(outcome.failures) }
    return outcome.exchanges
  }

  func outcome() async throws(RecordingError) -> ScenarioOutcome {
    let transport = access.transport(over: server, clock: time.clock) { $0.loopbackOnly = true }
    return try await ScenarioRun(
      scenarios: [scenario], contract: Contract(), personas: [:], access: access, transport: transport,
      report: { _ in }, clock: time.clock
    ).run()
  }

  func error() async -> RecordingError? {
    do throws(RecordingError) {
      _ = try await exchanges()
      return nil
    } catch {
      return error
    }
  }
}

extension RecordingError {
  /// Whether a policy refused.
  var isRefusal: Bool {
    if case .transport(let error, _, _) = self { error.isRefusal } else { false }
  }
}

func json(_ body: String, status: Int = 200) -> StubServer.Answer {
  (status, [HTTPHeader("Content-Type", "application/json")], body)
}
