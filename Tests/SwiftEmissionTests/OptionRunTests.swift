import ContractModel
import Diagnostics
import SwiftEmission
import Testing
import Workspace

/// What the options for emitted Swift come to in code that compiles and runs.
@Suite("Options of emitted Swift, run", .enabled(if: EmittedCode.compiler != nil, "swiftc is not on the path"))
struct OptionRunTests {
  private static func path(_ text: String) -> PathTemplate {
    guard let path = PathTemplate(text) else { preconditionFailure("\(text) is no path") }
    return path
  }

  private static let contract = Contract(
    types: Build.declarations([
      "Money": Build.object(Build.required("amount", Build.integer), Build.required("unit", Build.string)),
      "Visit": Build.object(
        Build.required("visit_id", Build.string), Build.required("at", Build.instant),
        Build.optional("left_at", Build.instant), Build.required("seen", Build.array(Build.instant)),
        Build.optional("guild_role", Build.choice("group_leader", "plain")),
        Build.optional("paid", Build.reference("Money"))),
    ]),
    routes: [
      Route(
        id: "visit.show", method: "GET", path: path("/visits/{visit_id}"),
        query: [Property(name: "since_day", type: Build.instant, span: Build.span())],
        response: Build.reference("Visit"), span: Build.span())
    ])

  private static let full =
    #"{"at":"2026-02-28T23:59:59.250Z","guild_role":"group_leader","left_at":"2026-03-01T00:00:00.000Z","#
    + #""paid":{"amount":3,"unit":"EUR"},"seen":["2026-02-28T23:59:59.000Z"],"visit_id":"v"}"#
  private static let precise = #"{"at":"2026-02-28T23:59:59.123456+02:00","seen":[],"visit_id":"v"}"#
  private static let wrong = #"{"at":"yesterday","seen":[],"visit_id":"v"}"#

  @Test("a Timestamp keeps the text of every instant, and offers the Date")
  func timestamps() async throws {
    let code = try EmittedCode(Self.contract)
    try await code.check(
      [RouteTrip("visit.show", Self.full), RouteTrip("visit.show", Self.precise), RouteTrip("visit.show", Self.wrong)],
      then: #"""
        let visit = try JSONDecoder().decode(Visit.self, from: Data(###"\#(Self.precise)"###.utf8))
        print(visit.at.text, visit.at.date?.timeIntervalSince1970 ?? 0, visit.leftAt == nil, visit.visitId)
        print(Endpoint.visitShow(visitId: "v", sinceDay: Timestamp(text: "2026-02-28T00:00:00+01:00")).target)
        """#,
      answers: [
        "2026-02-28T23:59:59.123456+02:00 1772315999.123456 true v",
        "/visits/v?since_day=2026-02-28T00%3A00%3A00%2B01%3A00",
      ])
  }

  @Test("a Date is read by the decoder of the contract, written in UTC, and refuses what is no instant")
  func dates() async throws {
    let code = try EmittedCode(Self.contract, options: EmissionOptions(dates: .date))
    try await code.check(
      [
        RouteTrip("visit.show", Self.full),
        RouteTrip("visit.show", Self.precise, #"{"at":"2026-02-28T21:59:59.123Z","seen":[],"visit_id":"v"}"#),
        RouteTrip("visit.show", Self.wrong, "error"),
        // Catalogue O11: every form of RFC 3339; a day alone is no instant.
        RouteTrip(
          "visit.show",
          #"{"at":"2024-05-01T00:00:00Z","seen":["2024-05-01T00:00:00.123Z","2024-05-01T00:00:00.123456Z","#
            + #""2024-05-01T02:00:00+02:00","2024-05-01t00:00:00z","2024-04-30T23:30:00-00:30"],"visit_id":"v"}"#,
          #"{"at":"2024-05-01T00:00:00.000Z","seen":["2024-05-01T00:00:00.123Z","2024-05-01T00:00:00.123Z","#
            + #""2024-05-01T00:00:00.000Z","2024-05-01T00:00:00.000Z","2024-05-01T00:00:00.000Z"],"visit_id":"v"}"#),
        RouteTrip("visit.show", #"{"at":"2024-05-01","seen":[],"visit_id":"v"}"#, "error"),
      ],
      then: #"""
        let visit = try JSONDecoder.contract.decode(Visit.self, from: Data(###"\#(Self.full)"###.utf8))
        let dates: [Date?] = [visit.at, visit.leftAt] + visit.seen
        print(dates.map { $0?.timeIntervalSince1970 ?? 0 })
        print(try Endpoint.visitShow(visitId: "v", sinceDay: visit.at).decode(Data(###"\#(Self.precise)"###.utf8)).visitId)
        print(Endpoint.visitShow(visitId: "v", sinceDay: visit.at).target)
        """#,
      answers: [
        "[1772323199.25, 1772323200.0, 1772323199.0]", "v", "/visits/v?since_day=2026-02-28T23%3A59%3A59.250Z",
      ])
  }

  @Test("names as they are written keep their underscores, and the JSON is the same")
  func namesAsWritten() async throws {
    let code = try EmittedCode(Self.contract, options: EmissionOptions(naming: .asWritten))
    try await code.check(
      [RouteTrip("visit.show", Self.full)],
      then: #"""
        let visit = try JSONDecoder().decode(Visit.self, from: Data(###"\#(Self.full)"###.utf8))
        print(visit.visit_id, visit.guild_role == .group_leader, visit.left_at?.text ?? "-")
        print(Endpoint.visitShow(visit_id: visit.visit_id, since_day: visit.at).path)
        """#, answers: ["v true 2026-03-01T00:00:00.000Z", "/visits/v"])
  }

  @Test("a mapped type is the team's own, and none is emitted")
  func typeMap() async throws {
    let code = try EmittedCode(Self.contract, options: EmissionOptions(typeMap: ["Money": "Price"]))
    #expect(try !code.text("Sample.swift").contains("Money"))
    try await code.check(
      [RouteTrip("visit.show", Self.full)],
      then: #"""
        public struct Price: Codable, Sendable {
          let amount: Int
          let unit: String
          var doubled: Int { amount * 2 }
        }
        let visit = try JSONDecoder().decode(Visit.self, from: Data(###"\#(Self.full)"###.utf8))
        print(visit.paid?.doubled ?? 0)
        """#, answers: ["6"])
  }

  /// Who can use a type that is emitted at an access level.
  struct Visibility: Sendable, CustomTestStringConvertible {
    let access: EmissionOptions.Access
    let inPackage: Bool
    let elsewhere: Bool
    var testDescription: String { access.rawValue }
  }

  @Test(
    "each access level opens the types to those that it names, and to no others",
    arguments: [
      Visibility(access: .public, inPackage: true, elsewhere: true),
      Visibility(access: .package, inPackage: true, elsewhere: false),
      Visibility(access: .internal, inPackage: false, elsewhere: false),
    ])
  func access(level: Visibility) async throws {
    let code = try EmittedCode(Self.contract, options: EmissionOptions(access: level.access))
    let built = try await code.compile(
      arguments: ["-emit-module", "-parse-as-library", "-module-name", "Emitted", "-package-name", "team"])
    try #require(built.result.status == 0, "\(String(decoding: built.result.error, as: UTF8.self).prefix(2000))")
    let user = "import Emitted\nfunc use(_ visit: Visit) -> String { visit.visitId }\n"
    try FileSystem.write(Array(user.utf8), to: "\(built.folder)/user.swift")
    for (package, isOpen) in [("team", level.inPackage), ("other", level.elsewhere)] {
      let compiler = try #require(EmittedCode.compiler)
      let result = try await ChildProcess.run(
        [compiler, "-typecheck", "-I", ".", "-package-name", package, "user.swift"], workingDirectory: built.folder,
        timeout: 300)
      #expect(
        (result.status == 0) == isOpen, "\(package): \(String(decoding: result.error, as: UTF8.self).prefix(800))")
    }
    try FileSystem.remove(built.folder)
  }

  @Test("what was left out on request is listed in the header, and the rest compiles")
  func leftOut() async throws {
    let refused = RefusedParts(types: ["Money"])
    let other = Contract(
      types: Self.contract.types
        + [Build.declare("Note", Build.object(Build.required("text", Build.string)), at: 40)],
      routes: Self.contract.routes
        + [
          Route(
            id: "note.show", method: "GET", path: Self.path("/note"), response: Build.reference("Note"),
            span: Build.span())
        ])
    let code = try EmittedCode(other.leavingOut(refused))
    let header = try code.text("Sample.swift").split(separator: "\n").prefix(7).joined(separator: "\n")
    #expect(
      header.hasSuffix(
        """
        // swift-format-ignore-file
        //
        // Left out by --allow-skips:
        // - route 'visit.show' of types/sample.ts: it holds 'Visit', which is left out
        // - type 'Money' of types/sample.ts: it cannot be read
        // - type 'Visit' of types/sample.ts: it holds 'Money', which is left out
        """), "\(header)")
    try await code.check([RouteTrip("note.show", #"{"text":"t"}"#)])
  }
}
