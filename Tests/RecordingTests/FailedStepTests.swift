import Diagnostics
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Recording

/// What becomes of the steps after one that fails.
@Suite struct FailedStepTests {
  private static let text = """
    # @name signIn
    # @persona leader
    # @sign-in token=$.accessToken
    POST {{baseURL}}/sign-in
    Content-Type: application/json

    { "password": "x" }

    ###
    # @name makeGuild
    # @expect 201
    POST {{baseURL}}/guilds
    Authorization: Bearer {{signIn.response.body.$.accessToken}}

    ###
    # @name showGuild
    GET {{baseURL}}/guilds/{{makeGuild.response.body.$.id}}

    ###
    # @name showMembers
    GET {{baseURL}}/guilds/{{showGuild.response.body.$.id}}/members

    ###
    # @name plans
    GET {{baseURL}}/plans

    ###
    # @name today
    GET {{baseURL}}/today

    """

  /// The failures with what they keep from running, and the requests that were sent.
  private func run(_ answer: @escaping @Sendable (String) -> StubServer.Answer) async throws -> (
    failures: [String], paths: [String]
  ) {
    let stage = try ScenarioStage(Self.text) { request, _ in
      answer(String(request.url.dropFirst(ScenarioStage.baseURL.count)))
    }
    let outcome = try await stage.outcome()
    return (
      outcome.failures.map { "\($0.finding.rule.rawValue) \($0.isObstacle) \($0.needy)" },
      stage.server.requests.map { String($0.url.dropFirst(ScenarioStage.baseURL.count)) }
    )
  }

  private static func usual(_ path: String) -> StubServer.Answer {
    path == "/sign-in"
      ? json(#"{"accessToken":"aaaaaaaaaaaa"}"#) : json(#"{"id":7}"#, status: path == "/guilds" ? 201 : 200)
  }

  @Test func everyStepRunsThatNeedsNoneOfTheFailedOnes() async throws {
    let (failures, paths) = try await run { path in
      ["/guilds", "/plans"].contains(path) ? json(#"{"error":"no"}"#, status: 422) : Self.usual(path)
    }
    #expect(
      failures == [
        #"record/unexpected-status false ["showGuild", "showMembers"]"#, "record/unexpected-status false []",
      ])
    #expect(paths == ["/sign-in", "/guilds", "/plans", "/today"])
  }

  @Test func aSignInThatFailsKeepsItsPersonaOut() async throws {
    let (failures, paths) = try await run { path in
      path == "/sign-in" ? json(#"{"error":"no"}"#, status: 401) : Self.usual(path)
    }
    #expect(failures == [#"session/sign-in-failed true ["makeGuild", "showGuild", "showMembers"]"#])
    #expect(paths == ["/sign-in", "/plans", "/today"])
  }

  /// A 200 in the place of a 201 still says what was made; what it does not say, nobody asks for.
  @Test func anotherSuccessStillHandsItsAnswerOn() async throws {
    let other = try await run { path in path == "/guilds" ? json(#"{"id":7}"#) : Self.usual(path) }
    #expect(other.failures == ["record/unexpected-status false []"])
    #expect(other.paths == ["/sign-in", "/guilds", "/guilds/7", "/guilds/7/members", "/plans", "/today"])
    let empty = try await run { path in path == "/guilds" ? json("{}") : Self.usual(path) }
    #expect(empty.failures == [#"record/unexpected-status false ["showGuild", "showMembers"]"#])
    #expect(empty.paths == ["/sign-in", "/guilds", "/plans", "/today"])
  }

  @Test func aFailingServerIsAnObstacle() async throws {
    let (failures, paths) = try await run { path in path == "/plans" ? json("{}", status: 500) : Self.usual(path) }
    #expect(failures == ["record/server-failed true []"])
    #expect(paths.count == 6)
  }

  /// Who cannot be reached, or is silent twice in a row, is asked no more.
  @Test(arguments: [(TransportError.Reason.connectionRefused, 1), (.timedOut(.awaitingAnswer), 2)])
  func nobodyIsAskedForEver(reason: TransportError.Reason, failures: Int) async throws {
    let failure: StubServer.Failure = { request, _ in
      request.url.hasSuffix("/sign-in")
        ? nil : TransportError(reason, for: RequestLine(method: request.method, url: request.url))
    }
    let stage = try ScenarioStage(Self.text, failing: failure) { _, _ in Self.usual("/sign-in") }
    let outcome = try await stage.outcome()
    #expect(outcome.failures.count == failures)
    #expect(stage.server.requests.count == failures + 1)
    let last = try #require(outcome.failures.last)
    #expect(last.finding.notes.last?.message.hasPrefix("nobody answers: the ") == true, "\(last.finding)")
  }

  @Test func aRefusalEndsTheRun() async throws {
    let stage = try ScenarioStage(
      "# @name away\nGET https://elsewhere.example/\n\n###\n# @name plans\nGET {{baseURL}}/plans\n"
    ) { _, _ in json("{}") }
    #expect(await stage.error()?.isRefusal == true)
    #expect(stage.server.requests.isEmpty)
  }
}
