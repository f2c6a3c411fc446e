import Diagnostics
import JSONText
import Testing
import Transport
import Verification

@testable import Recording

/// Numbers of several tables that are equal by chance: a step in front moves one table and not the other.
@Suite("Serial numbers")
struct SerialNumberTests {
  /// A team of two people: what each table's numbers are in each run.
  private struct Numbers {
    var user = [1, 6]
    var team = [1, 6]
    var member = [1, 6]
    var serial = [1, 6]

    var steps: [RunStep] {
      func runs(_ body: (Int) -> String) -> [String] { [0, 1].map(body) }
      let user = user
      let team = team
      let member = member
      let serial = serial
      let sign = RunStep.post("/api/users", "ada", runs { #"{"id":\#(user[$0]),"name":"Ada"}"# })
      let create = RunStep.post(
        "/api/teams", "night",
        runs { run in
          #"{"id":\#(team[run]),"serial":\#(serial[run]),"key":"T-\#(serial[run])","slug":"night-\#(team[run])","#
            + #""owner":\#(user[run]),"leaderId":\#(user[run]),"memberCount":2,"memberIds":"\#(user[run]),\#(user[run] + 1)","#
            + #""members":[{"id":\#(member[run]),"userId":\#(user[run]),"name":"Ada"},"#
            + #"{"id":\#(member[run] + 1),"userId":\#(user[run] + 1),"name":"Bob"}]}"#
        })
      var show = RunStep.get(
        "/api/teams/{teamId}", "show",
        runs { #"{"by":{"\#(user[$0])":{"userId":\#(user[$0]),"n":1}},"team":\#(team[$0])}"# },
        paths: team.map { "/api/teams/\($0)" })
      show.uses = [RecordedExchange.Use(step: "night", pointer: JSONPointer(tokens: ["id"]))]
      let list = RunStep.get(
        "/api/users", "all", runs { #"[{"id":\#(user[$0]),"name":"Ada"},{"id":\#(user[$0] + 1),"name":"Bob"}]"# })
      return [sign, create, show, list]
    }
  }

  @Test("another table's numbers move: no file is another")
  func chance() {
    let plain = RunBuilder(steps: Numbers().steps).assemble()
    #expect(plain.errors == [])
    let apart = RunBuilder(steps: Numbers(user: [4, 9], team: [2, 8], member: [7, 15], serial: [5, 22]).steps)
      .assemble()
    let users = RunBuilder(steps: Numbers(user: [2, 7]).steps).assemble()
    let serials = RunBuilder(steps: Numbers(serial: [2, 7]).steps).assemble()
    for other in [apart, users, serials] {
      for (path, bytes) in plain.files {
        let now = other.files[path].map { String(decoding: $0, as: UTF8.self) }
        #expect(now == String(decoding: bytes, as: UTF8.self), "\(path)")
      }
    }
    let body = apart.body(Numbers().steps[1])
    let user = Placeholder.identity("users.post/ada#/id", format: .integer)
    let team = Placeholder.identity("teams.post/night#/id", format: .integer)
    #expect(body.contains(#""owner":\#(user),"serial":1,"slug":"night-\#(team)""#), "\(body)")
    #expect(body.contains(#""key":"T-1","leaderId":\#(user),"memberCount":2,"#), "\(body)")
  }

  @Test("keys that are numbers are told by what stands under them, not by another table's numbers")
  func keys() {
    let answers = [(1, 2, 1), (6, 7, 7)].map {
      #"{"levels":{"1":"novice","2":"reader"},"rows":{"\#($0)":{"rowId":\#($0),"name":"ada"},"\#($1)":{"rowId":\#($1),"name":"bob"}},"userId":\#($2)}"#
    }
    let step = RunStep(answers: answers)
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.errors == [])
    let found = match(
      set.body(step),
      #"{"levels":{"1":"novice","2":"reader"},"rows":{"<integer>":{"name":"<any>","rowId":<integer>},"<integer>":{"name":"<any>","rowId":<integer>}},"userId":<integer>}"#
    )
    #expect(
      found.map { $0[0] == $0[2] && $0[3] == $0[5] && Set([$0[1], $0[4]]) == ["ada", "bob"] } == true,
      "\(set.body(step))")
  }

  @Test("a parameter comes from where the fixtures show it, not from a number that is equal")
  func origins() throws {
    let sign = RunStep.post("/api/users", "ada", [#"{"id":1}"#, #"{"id":6}"#])
    let audit = RunStep.get("/api/audit", "audit", [#"{"serial":1}"#, #"{"serial":6}"#])
    let list = RunStep.get("/api/users", "all", [#"[{"id":1}]"#, #"[{"id":6}]"#])
    let show = RunStep.get(
      "/api/users/{userId}/card", "show", [#"{"id":1}"#, #"{"id":6}"#],
      paths: ["/api/users/1/card", "/api/users/6/card"])
    let set = RunBuilder(steps: [sign, audit, list, show]).assemble()
    let entry = try #require(set.entries.first { $0.caseName == "show" })
    #expect(
      entry.parameters["userId"] == .answer(route: "users.get", case: "all", pointer: JSONPointer(tokens: ["0", "id"])))
  }

  @Test("where every run hands out the same ids, what counts up is said, and what differs is not")
  func sameNumbers() {
    func findings(_ ids: [Int]) -> [String] {
      let steps = [0, 1].map { index in
        RunStep.post(
          "/api/teams", "team\(index)",
          ids.map { #"{"id":\#($0 + index),"number":\#(7 + index),"size":\#(1 + index),"level":3}"# })
      }
      var show = RunStep.get(
        "/api/teams/{teamId}", "show", ids.map { #"{"id":\#($0)}"# }, paths: ids.map { "/api/teams/\($0)" })
      show.uses = [RecordedExchange.Use(step: "team0", pointer: JSONPointer(tokens: ["id"]))]
      let set = RunBuilder(steps: steps + [show]).assemble()
      return set.findings.filter { $0.severity != .error }.map {
        "\($0.rule.rawValue) \($0.place.pointer?.description ?? "") \($0.morePlaces.count)"
      }
    }
    #expect(findings([1, 1]) == ["record/same-numbers /number 0"])
    #expect(findings([1, 6]) == [])
  }

  @Test(
    "runs of one day, weekday, month or year are told by the server's own clock",
    arguments: [
      (["Mon, 02 Mar 2026 10:00:00 GMT", "Mon, 02 Mar 2026 23:00:00 GMT"], "one day:"),
      (["Mon, 02 Mar 2026 10:00:00 GMT", "Mon, 09 Mar 2026 10:00:00 GMT"], "one weekday and one month and one year:"),
      (["Mon, 02 Mar 2026 10:00:00 GMT", "Tue, 06 Apr 2027 10:00:00 GMT"], nil),
      (["Mon, 02 Mar 2026 10:00:00 GMT", "yesterday"], nil),
    ])
  func days(dates: [String], expected: String?) {
    let runs = dates.map { date in
      RecordedRun(
        exchanges: [
          RecordedExchange(
            step: "s", record: nil, persona: nil, span: SourceSpan(file: RunBuilder.file, start: 0, end: 1),
            method: "GET", path: "/", query: [], request: KeptRequest(nil, contentType: nil), status: 200,
            headers: [HTTPHeader("Date", date)],
            body: [], uses: [])
        ], window: 0...1, knownTexts: [])
    }
    let finding = RunDays(runs, times: []).finding(configuration: "assay.json")
    #expect(finding?.rule.rawValue == expected.map { _ in "record/one-day" })
    if let expected { #expect(finding?.message.contains(expected) == true) }
    // What answers say comes before what a library says.
    #expect(
      RunDays(runs, times: [RunBuilder.start, RunBuilder.start + 400 * Moment.day]).finding(configuration: "") == nil)
  }
}
