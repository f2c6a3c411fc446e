import Diagnostics
import TestSupport
import Testing
import Transport

@testable import Recording

@Suite struct PollingTests {
  private static let scenario = """
    # @name wait
    # @until $.status == "ready" within 5s
    GET {{baseURL}}/activity
    """

  @Test func onlyTheLastAnswerIsKept() async throws {
    let run = try ScenarioStage(Self.scenario) { _, number in
      json(#"{"status":"\#(number < 3 ? "processing" : "ready")"}"#)
    }
    let exchanges = try await run.exchanges()
    #expect(exchanges.count == 1)
    #expect(exchanges[0].body == Array(#"{"status":"ready"}"#.utf8))
    #expect(run.server.requests.count == 4)
  }

  @Test func aWaitInVainIsBoundedAndTold() async throws {
    let run = try ScenarioStage(Self.scenario) { _, _ in json(#"{"status":"processing"}"#) }
    let error = try #require(await run.error())
    #expect(error.findings.map(\.rule) == ["record/not-ready"])
    #expect(error.findings[0].place.span?.text == #"$.status == "ready" within 5s"#)
    #expect((50...52).contains(run.server.requests.count))
    #expect(run.time.sleeps.reduce(0, +) < 5.2)
    // No request may last longer than what is left of the wait.
    #expect(run.server.requests.allSatisfy { ($0.timeout ?? 9) <= 5 } && (run.server.requests.last?.timeout ?? 9) < 0.2)
  }

  @Test func anotherStatusEndsIt() async throws {
    let run = try ScenarioStage(Self.scenario) { _, _ in json("{}", status: 404) }
    let error = try #require(await run.error())
    #expect(error.findings.map(\.rule) == ["record/unexpected-status"])
    #expect(run.server.requests.count == 1)
  }

  @Test func busyServersAreAskedAgainUnlessThatIsWanted() async throws {
    let plain = try ScenarioStage("# @name a\nGET {{baseURL}}/a") { _, number in
      number == 0 ? (429, [HTTPHeader("Retry-After", "3")], "") : json("{}")
    }
    #expect(try await plain.exchanges().map(\.status) == [200])
    #expect(plain.time.sleeps == [3])
    let wanted = try ScenarioStage("# @name a\n# @expect 429\nGET {{baseURL}}/a") { _, _ in
      (429, [HTTPHeader("Retry-After", "3")], "")
    }
    #expect(try await wanted.exchanges().map(\.status) == [429])
    #expect(wanted.server.requests.count == 1)
  }
}
