import ContractModel
import Diagnostics
import JSONText
import TestSupport
import Testing
import Transport
import Verification

@testable import Drift

private struct EverybodySignsIn: PersonaAuthorizer {
  private struct SignedIn: HTTPTransport {
    let base: any HTTPTransport
    func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
      try await base.send(request.bearing("t"))
    }
  }
  let transport: any HTTPTransport
  func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)? { SignedIn(base: transport) }
}

private struct FailingSignIn: PersonaAuthorizer {
  let reason: TransportError.Reason
  func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)? {
    throw TransportError(reason)
  }
}

private func contract(unreleasedUntil: String? = nil, isExact: Bool = false) throws -> Contract {
  var show = try IR.route("guilds.show", "GET", "/api/guilds/{guildId}", IR.ref("Guild"))
  show.unreleasedUntil = unreleasedUntil
  show.isExact = isExact
  return IR.contract(
    ["Guild": IR.object(["id": IR.string, "motto": IR.string])],
    routes: [
      show, try IR.route("guilds.list", "GET", "/api/guilds", IR.list(IR.ref("Guild"))),
      try IR.route("guilds.create", "POST", "/api/guilds", IR.ref("Guild"), status: 201),
      try IR.route("pages", "GET", "/api/pages", IR.object(["nextCursor": IR.nullable(IR.string)])),
    ])
}

private let list = FixtureEntry(
  routeID: "guilds.list", caseName: "list", file: "guilds.list/list.json", method: "GET", pathTemplate: "/api/guilds",
  persona: "reader", status: 200, contentType: "application/json")
private let show = FixtureEntry(
  routeID: "guilds.show", caseName: "show", file: "guilds.show/show.json", method: "GET",
  pathTemplate: "/api/guilds/{guildId}",
  parameters: ["guildId": .answer(route: "guilds.list", case: "list", pointer: JSONPointer(tokens: ["1", "id"]))],
  persona: "reader", status: 200, contentType: "application/json")
private let create = FixtureEntry(
  routeID: "guilds.create", caseName: "create", file: "guilds.create/create.json", method: "POST",
  pathTemplate: "/api/guilds", persona: "reader", status: 201, contentType: "application/json")
private let wrongID = FixtureEntry(
  routeID: "guilds.show", caseName: "wrong", file: "guilds.show/wrong.json", method: "GET",
  pathTemplate: "/api/guilds/{guildId}", parameters: ["guildId": .literal("none")], persona: "reader", status: 404,
  contentType: "application/json")

private let bodies: [String: [UInt8]] = [
  "guilds.list/list.json": Array(#"[{"id":"a","motto":"x"},{"id":"b","motto":"y"}]"#.utf8),
  "guilds.show/show.json": Array(#"{"id":"b","motto":"y"}"#.utf8),
  "guilds.show/wrong.json": Array(#"{"error":"none"}"#.utf8),
  "guilds.create/create.json": Array(#"{"id":"b","motto":"y"}"#.utf8),
  "pages/first.json": Array(#"{"nextCursor":"cursor-0001"}"#.utf8),
  "pages/secret.json": Array(#"{"nextCursor":"redacted"}"#.utf8),
  "pages/last.json": Array(#"{"nextCursor":null}"#.utf8),
]

private func run(
  _ transport: StubTransport, _ entries: [FixtureEntry] = [list, show, create, wrongID], contract: Contract? = nil,
  base: String = "http://api.test/", values: [String: String] = [:], today: String? = nil, requiresLive: Bool = false,
  authorizer: (any PersonaAuthorizer)? = nil
) async throws -> DriftReport {
  let target = DriftTarget(name: "production", baseURL: base, values: values, today: today, requiresLive: requiresLive)
  let fixtures = FixtureSet(manifest: FixtureManifest(entries: entries), bodies: bodies)
  let declared = if let contract { contract } else { try sampleContract() }
  return try await DriftRun(
    contract: declared, fixtures: fixtures, target: target, transport: transport,
    authorizer: authorizer ?? EverybodySignsIn(transport: transport)
  ).run()
}

private func sampleContract() throws -> Contract { try contract() }

private let clean: [String: StubTransport.Reply] = [
  "/api/guilds": .json(#"[{"id":"live 1","motto":"p"}]"#),
  "/api/guilds/live%201": .json(#"{"id":"live 1","motto":"p"}"#),
]

private func rules(_ findings: [Finding]) -> [String] { findings.map(\.rule.rawValue) }

struct DriftRunTests {
  @Test("Reads alone; a parameter comes from the live answer, of a shorter list from its first element")
  func cleanRun() async throws {
    let transport = StubTransport(clean)
    let report = try await run(transport)
    #expect(report.outcome == .checked)
    #expect(report.findings.isEmpty && report.obstacles.isEmpty, "\(report.findings)")
    #expect(transport.requests == ["GET /api/guilds Bearer t", "GET /api/guilds/live%201 Bearer t"])
    #expect(report.exercisedRoutes == ["guilds.list", "guilds.show"])
    #expect(report.exercisedCount == 2 && report.skippedCount == 2)
  }

  @Test("One renamed field on two routes is one finding with both places")
  func renamed() async throws {
    let report = try await run(
      StubTransport([
        "/api/guilds": .json(#"[{"id":"1","slogan":"p"},{"id":"2","slogan":"q"}]"#),
        "/api/guilds/2": .json(#"{"id":"2","slogan":"q"}"#),
      ]))
    #expect(report.outcome == .checked)
    #expect(rules(report.findings) == ["drift/field-renamed"])
    let finding = try #require(report.findings.first)
    #expect(finding.place.route == "guilds.list" && finding.place.pointer?.description == "/*/motto")
    #expect(finding.morePlaces.map(\.route) == ["guilds.show"])
    #expect(finding.notes.contains { $0.place.span != nil })
  }

  @Test("A parameter without a read uses the environment's value, or is told")
  func parameters() async throws {
    var lost = show
    lost.parameters = ["guildId": .unresolved]
    let transport = StubTransport(["/api/guilds/7": .json(#"{"id":"7","motto":"q"}"#)])
    let given = try await run(transport, [lost], values: ["guildId": "7"])
    #expect(given.findings.isEmpty && given.exercisedCount == 1)
    let specific = try await run(transport, [lost], values: ["guildId": "8", "guilds.show.guildId": "7"])
    #expect(specific.findings.isEmpty)
    let missing = try await run(StubTransport(clean), [lost, list])
    #expect(rules(missing.findings) == ["drift/not-exercised"])
    let gap = try #require(missing.findings.first)
    #expect(gap.message.contains("guildId") && gap.help?.contains("values") == true)
    #expect(missing.notExercised.map(\.route) == ["guilds.show"])
    let emptyList = try await run(StubTransport(["/api/guilds": .json("[]")]))
    #expect(rules(emptyList.findings) == ["drift/not-exercised"])
    #expect(emptyList.findings.first?.message.contains("has nothing at /1/id") == true)
  }

  @Test("A manifest that names a write as a parameter's origin does not make the run write")
  func originThatWrites() async throws {
    var fromWrite = show
    fromWrite.parameters = [
      "guildId": .answer(route: "guilds.create", case: "create", pointer: JSONPointer(tokens: ["id"]))
    ]
    let transport = StubTransport(clean)
    let report = try await run(transport, [list, fromWrite, create])
    #expect(transport.requests == ["GET /api/guilds Bearer t"])
    #expect(rules(report.findings) == ["drift/not-exercised"])
  }

  @Test("A recorded literal gives way to the environment's value")
  func literal() async throws {
    var named = show
    named.parameters = ["guildId": .literal("owls")]
    let transport = StubTransport(["/api/guilds/larks": .json(#"{"id":"7","motto":"q"}"#)])
    let report = try await run(transport, [named], values: ["guildId": "larks"])
    #expect(report.findings.isEmpty && transport.requests.count == 1)
  }

  @Test("A document that is not JSON is compared by what kind it is")
  func mediaType() async throws {
    var table = list
    table.contentType = "text/csv"
    table.file = "guilds.list/table.csv"
    table.caseName = "table"
    table.pathTemplate = "/api/table"
    let transport = StubTransport(clean.merging(["/api/table": .html(200)]) { $1 })
    let report = try await run(transport, [list, show, table])
    #expect(rules(report.findings).contains("drift/media-type-changed"), "\(report.findings)")
  }

  @Test("A cursor in the query is read from the page that shows it")
  func cursor() async throws {
    let first = FixtureEntry(
      routeID: "pages", caseName: "first", file: "pages/first.json", method: "GET", pathTemplate: "/api/pages",
      status: 200,
      contentType: "application/json")
    var last = first
    last.caseName = "last"
    last.file = "pages/last.json"
    last.query = [NamedValue("limit", "1"), NamedValue("cursor", "cursor-0001")]
    let transport = StubTransport([
      "/api/pages": .json(#"{"nextCursor":"live&2"}"#),
      "/api/pages?limit=1&cursor=live%262": .json(#"{"nextCursor":null}"#),
    ])
    let report = try await run(transport, [last, first])
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(transport.requests == ["GET /api/pages", "GET /api/pages?limit=1&cursor=live%262"])
  }

  @Test("A secret of the query, which no manifest keeps, is a setting, and never what another answer shows")
  func secretQuery() async throws {
    var keyed = list
    keyed.query = [NamedValue("key", FixtureManifest.redacted)]
    let page = FixtureEntry(
      routeID: "pages", caseName: "secret", file: "pages/secret.json", method: "GET", pathTemplate: "/api/pages",
      status: 200, contentType: "application/json")
    let answers: [String: StubTransport.Reply] = [
      "/api/pages": .json(#"{"nextCursor":"live-0001"}"#), "/api/guilds?key=k": .json(#"[{"id":"a","motto":"p"}]"#),
    ]
    let transport = StubTransport(answers)
    let report = try await run(transport, [keyed, page])
    #expect(rules(report.findings) == ["drift/not-exercised"])
    #expect(report.findings.first?.message.contains("'guilds.list.key'") == true, "\(report.findings)")
    #expect(transport.requests == ["GET /api/pages"])
    let given = try await run(StubTransport(answers), [keyed, page], values: ["guilds.list.key": "k"])
    #expect(given.findings.isEmpty && given.exercisedCount == 2, "\(given.findings)")
  }

  @Test(
    "A run that did not reach the logic says so in one finding",
    arguments: [
      ([:], StubTransport.Reply.status(401), "not accepted", 2),
      ([:], .failure(.connectionRefused), "GET", 1), ([:], .status(429), "429", 1), ([:], .status(503), "down", 2),
      ([:], .html(200), "HTML", 2), ([:], .status(404), "does not lead to the API", 9),
      (["/guilds": .json("[]")], .status(404), "differs by /api; the routes answer without it", 9),
      (["/api/api/guilds": .status(401)], .html(404), "differs by /api; the routes answer below it", 9),
    ] as [([String: StubTransport.Reply], StubTransport.Reply, String, Int)])
  func obstacles(
    _ replies: [String: StubTransport.Reply], _ fallback: StubTransport.Reply, _ message: String, _ most: Int
  ) async throws {
    var plain = list
    plain.routeID = "plain"
    plain.pathTemplate = "/api/plain"
    let transport = StubTransport(replies, otherwise: fallback)
    let report = try await run(transport, [list, show, plain])
    #expect(report.outcome == .couldNotCheck)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(rules(report.obstacles) == ["drift/could-not-check"])
    let obstacle = try #require(report.obstacles.first)
    #expect(obstacle.message.contains(message), "\(obstacle.message)")
    #expect(obstacle.help != nil)
    #expect(transport.requests.count <= most, "\(transport.requests)")
  }

  @Test("A 401 of a request without credentials says which directive is missing")
  func unauthorizedWithoutPersona() async throws {
    var entry = list
    entry.persona = nil
    let route = try IR.route(list.routeID, "GET", list.pathTemplate, nil, authentication: .bearer)
    let fixtures = FixtureSet(manifest: FixtureManifest(entries: [entry]), bodies: [:])
    let transport = StubTransport([:], otherwise: .status(401))
    let report = try await DriftRun(
      contract: IR.contract(routes: [route]), fixtures: fixtures,
      target: DriftTarget(name: "production", baseURL: "http://api.test"), transport: transport
    ).run()
    #expect(report.obstacles.first?.message.contains("carried no Authorization") == true, "\(report.obstacles)")
    #expect(report.obstacles.first?.help?.contains("# @persona NAME") == true)
  }

  @Test("A base URL that repeats /api is told")
  func repeatedBase() async throws {
    var other = list
    other.routeID = "plain"
    other.pathTemplate = "/api/plain"
    let report = try await run(StubTransport(clean), [list, other], base: "http://api.test/api")
    #expect(report.outcome == .couldNotCheck)
    #expect(report.obstacles.first?.message.contains("differs by /api; the routes have it already") == true)
    #expect(report.obstacles.first?.help?.contains("take /api off") == true)
  }

  @Test("One route that is gone is a finding, not an obstacle")
  func goneRoute() async throws {
    let report = try await run(StubTransport(["/api/guilds": clean["/api/guilds"] ?? .status(500)]))
    #expect(report.outcome == .checked)
    #expect(rules(report.findings) == ["drift/status-changed"])
    #expect(report.findings.first?.message == "GET /api/guilds/{guildId} answered 404, recorded 200")
    #expect(report.findings.first?.help?.contains("deployed") == true)
  }

  @Test("Statuses, empty and foreign bodies; nothing of a body is shown")
  func answers() async throws {
    func report(_ reply: StubTransport.Reply) async throws -> DriftReport {
      var replies = clean
      replies["/api/guilds/live%201"] = reply
      return try await run(StubTransport(replies))
    }
    // Catalogue J13: a page in place of an answer is told by status, content type and first bytes.
    for status in [200, 502] {
      let page = try await report(.html(status))
      let text = page.findings.map { TextRenderer().render($0) }.joined()
      #expect(rules(page.findings) == [status == 200 ? "drift/not-json" : "drift/status-changed"], "\(text)")
      #expect(
        text.contains("answered \(status)") && text.contains("text/html") && text.contains("<!DOCTYPE"), "\(text)")
      #expect(!text.contains("Ada") && !text.contains("731205"))
    }
    #expect(rules(try await report(.status(500, "Ada")).findings) == ["drift/status-changed"])
    #expect(rules(try await report(.status(200, "")).findings) == ["drift/empty-answer"])
    #expect(rules(try await report(.status(200, #"{"id":"1","#)).findings) == ["drift/not-json"])
    #expect(rules(try await report(.failure(.timedOut(.readingBody))).findings) == ["drift/no-answer"])
  }

  @Test("A state that another case records is not a change")
  func otherState() async throws {
    var absent = show
    absent.caseName = "absent"
    absent.file = "guilds.show/wrong.json"
    absent.status = 404
    let transport = StubTransport(
      ["/api/guilds": clean["/api/guilds"] ?? .status(500)], otherwise: .status(404, #"{"error":"gone"}"#))
    let report = try await run(transport, [list, show, absent])
    #expect(rules(report.findings) == ["drift/not-exercised"])
  }

  @Test("An unreleased route may be absent until its day, unless it must be live")
  func unreleased() async throws {
    let replies = ["/api/guilds": clean["/api/guilds"] ?? .status(500)]
    let contract = try contract(unreleasedUntil: "2025-02-01")
    let before = try await run(StubTransport(replies), contract: contract, today: "2025-02-01")
    #expect(before.findings.map(\.severity) == [.note] && rules(before.findings) == ["drift/not-released"])
    let after = try await run(StubTransport(replies), contract: contract, today: "2025-02-02")
    #expect(rules(after.findings) == ["drift/status-changed"])
    let required = try await run(StubTransport(replies), contract: contract, today: "2025-01-01", requiresLive: true)
    #expect(rules(required.findings) == ["drift/status-changed"])
  }

  @Test("An exact route compares values")
  func exact() async throws {
    let report = try await run(StubTransport(clean), contract: try contract(isExact: true))
    #expect(rules(report.findings) == ["drift/value-changed", "drift/value-changed"])
  }

  @Test("A persona that cannot sign in is one obstacle; public routes are still compared")
  func signIn() async throws {
    var open = list
    open.persona = nil
    let transport = StubTransport(clean)
    let report = try await run(
      transport, [open, show], authorizer: FailingSignIn(reason: .signInFailed("wrong password")))
    #expect(report.outcome == .couldNotCheck)
    #expect(report.obstacles.count == 1)
    #expect(report.obstacles.first?.message.contains("'reader' could not sign in") == true)
    #expect(report.findings.isEmpty && report.exercisedCount == 1)
    let none = try await run(StubTransport(clean), [open, show], authorizer: Anonymous())
    #expect(none.outcome == .checked && rules(none.findings) == ["drift/not-exercised"])
  }

  @Test("Personas that cannot sign in for one reason are one obstacle, and with a lost base path that is the obstacle")
  func severalSignIns() async throws {
    var other = list
    other.persona = "leader"
    other.caseName = "other"
    let refused = FailingSignIn(reason: .signInFailed("the server answered 404"))
    let report = try await run(StubTransport(clean), [list, other], authorizer: refused)
    #expect(report.obstacles.map(\.message).count == 1)
    #expect(report.obstacles.first?.message.contains("'leader', 'reader' could not sign in at") == true)
    var open = list
    open.persona = nil
    open.routeID = "open"
    for (replies, message) in [
      ([:], "signing in and every route answer 404: the base URL"),
      (["/guilds": .json("[]")], "differs by /api; the routes answer without it"),
    ] as [([String: StubTransport.Reply], String)] {
      let lost = try await run(StubTransport(replies), [open, list, other], authorizer: refused)
      #expect(lost.outcome == .couldNotCheck && lost.obstacles.count == 1)
      #expect(lost.obstacles.first?.message.contains(message) == true, "\(lost.obstacles.map(\.message))")
    }
  }

  @Test("A refusal ends the run")
  func refusal() async throws {
    await #expect(throws: DriftError.self) {
      _ = try await run(StubTransport([:], otherwise: .failure(.refusedByPolicy("not read-only"))))
    }
  }

  @Test("A set without a read could not be checked")
  func nothing() async throws {
    let report = try await run(StubTransport([:]), [create])
    #expect(report.outcome == .couldNotCheck && report.skippedCount == 1)
  }

  @Test("Rules have distinct ids")
  func catalogue() {
    #expect(Set(DriftRules.rules.map(\.id)).count == DriftRules.rules.count)
  }
}
