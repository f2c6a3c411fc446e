import Diagnostics
import Testing

@testable import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct FolderLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func theSecondWriterIsToldWhoHoldsIt() throws {
    let path = folder.path + "/fixtures"
    let lock = try FolderLock.acquire(for: path)
    let refusal = finding { () throws(WorkspaceError) in _ = try FolderLock.acquire(for: path) }
    #expect(refusal?.rule == "workspace/locked")
    #expect(refusal?.message == "another recorder writes \(path) (process \(getpid()))")
    #expect(try FileSystem.list(folder.path, recursive: true) == [".fixtures.lock"])
    lock.release()
    lock.release()
    #expect(try FileSystem.list(folder.path, recursive: true) == [], "nothing is left beside the folder")
    let next = try FolderLock.acquire(for: path)
    next.release()
  }

  @Test func theLockGoesWithItsObject() throws {
    let path = folder.path + "/fixtures"
    do {
      let lock = try FolderLock.acquire(for: path)
      withExtendedLifetime(lock) {}
    }
    try FolderLock.acquire(for: path).release()
  }

  @Test func oneFolderHasOneLockUnderAllItsNames() throws {
    try folder.write(["real/fixtures/manifest.json": "{}"])
    try makeLink(at: folder.path + "/link", to: "real/fixtures")
    try makeLink(at: folder.path + "/alias", to: "real")
    let lock = try FolderLock.acquire(for: folder.path + "/real/fixtures/")
    defer { lock.release() }
    for name in ["link", "alias/fixtures", "real/../real/fixtures", "real/fixtures"] {
      let refusal = finding { () throws(WorkspaceError) in _ = try FolderLock.acquire(for: folder.path + "/" + name) }
      #expect(refusal?.rule == "workspace/locked", "\(name)")
    }
    try FolderLock.acquire(for: folder.path + "/other").release()
  }

  @Test(.enabled(if: SpawnedProgram.isSupported, "the test runner is no program of its own here"))
  func aKilledHolderHoldsNothing() async throws {
    let path = folder.path + "/fixtures"
    let holder = try SpawnedProgram.start("holdsALock", folder: path)
    try await SpawnedProgram.wait(for: holder, toWrite: "holding")
    let refusal = finding { () throws(WorkspaceError) in _ = try FolderLock.acquire(for: path) }
    #expect(refusal?.message.contains("(process \(holder.processID))") == true)
    await holder.terminate(grace: 0)
    try FolderLock.acquire(for: path).release()
    #expect(try FileSystem.list(folder.path, recursive: true).filter { $0.hasSuffix(".lock") } == [])
  }

  /// The holder goes, and its file with it, just when the next one has opened that file: what is held must be the file
  /// that others find.
  @Test func aFileThatGoesMeanwhileIsNoLock() throws {
    let path = folder.path + "/lock"
    func held(_ attempt: LockFile.Attempt) -> LockFile? { if case .held(let file) = attempt { file } else { nil } }
    var first = try #require(held(try LockFile.take(path))) as LockFile?
    let next = held(
      try LockFile.take(path) {
        first?.release()
        first = nil
      })
    let second = try #require(next)
    #expect(held(try LockFile.take(path)) == nil, "two hold it")
    second.release()
    #expect(try FileSystem.list(folder.path, recursive: true) == [])
  }
}
