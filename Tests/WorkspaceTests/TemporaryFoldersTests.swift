import Testing

@testable import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct TemporaryFoldersTests {
  @Test func theFoldersOfTheLivingAreKept() throws {
    let prefix = "assay-stale-\(UInt32.random(in: 0 ... .max))-"
    let own = try TemporaryFolders.make(prefix: prefix)
    var status = stat()
    try #require(stat(own, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    // What a run that was killed leaves: a folder, or none yet, and a lock that nobody holds.
    let base = FileSystem.parent(of: own)
    let dead = base + "/" + prefix + "dead"
    try FileSystem.write([], to: dead + ".lock")
    try FileSystem.write(Array("x".utf8), to: dead + "/data/file")
    try FileSystem.write([], to: base + "/" + prefix + "early.lock")
    #expect(TemporaryFolders.removeStale(prefix: prefix) == 1)
    #expect(try FileSystem.entries(of: base).filter { $0.hasPrefix(prefix) }.count == 2, "the living one and its lock")
    #expect(FileSystem.isDirectory(own))
    TemporaryFolders.remove(own)
    #expect(try FileSystem.entries(of: base).filter { $0.hasPrefix(prefix) } == [])
    #expect(TemporaryFolders.removeStale(prefix: prefix) == 0)
  }

  @Test func aLinkIsNoLock() throws {
    let prefix = "assay-stale-\(UInt32.random(in: 0 ... .max))-"
    let folder = try TemporaryFolder()
    try folder.write(["kept": "x"])
    let base = FileSystem.temporaryDirectory
    try makeLink(at: base + "/" + prefix + "a.lock", to: folder.path + "/kept")
    #expect(TemporaryFolders.removeStale(prefix: prefix) == 0)
    #expect(try folder.read() == ["kept": "x"])
    try FileSystem.remove(base + "/" + prefix + "a.lock")
  }
}
