import Diagnostics
import JSONText
import Testing
import Verification

@testable import Recording

/// What becomes of what requests carry that is no JSON.
@Suite struct RequestFormTests {
  /// What a form holds is as volatile, and as secret, as what stands in JSON.
  @Test func fieldsOfAFormArePutInOrderAsThoseOfJSON() throws {
    let ids = ["6f0c2d0e-1111-4c1a-9f00-0a0a0a0a0a0a", "0b6f3c77-2222-4d2b-8e11-1b1b1b1b1b1b"]
    var made = RunStep.post("/api/guilds", "make", ids.map { #"{"id":"\#($0)"}"# })
    made.type = nil
    var join = RunStep.post("/api/join", "join", ["{}", "{}"])
    join.requests = ids.map { "guild=\($0)&password=hunter2&note=hello" }
    join.requestType = FormFields.mediaType
    let set = RunBuilder(steps: [made, join]).assemble()
    #expect(set.findings.filter { $0.rule == "record/request-not-kept" }.isEmpty)
    let entry = try #require(set.entries.first { $0.caseName == "join" })
    #expect(entry.requestType == FormFields.mediaType)
    #expect(entry.requestBody?["password"]?.string == "redacted")
    #expect(entry.requestBody?["note"]?.string == "hello")
    let guild = try #require(entry.requestBody?["guild"]?.string)
    #expect(!ids.contains(guild) && set.body(made).contains(guild))
  }

  /// A plus sign is a space, as browsers and servers have it: who sends the query again writes `%20`.
  @Test func aQueryIsReadAsAForm() async throws {
    let stage = try ScenarioStage("# @name find\nGET {{baseURL}}/books?q=sea+calm&tag=a%2Bb&bare\n") { _, _ in
      json("{}")
    }
    let exchange = try #require(try await stage.exchanges().first)
    #expect(exchange.query.map { "\($0.name)=\($0.value)" } == ["q=sea calm", "tag=a+b", "bare="])
  }
}
