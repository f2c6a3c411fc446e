import Testing

@Suite struct ApproveTests {
  @Test func anApprovalIsWrittenOnceForItsKey() async throws {
    let folder = try StubServerTests.fixtures()
    for reason in ["first", "second"] {
      let run = try await AssayBinary.assay(
        [
          "approve", "verify/route-not-covered", "guilds.create", "--fixtures", "fixtures", "--reason", reason,
          "--owner", "kim", "--until", "2030-01-31",
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
              "until": "2030-01-31"
            }
          ]
        }

        """)
  }

  @Test(arguments: [
    (["verify/route-not-covered x", "--owner", "kim"], "an approval says why"),
    (["verify/route-not-coverd x", "--owner", "kim", "--reason", "r"], "did you mean verify/route-not-covered?"),
    (["verify/route-not-covered x", "--owner", "kim", "--reason", "r", "--until", "soon"], "is no date"),
  ])
  func whatIsNoApprovalIsRefused(arguments: [String], message: String) async throws {
    let folder = try StubServerTests.fixtures()
    let run = try await AssayBinary.assay(["approve", "--fixtures", "fixtures"] + arguments, in: folder.path)
    #expect(run.status == 2)
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test func aMalformedListIsNotOverwritten() async throws {
    let folder = try StubServerTests.fixtures()
    try folder.write("[1]", to: "fixtures/approvals.json")
    let run = try await AssayBinary.assay(
      ["approve", "json/syntax", "--fixtures", "fixtures", "--reason", "r", "--owner", "kim"], in: folder.path)
    #expect(run.status == 2)
    #expect(try folder.read("fixtures/approvals.json") == "[1]")
  }
}
