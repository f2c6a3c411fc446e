import Testing

@Suite struct ApproveTests {
  @Test func anApprovalIsWrittenOnceForItsKey() async throws {
    let folder = try StubServerTests.fixtures()
    for reason in ["first", "second"] {
      let run = try await AssayBinary.assay(
        [
          "approve", "verify/route-not-covered", "guilds.create", "--fixtures", "fixtures", "--reason", reason,
          "--owner", "kim", "--until", "9999-01-31",
        ], in: folder.path)
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(
      try folder.read("fixtures/approvals.json") == """
        {
          "approvals": [
            {
              "key": "verify/route-not-covered guilds.create",
              "owner": "kim",
              "reason": "second",
              "until": "9999-01-31"
            }
          ]
        }

        """)
  }

  @Test(arguments: [
    (["verify/route-not-covered x", "--owner", "kim"], "an approval says why"),
    (["verify/route-not-coverd x", "--owner", "kim", "--reason", "r"], "did you mean verify/route-not-covered?"),
    (["verify/route-not-covered x", "--owner", "kim", "--reason", "r", "--until", "soon"], "is no date"),
    (["verify/route-not-covered x", "--owner", "kim", "--reason", "r", "--until", "2020-01-01"], "is past"),
    (["verify/route-not-covered", "--owner", "kim", "--reason", "r"], "what the finding is about"),
    (["verify/route-not-covered x", "--owner", "kim", "--reason", "…"], "an approval says why"),
    (["verify/route-not-covered x", "--owner", "…", "--reason", "r"], "an approval says who answers for it"),
  ])
  func whatIsNoApprovalIsRefused(arguments: [String], message: String) async throws {
    let folder = try StubServerTests.fixtures()
    let run = try await AssayBinary.assay(["approve", "--fixtures", "fixtures"] + arguments, in: folder.path)
    #expect(run.status == 2)
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test func anApprovalThatIsReplacedIsTold() async throws {
    let folder = try StubServerTests.fixtures()
    let words = ["approve", "verify/route-not-covered x", "--fixtures", "fixtures", "--reason"]
    let first = try await AssayBinary.assay(words + ["known", "--owner", "kim"], in: folder.path)
    #expect(!first.output.contains("in place of"))
    let second = try await AssayBinary.assay(words + ["other", "--owner", "ada"], in: folder.path)
    #expect(second.output.contains("in place of the approval by kim: known"), "\(second.output)")
  }

  @Test func anApprovedFindingPassesAtEveryThreshold() async throws {
    let folder = try SampleProject.make(body: "{\n  \"rank\": \"gold\"\n}\n")
    let verify = ["verify", "--fail-on", "note"]
    let before = try await AssayBinary.assay(verify + ["--format", "json"], in: folder.path)
    #expect(before.status == 1)
    let key = try #require(before.output.firstMatch(of: /"key": "([^"]+)"/).map { String($0.1) })
    let words = ["approve", key, "--owner", "kim", "--reason", "known"]
    let approve = try await AssayBinary.assay(words, in: folder.path)
    #expect(approve.status == 0, "\(approve.error)")
    let after = try await AssayBinary.assay(verify, in: folder.path)
    #expect(after.status == 0, "\(after.output)")
    #expect(after.output.contains("(1 approved)"))
  }

  @Test func aMalformedListIsNotOverwritten() async throws {
    let folder = try StubServerTests.fixtures()
    try folder.write("[1]", to: "fixtures/approvals.json")
    let run = try await AssayBinary.assay(
      ["approve", "json/syntax x", "--fixtures", "fixtures", "--reason", "r", "--owner", "kim"], in: folder.path)
    #expect(run.status == 2)
    #expect(try folder.read("fixtures/approvals.json") == "[1]")
  }
}
