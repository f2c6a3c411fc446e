import Testing

@Suite struct CanonTests {
  @Test func canonSortsIndentsAndKeepsNumbers() async throws {
    let folder = try ScratchFolder(["a.json": "{\"b\":[1.0,1e400,-0],\"a\":\"x\\/y\",\"é\":{},\"B\":[]}"])
    let run = try await AssayBinary.assay(["canon", "a.json"], in: folder.path)
    #expect(run.status == 0)
    #expect(run.error.isEmpty)
    #expect(
      run.output == """
        {
          "B": [],
          "a": "x/y",
          "b": [
            1.0,
            1e400,
            -0
          ],
          "é": {}
        }

        """)
    let compact = try await AssayBinary.assay(["canon", "--compact", "a.json"], in: folder.path)
    #expect(compact.output == "{\"B\":[],\"a\":\"x/y\",\"b\":[1.0,1e400,-0],\"é\":{}}")
  }

  @Test func checkSaysWhereAFileLeavesTheForm() async throws {
    let folder = try ScratchFolder(["good.json": "{\n  \"a\": 1\n}\n", "bad.json": "{\n  \"b\": 1,\n  \"a\": 2\n}\n"])
    let good = try await AssayBinary.assay(["canon", "--check", "good.json"], in: folder.path)
    #expect(good.status == 0)
    let bad = try await AssayBinary.assay(["canon", "--check", "good.json", "bad.json"], in: folder.path)
    #expect(bad.status == 1)
    #expect(bad.output.contains("bad.json:2:4: error"))
    #expect(bad.output.contains("[canon/not-canonical]"))
  }

  @Test(arguments: [[], ["--compact"]])
  func theAdviceOfCheckMendsTheFile(options: [String]) async throws {
    let folder = try ScratchFolder(["it's bad.json": "{\"b\":1, \"a\":2}"])
    let check = ["canon", "--check"] + options + ["it's bad.json"]
    let bad = try await AssayBinary.assay(check, in: folder.path)
    let advice = try #require(bad.output.firstMatch(of: /help: assay (.+)\n/).map { String($0.1) })
    _ = try await ScratchFolder.shell("'\(AssayBinary.folder)/assay' \(advice)", in: folder.path)
    let good = try await AssayBinary.assay(check, in: folder.path)
    #expect(good.status == 0, "\(advice)\n\(good.output)")
  }

  @Test func writeRewritesWhatIsNotCanonicalAndNothingElse() async throws {
    let folder = try ScratchFolder(["a.json": "[2,1]", "b.json": "[]\n", "c.json": "[2,"])
    let run = try await AssayBinary.assay(["canon", "--write", "a.json", "b.json", "c.json"], in: folder.path)
    #expect(run.status == 1)
    #expect(try folder.read("a.json") == "[\n  2,\n  1\n]\n")
    #expect(try folder.read("c.json") == "[2,")
    #expect(run.output.contains("c.json:1:4: error"), "\(run.output)")
    #expect(run.output.contains("3 files, 1 rewritten"), "\(run.output)")
  }

  @Test func duplicateKeysWarnAndStay() async throws {
    let folder = try ScratchFolder(["a.json": "{\"v\":1,\"v\":2}"])
    let run = try await AssayBinary.assay(["canon", "--compact", "a.json"], in: folder.path)
    #expect(run.status == 0)
    #expect(run.output == "{\"v\":1,\"v\":2}")
    #expect(run.error.contains("json/duplicate-key"))
    let strict = try await AssayBinary.assay(["canon", "--compact", "--strict", "a.json"], in: folder.path)
    #expect(strict.status == 1)
  }

  @Test func whatIsNoJSONIsAFindingWithItsPlace() async throws {
    let folder = try ScratchFolder(["a.json": "{\"v\":1,}", "merge.json": "{\n<<<<<<< HEAD\n}\n"])
    let run = try await AssayBinary.assay(["canon", "a.json"], in: folder.path)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.error.contains("a.json:1:8: error"))
    let merge = try await AssayBinary.assay(["canon", "merge.json"], in: folder.path)
    #expect(merge.error.contains("markers of a merge conflict"))
  }

  @Test func dashReadsStandardInputAndReportsGoToFiles() async throws {
    let folder = try ScratchFolder()
    let command = "printf '[2,1]' | '\(AssayBinary.folder)/assay' canon --compact -f json=out/r.json -f junit=r.xml -"
    let run = try await ScratchFolder.shell(command, in: folder.path)
    #expect(run == "[2,1]")
    #expect(try folder.read("out/r.json").contains("\"exitCode\": 0"))
    #expect(try folder.read("r.xml").contains("failures=\"0\""))
  }

  @Test func savedReportsMergeAndExitAsTheRunsDid() async throws {
    let folder = try ScratchFolder(["a.json": "[1, 2]"])
    _ = try await AssayBinary.assay(["canon", "--check", "a.json", "-f", "json=1.json"], in: folder.path)
    _ = try await AssayBinary.assay(["canon", "none.json", "-f", "json=2.json"], in: folder.path)
    let one = try await AssayBinary.assay(["report", "1.json"], in: folder.path)
    #expect(one.status == 1)
    #expect(one.output.contains(" 1 | [1, 2]\n"))
    let both = try await AssayBinary.assay(["report", "1.json", "2.json", "-f", "markdown"], in: folder.path)
    #expect(both.status == 2)
    #expect(both.output.contains("2 errors"))
    let twice = try await AssayBinary.assay(["report", "1.json", "1.json"], in: folder.path)
    #expect(twice.output == one.output)
    let none = try await AssayBinary.assay(["report", "a.json"], in: folder.path)
    #expect(none.status == 2)
    #expect(none.error.contains("report/malformed"))
  }

  @Test(
    arguments: [
      (["diff", "--env", "broken"], [], 3), (["verify", "--strict"], [], 1),
      (["verify", "--strict"], ["--fail-on", "error"], 0), (["verify"], [], 0), (["verify"], ["--strict"], 1),
    ] as [([String], [String], Int32)])
  func aSavedReportExitsAsItsRunDid(command: [String], options: [String], status: Int32) async throws {
    let folder = try SampleProject.make(body: "{\n  \"extra\": 1,\n  \"name\": \"Owls\",\n  \"rank\": \"gold\"\n}\n")
    let run = try await AssayBinary.assay(command + ["--format", "json=r.json"], in: folder.path)
    #expect(run.status == status || !options.isEmpty, "\(run.output)\(run.error)")
    let report = try await AssayBinary.assay(["report", "r.json"] + options, in: folder.path)
    #expect(report.status == status, "\(report.output)\(report.error)")
  }

  @Test func anObstacleStaysOneWhenReportsAreMerged() async throws {
    let folder = try SampleProject.make()
    for (command, file) in [(["diff", "--env", "broken"], "1.json"), (["verify"], "2.json")] {
      _ = try await AssayBinary.assay(command + ["--format", "json=" + file], in: folder.path)
    }
    let merged = try await AssayBinary.assay(
      ["report", "1.json", "2.json", "--format", "json=3.json"], in: folder.path)
    #expect(merged.status == 3, "\(merged.output)")
    #expect(try await AssayBinary.assay(["report", "3.json"], in: folder.path).status == 3)
  }
}
