import Testing
import Workspace

/// What commands do after a recording that ended between its journal and the end of its exchange.
@Suite struct InterruptedExchangeTests {
  /// A project whose old set was moved aside: the new one waits in the staging folder.
  private func interrupted() throws -> ScratchFolder {
    let folder = try SampleProject.make()
    let (set, staged) = (folder.path + "/fixtures", folder.path + "/.fixtures.staging")
    for name in try FileSystem.list(set, recursive: true) {
      try FileSystem.write(FileSystem.read(set + "/" + name), to: staged + "/" + name)
    }
    try FileSystem.remove(set)
    try folder.write("", to: ".fixtures.journal")
    return folder
  }

  @Test(arguments: [
    ["verify"], ["gate"], ["mutate"],
    ["approve", "drift/field-removed", "guild.show /name", "--reason", "r", "--owner", "kim"],
  ])
  func theNextCommandEndsIt(command: [String]) async throws {
    let folder = try interrupted()
    let run = try await AssayBinary.assay(command, in: folder.path)
    #expect(!run.error.contains("fixtures/missing-manifest") && !run.output.contains("fixtures/missing-manifest"))
    #expect(run.status != 2, "\(run.output)\(run.error)")
    #expect(FileSystem.exists(folder.path + "/fixtures/guild.show/ok.json"))
    #expect(!FileSystem.exists(folder.path + "/.fixtures.journal"))
  }

  @Test func whileAWriterIsAtWorkReadersRefuse() async throws {
    let folder = try interrupted()
    let lock = try FolderLock.acquire(for: folder.path + "/fixtures")
    defer { lock.release() }
    let run = try await AssayBinary.assay(["verify"], in: folder.path)
    #expect(run.status == 2)
    #expect(run.error.contains("[workspace/interrupted-exchange]"), "\(run.error)")
    #expect(FileSystem.exists(folder.path + "/.fixtures.journal"))
  }
}
