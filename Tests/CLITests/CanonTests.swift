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
    let none = try await AssayBinary.assay(["report", "a.json"], in: folder.path)
    #expect(none.status == 2)
    #expect(none.error.contains("report/malformed"))
  }
}
