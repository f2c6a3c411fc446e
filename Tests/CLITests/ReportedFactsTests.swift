import Testing
import Workspace

/// What summaries, messages and headers say is all that holds, and nothing of the machine.
@Suite struct ReportedFactsTests {
  @Test func gateSaysThatItDidNotCheckTheGeneratedFiles() async throws {
    let folder = try SampleProject.make()
    try folder.write(SampleProject.contract.replacing("string", with: "bigint"), to: "contracts/types/guild.ts")
    let run = try await AssayBinary.assay(["gate"], in: folder.path)
    #expect(run.status == 1)
    #expect(run.output.contains("generated files not checked, for want of a sound contract"), "\(run.output)")
  }

  @Test func diffOfFilesSaysWhatItDoesNotCompare() async throws {
    let folder = try ScratchFolder(["a.json": "{\"n\": 1}", "b.json": "{\"n\": 2}", "c.json": "[]"])
    let same = try await AssayBinary.assay(["diff", "a.json", "b.json"], in: folder.path)
    #expect(same.output == "assay diff: no findings; shapes compared, values not\n")
    let other = try await AssayBinary.assay(["diff", "a.json", "c.json"], in: folder.path)
    #expect(other.output.contains("error: the document was an object and is now a list"), "\(other.output)")
  }

  @Test func aHeaderNamesNoFolderOfTheMachine() async throws {
    let folder = try ScratchFolder(["in/types/guild.ts": SampleProject.contract])
    let source = folder.path + "/in/types/guild.ts"
    for (here, shown) in [("in", "types/guild.ts"), ("elsewhere", "guild.ts")] {
      try FileSystem.createDirectory(folder.path + "/" + here)
      let words = ["generate", "--typescript", source, "--swift", "Out"]
      let run = try await AssayBinary.assay(words, in: folder.path + "/" + here)
      #expect(run.status == 0, "\(run.output)\(run.error)")
      #expect(try folder.read(here + "/Out/Guild.swift").contains(" from \(shown) (IR "))
    }
  }

  @Test func aUnionOfObjectsIsNamedByTheirKeys() async throws {
    let folder = try ScratchFolder([
      "t.ts": "export type Block = { text: string; size: number } | { image: string; width: number };\n",
      "a.json": "{\"text\": 1, \"image\": 2}",
    ])
    let words = ["verify", "--typescript", "t.ts", "--type", "Block", "a.json"]
    let run = try await AssayBinary.assay(words, in: folder.path)
    #expect(run.output.contains("{ text, size } | { image, width }"), "\(run.output)")
  }
}
