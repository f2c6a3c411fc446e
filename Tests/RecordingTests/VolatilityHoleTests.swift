import ContractModel
import Diagnostics
import JSONText
import Scenarios
import TestSupport
import Testing
import Transport
import Verification

@testable import Recording

/// What comparing two runs alone does not see.
@Suite("Holes of comparing runs")
struct VolatilityHoleTests {
  private func use(_ step: String, _ pointer: String) -> RecordedExchange.Use {
    RecordedExchange.Use(step: step, pointer: JSONPointer(text: pointer) ?? JSONPointer())
  }
  private func integer(_ name: String) -> String { Placeholder.identity(name, format: .integer) }

  @Test("what is wrong with a password is said, and what stands under its name elsewhere is not")
  func faults() {
    let body =
      #"{"error":{"fields":{"name":"is missing","password":"is missing","pin":{"password":"hunter2"}}},"password":"a b"}"#
    let refused = RunStep.post("/api/sign-in", "refused", [body, body])
    let set = RunBuilder(steps: [refused]).assemble()
    #expect(set.errors == [])
    #expect(
      set.body(refused)
        == #"{"error":{"fields":{"name":"is missing","password":"is missing","pin":{"password":"redacted"}}},"password":"redacted"}"#
    )
  }

  @Test("a secret of five letters is known by the name of the query item or path parameter that it is given as")
  func shortSecretsOfRequests() throws {
    var step = RunStep.get(
      "/api/vault/{pin}", "open", ["{}", "{}"], paths: ["/api/vault/moose", "/api/vault/moose"])
    step.query = Array(repeating: [("password", "moose"), ("code", "4711"), ("color", "green")], count: 2)
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.errors == [])
    let manifest = String(decoding: try #require(set.files["manifest.json"]), as: UTF8.self)
    #expect(!manifest.contains("moose"), "\(manifest)")
    #expect(manifest.contains("green"), "\(manifest)")
  }

  @Test(
    "instants of what a server makes when it starts keep their order, whether or not they are equal by chance",
    arguments: [[0, 0], [1, 1], [3, 1], [0, 2], [50, 50]])
  func instantsOfTheStart(_ gaps: [Int]) {
    func time(_ run: Int, _ milliseconds: Int) -> String {
      "2026-03-0\(2 + run)T10:00:00.\(String(1000 + milliseconds).dropFirst())Z"
    }
    func item(_ id: String, _ time: String) -> String { #"{"createdAt":"\#(time)","id":"\#(id)"}"# }
    let signIn = RunStep.post("/api/sign-in", "signIn", [0, 1].map { item("user", time($0, 0)) })
    let note = RunStep.post("/api/notes", "write", [0, 1].map { item("own", time($0, 110 + $0)) })
    let list = RunStep.get(
      "/api/notes", "list",
      [0, 1].map { "[" + item("seeded", time($0, gaps[$0])) + "," + item("own", time($0, 110 + $0)) + "]" })
    let set = RunBuilder(steps: [signIn, note, list]).assemble()
    #expect(set.errors == [])
    #expect(
      set.body(list)
        == "[" + item("seeded", "2030-01-01T00:00:00.000Z") + "," + item("own", "2030-01-01T00:01:00.000Z") + "]")
  }

  @Test(
    "a second that ticks between two instants changes nothing, whichever resolution shows it",
    arguments: [[100, 300], [950, 900], [930, 700], [960, 999]])
  func tickingSeconds(_ starts: [Int]) {
    func item(_ run: Int, _ offset: Int) -> String {
      let milliseconds = 1_772_445_600_000 + run * 86_400_000 + starts[run] + offset
      return #"{"at":\#(milliseconds),"second":\#(milliseconds / 1000)}"#
    }
    let one = RunStep.post("/api/notes", "one", [item(0, 0), item(1, 0)])
    let two = RunStep.post("/api/notes", "two", [item(0, 60), item(1, 60)])
    let list = RunStep.get(
      "/api/notes", "list", [0, 1].map { "[" + item($0, 0) + "," + item($0, 60) + "]" })
    let set = RunBuilder(steps: [one, two, list]).assemble()
    #expect(set.errors == [])
    #expect(
      set.body(list)
        == #"[{"at":1893456000000,"second":1893456000},{"at":1893456060000,"second":1893456000}]"#)
  }

  @Test("of a pre-signed URL the signature alone is redacted, however often two of them agree")
  func signatures() {
    func body(_ key: String, _ signature: String) -> String {
      #"{"url":"http://up.example/k\#(key)?expires=1&signature=\#(signature)"}"#
    }
    let announce = RunStep.post("/api/files", "announce", [body("1", "aa11bb22cc33"), body("1", "dd44ee55ff66")])
    let again = RunStep.post("/api/files", "again", [body("1", "aa11bb22cc33"), body("1", "0077aa88bb99")])
    let set = RunBuilder(steps: [announce, again]).assemble()
    #expect(set.errors == [])
    #expect(set.body(announce) == body("1", "redacted"))
    #expect(set.body(again) == body("1", "redacted"))
  }

  @Test(
    "seconds and requests that are left come from how fast the runs were, whatever they say",
    arguments: [
      "Retry-After", "X-RateLimit-Reset", "RateLimit-Remaining",
    ])
  func countdowns(header: String) {
    func manifest(_ left: [String]) -> [UInt8]? {
      var step = RunStep.get("/api/busy", "busy", ["{}", "{}"])
      step.headers = left.map { [HTTPHeader(header, $0)] }
      return RunBuilder(steps: [step]).assemble().files[FixtureManifest.fileName]
    }
    let equal = manifest(["60", "60"])
    #expect(equal != nil)
    #expect(equal == manifest(["60", "59"]))
    #expect(equal == manifest(["9", "60"]))
  }

  @Test(
    "time that passed or is left is not proved by runs that were as fast",
    arguments: [
      (["599", "599"], ["598", "599"], "ttl"), ([#""599""#, #""599""#], [#""600""#, #""3599""#], "TTL"),
      ([#""3599""#, #""3599""#], [#""3600""#, #""3599""#], "TTL"),
      (["1.0", "1.0"], ["2.0", "0.0"], "sum_estimated_lateness"),
      ([#""1s""#, #""1s""#], [#""1.5s""#, #""2s""#], "elapsed"),
      (["0.0", "0.0"], ["0.0", "1.25"], "uptime_seconds"), (["3", "3"], ["3", "4"], "idle_seconds"),
    ])
  func countdownsInBodies(agreeing: [String], differing: [String], name: String) {
    let sets = [agreeing, differing].map { values in
      RunBuilder(steps: [RunStep.get("/api/leases", "lease", values.map { #"{"\#(name)":\#($0)}"# })]).assemble()
    }
    #expect(sets[0].errors == [])
    #expect(sets[0].files == sets[1].files)
    // The place of a document that is one value is named by its path.
    let whole = [agreeing, differing].map {
      RunBuilder(steps: [RunStep.get("/api/\(name)", "one", $0)]).assemble().files
    }
    if !name.lowercased().contains("ttl") { #expect(whole[0] == whole[1]) }
  }

  @Test("how many pages a store takes up is not proved by runs that wrote theirs at the same moments")
  func footprints() {
    func set(_ values: [String]) -> AssembledSet {
      let answers = values.map { #"{"dbSize":"\#($0)","heap_used":\#($0),"maxHeap":8192,"dbCount":3,"size":8192}"# }
      return RunBuilder(steps: [RunStep.get("/api/status", "status", answers)]).assemble()
    }
    let step = RunStep.get("/api/status", "status", [""])
    let agreeing = set(["20480", "20480"])
    #expect(agreeing.body(step) == #"{"dbCount":3,"dbSize":"1","heap_used":1,"maxHeap":8192,"size":8192}"#)
    #expect(agreeing.files == set(["24576", "20480"]).files)
  }

  @Test("a time to live that a client sent is a setting")
  func timeToLiveSetting() {
    var step = RunStep.post("/api/leases", "lease", Array(repeating: #"{"TTL":"300"}"#, count: 2))
    step.requests = Array(repeating: #"{"TTL":300}"#, count: 2)
    #expect(RunBuilder(steps: [step]).assemble().body(step) == #"{"TTL":"300"}"#)
  }

  @Test("a serial id that a fresh database hands out again is an id by data flow, wherever names say so")
  func serialByFlow() {
    let create = RunStep.post(
      "/api/guilds", "create", Array(repeating: #"{"id":3,"memberCount":3,"url":"/guilds/3"}"#, count: 2))
    let show = RunStep.get(
      "/api/guilds/{guildId}", "show",
      Array(
        repeating:
          #"{"id":3,"memberCount":3,"userId":3,"guild":{"id":3},"note":"3 of guild 3, guildId=3","ids":[3],"level":3}"#,
        count: 2),
      paths: ["/api/guilds/3", "/api/guilds/3"], uses: [use("create", "/id")])
    let users = RunStep.get("/api/users", "users", Array(repeating: #"[{"id":3}]"#, count: 2))
    let set = RunBuilder(steps: [create, show, users]).assemble()
    let id = integer("guilds.post/create#/id")
    #expect(set.body(create) == #"{"id":\#(id),"memberCount":3,"url":"/guilds/\#(id)"}"#)
    #expect(
      set.body(show)
        == #"{"guild":{"id":\#(id)},"id":\#(id),"ids":[\#(id)],"level":3,"memberCount":3,"note":"3 of guild \#(id), guildId=\#(id)","userId":3}"#
    )
    #expect(set.body(users) == #"[{"id":3}]"#)
  }

  @Test("a role that no path speaks of takes the one thing that has its number")
  func roles() {
    let create = RunStep.post("/api/users", "signUp", Array(repeating: #"{"id":7}"#, count: 2))
    let show = RunStep.get(
      "/api/users/{userId}", "show", Array(repeating: #"{"ownerId":7,"guildId":7}"#, count: 2),
      paths: ["/api/users/7", "/api/users/7"], uses: [use("signUp", "/id")])
    let guilds = RunStep.get("/api/guilds", "guilds", ["[]", "[]"])
    let set = RunBuilder(steps: [create, show, guilds]).assemble()
    #expect(set.body(show) == #"{"guildId":7,"ownerId":\#(integer("users.post/signUp#/id"))}"#)
  }

  @Test("things of two kinds that have the same numbers in every run stay two things")
  func kindsOfSerials() {
    let guild = RunStep.post("/api/guilds", "guild", [#"{"id":3}"#, #"{"id":8}"#])
    let user = RunStep.post("/api/users", "user", [#"{"id":3}"#, #"{"id":8}"#])
    let show = RunStep.get(
      "/api/members", "members", [#"[{"userId":3,"guildId":3,"n":3}]"#, #"[{"userId":8,"guildId":8,"n":3}]"#])
    let set = RunBuilder(steps: [guild, user, show]).assemble()
    #expect(
      set.body(show)
        == #"[{"guildId":\#(integer("guilds.post/guild#/id")),"n":3,"userId":\#(integer("users.post/user#/id"))}]"#)
  }

  @Test("a value that differs only in a third run is remembered, and nothing but --forget forgets it")
  func everyThirdRun() throws {
    let answers = [
      #"{"b":true,"k":"pending","n":5,"day":"2026-01-01","code":"K7QX2M","tags":{"2025-01-01":1},"p":"{\"x\":1,\"y\":2}","t":"is 5 of 5"}"#,
      #"{"b":true,"k":"pending","n":5,"day":"2026-01-01","code":"K7QX2M","tags":{"2025-01-01":1},"p":"{\"x\":1,\"y\":2}","t":"is 5 of 5"}"#,
      #"{"b":false,"k":"running","n":6,"day":"2026-01-02","code":"B8RY3N","tags":{"2025-01-02":1},"p":"{\"y\":2,\"x\":1}","t":"is 6 of 5"}"#,
    ]
    let step = RunStep(name: "thing", answers: answers)
    let third = RunBuilder(steps: [step], runs: [0, 2]).assemble()
    let agreeing = RunBuilder(steps: [step], record: try third.remembered, runs: [0, 1]).assemble()
    #expect(agreeing.files == third.files)
    let early = RunBuilder(steps: [step], runs: [0, 1]).assemble()
    #expect(early.files != third.files)
    #expect(early.findings.isEmpty)
    // What turns out to differ only now is said, with its place.
    var record = try third.remembered
    record.slots["things.get/thing"]?["/n"] = nil
    let late = RunBuilder(steps: [step], record: record, runs: [0, 2]).assemble()
    #expect(late.findings.map(\.rule.rawValue) == ["record/newly-volatile"])
    #expect(late.findings.first?.place.pointer?.description == "/n")
    #expect(RunBuilder(steps: [step], record: try third.remembered, runs: [2, 1]).assemble().files == third.files)
    #expect(RunBuilder(steps: [step], runs: [0, 1, 2]).assemble().files == third.files)
  }

  @Test("an enumeration of the contract becomes its first member, a number stays within its bounds")
  func declared() {
    let type = IR.object([
      "state": IR.literals("open", "closed"), "score": IR.type(.number(NumberFacts(isInteger: true, minimum: "10"))),
      "share": IR.type(.number(NumberFacts(maximum: "0.5"))), "weekday": IR.literals("mon", "tue", "wed"),
      "flag": IR.nullable(IR.boolean),
    ])
    var step = RunStep(
      name: "thing",
      answers: [
        #"{"state":"closed","score":12,"share":0.25,"weekday":"thu","flag":true}"#,
        #"{"state":"open","score":13,"share":0.125,"weekday":"fri","flag":false}"#,
      ])
    step.type = type
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.body(step) == #"{"flag":false,"score":10,"share":0.5,"state":"open","weekday":"mon"}"#)
  }

  @Test("createdAt equal to updatedAt by chance says nothing")
  func equalInstants() {
    let equal = #"{"createdAt":"2026-03-02T10:00:00Z","updatedAt":"2026-03-02T10:00:00Z"}"#
    let apart = #"{"createdAt":"2026-03-03T10:00:01Z","updatedAt":"2026-03-03T10:00:02Z"}"#
    let other = #"{"createdAt":"2026-03-04T10:00:07Z","updatedAt":"2026-03-04T10:00:07Z"}"#
    let step = RunStep(name: "thing", answers: [equal, apart, other])
    let bodies = [[0, 1], [0, 2], [1, 2], [2, 1]].map { RunBuilder(steps: [step], runs: $0).assemble().body(step) }
    #expect(Set(bodies) == [#"{"createdAt":"2030-01-01T00:00:00Z","updatedAt":"2030-01-01T00:00:00Z"}"#])
  }

  @Test("a build, a publication and an entity tag are another tomorrow, though all runs agree today")
  func builds() {
    let answer =
      #"{"build":"a1b2c3d4e5f6","publishId":"pub_00ff11ee","gitSha":"9e107d9d372bb6826bd81d3542a419d6","version":"1.2.3","sha256":"aa107d9d372bb6826bd81d3542a419d6"}"#
    var step = RunStep(name: "thing", answers: [answer, answer])
    step.headers = Array(repeating: [HTTPHeader("ETag", #"W/"33a64df551425fcc""#)], count: 2)
    let set = RunBuilder(steps: [step]).assemble()
    #expect(
      match(
        set.body(step),
        #"{"build":"<hex>","gitSha":"<hex>","publishId":"pub_<hex>","sha256":"aa107d9d372bb6826bd81d3542a419d6","version":"1.2.3"}"#
      )
        != nil, "\(set.body(step))")
    for text in ["33a64df5", "a1b2c3", "00ff11", "9e107d9d"] {
      #expect(set.files.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains(text) }, "\(text)")
    }
  }

  @Test("today's date is volatile even when every run is of one day, and so are the days that are keys beside it")
  func today() {
    let answer = #"{"day":"2026-03-02","month":"2026-03","days":{"2026-03-01":1,"2026-03-02":2},"born":"1990-05-01"}"#
    let step = RunStep(name: "thing", answers: [answer, answer])
    let set = RunBuilder(steps: [step]).assemble()
    #expect(
      set.body(step)
        == #"{"born":"1990-05-01","day":"2030-01-02","days":{"2030-01-01":1,"2030-01-02":2},"month":"2030-01"}"#)
  }

  @Test("the name and the folders of a machine are the same in every run, and others on the next machine")
  func machines() throws {
    let machine = MachineTexts(hostName: "build-7", workingFolder: "/srv/ci/app", home: "/home/ada")
    let value = try JSONDocument(
      parsing: Array(
        #"{"cwd":"/srv/ci/app","file":"/srv/ci/app/x.txt","other":"/srv/ci/apple","host":"build-7.lan","h":"build-70","/home/ada/k":"~ada"}"#
          .utf8)
    ).root.value
    #expect(
      String(decoding: RunAlignment.replacing([], and: machine, in: value).canonicalText(indent: 0), as: UTF8.self)
        == #"{"/home/user/k":"~ada","cwd":"/project","file":"/project/x.txt","h":"build-70","host":"host.test.lan","other":"/srv/ci/apple"}"#
    )
    #expect(
      MachineTexts(hostName: "reader", workingFolder: "/app", home: "/root").replacing(in: "reader /app /root")
        == "reader /app /root")
  }

  @Test("two words that requests took from answers are two things, and nothing hangs on them")
  func wordsByFlow() {
    let create = RunStep.post(
      "/api/flows", "create",
      [#"{"name":"brave-otter","twin":"shy-lynx"}"#, #"{"name":"calm-heron","twin":"wild-boar"}"#])
    let show = RunStep.get(
      "/api/flows/{name}", "show",
      [#"{"name":"brave-otter","other":"shy-lynx"}"#, #"{"name":"calm-heron","other":"wild-boar"}"#],
      paths: ["/api/flows/brave-otter", "/api/flows/calm-heron"],
      uses: [use("create", "/name"), use("create", "/twin")])
    let set = RunBuilder(steps: [create, show]).assemble()
    let created = match(set.body(create), #"{"name":"<any>","twin":"<any>"}"#) ?? []
    #expect(created.count == 2 && created[0] != created[1] && !created[0].contains("otter"))
    #expect(match(set.body(show), #"{"name":"<any>","other":"<any>"}"#) == created)
  }
}
