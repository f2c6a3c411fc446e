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

/// Makes a symbolic link.
func makeLink(at path: String, to destination: String) throws {
  try #require(symlink(destination, path) == 0)
}

@Suite struct FileSystemTests {
  private let folder: TemporaryFolder
  private var root: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0
  }

  @Test func whatIsWrittenIsRead() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    for (name, content) in [("a/b/c.bin", bytes), ("empty", []), ("a/b/é 😀.txt", [0x0A])] {
      try FileSystem.write(content, to: root + "/" + name, sync: true)
      #expect(try FileSystem.read(root + "/" + name) == content)
    }
    try FileSystem.write([1], to: root + "/a/b/c.bin")
    #expect(try FileSystem.read(root + "/a/b/c.bin") == [1])
    #expect(try FileSystem.list(root, recursive: true) == ["a/b/c.bin", "a/b/é 😀.txt", "empty"])
  }

  @Test func whatIsNotThereIsNilOrAFinding() throws {
    #expect(try FileSystem.readIfPresent(root + "/none") == nil)
    try folder.write(["file": "x"])
    #expect(try FileSystem.readIfPresent(root + "/file/below") == nil)
    let missing = finding { () throws(WorkspaceError) in _ = try FileSystem.read(root + "/none") }
    #expect(missing?.rule == "workspace/file")
    #expect(missing?.message == "cannot read \(root)/none: No such file or directory")
    let refusals = [
      finding { () throws(WorkspaceError) in _ = try FileSystem.readIfPresent(root) },
      finding { () throws(WorkspaceError) in _ = try FileSystem.list(root + "/none", recursive: true) },
      finding { () throws(WorkspaceError) in try FileSystem.write([1], to: root + "/file/below") },
      finding { () throws(WorkspaceError) in try FileSystem.write([1], to: root) },
      finding { () throws(WorkspaceError) in try FileSystem.createDirectory(root + "/file") },
    ]
    #expect(refusals.map { $0?.rule } == Array(repeating: "workspace/file", count: 5))
    // Nothing half-written stays.
    #expect(try FileSystem.list(root, recursive: true) == ["file"])
    #expect(
      try FileSystem.entries(of: FileSystem.parent(of: root)).allSatisfy {
        !$0.hasPrefix("." + FileSystem.name(of: root))
      })
  }

  @Test func permissionsOfAReplacedFileStay() throws {
    let path = root + "/script"
    try FileSystem.write([1], to: path, mode: 0o600)
    #expect(mode(path) == 0o600)
    try #require(chmod(path, 0o755) == 0)
    try FileSystem.write([2], to: path)
    #expect(mode(path) == 0o755)
  }

  @Test func aLinkIsWrittenThrough() throws {
    try folder.write(["real/file": "old"])
    try makeLink(at: root + "/link", to: "real/file")
    try makeLink(at: root + "/dangling", to: "real/new")
    try FileSystem.write([0x78], to: root + "/link")
    try FileSystem.write([0x79], to: root + "/dangling")
    #expect(try folder.read("real") == ["file": "x", "new": "y"])
    #expect(FileSystem.isLink(root + "/link"))
  }

  @Test func manyWritersNeverMix() async throws {
    let path = root + "/shared"
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<16 {
        group.addTask {
          for _ in 0..<8 {
            try? FileSystem.write([UInt8](repeating: UInt8(writer), count: 10_000), to: path)
          }
        }
      }
    }
    let bytes = try FileSystem.read(path)
    #expect(bytes.count == 10_000)
    #expect(Set(bytes).count == 1)
    #expect(try FileSystem.list(root, recursive: false) == ["shared"])
  }

  @Test func removingStopsAtLinks() throws {
    try folder.write(["kept/file": "x", "gone/a/b/file": "x"])
    try makeLink(at: root + "/gone/a/link", to: "../../kept")
    try FileSystem.remove(root + "/gone")
    try FileSystem.remove(root + "/never was")
    #expect(try folder.read() == ["kept/file": "x"])
  }

  @Test func listingsSortByBytesAndPassOverLinkedFolders() throws {
    try folder.write(["b": "", "B": "", "a/z": "", "a.x": "", "é": "", "a/é": "", "Z/y": ""])
    try makeLink(at: root + "/linked", to: "a")
    try makeLink(at: root + "/broken", to: "nowhere")
    #expect(try FileSystem.list(root, recursive: true) == ["B", "Z/y", "a.x", "a/z", "a/é", "b", "broken", "é"])
    #expect(try FileSystem.list(root, recursive: false) == ["B", "a.x", "b", "broken", "é"])
    #expect(try FileSystem.entries(of: root) == ["B", "Z", "a", "a.x", "b", "broken", "linked", "é"])
  }

  @Test(arguments: [
    ("a/b", "", "a/b"), ("a/b", "x", "x/a/b"), ("../a", "x/y", "x/a"), ("../../../a", "x", "../../a"),
    ("/a/../../b", "x", "/b"), ("./a/./b//c/", "", "a/b/c"), ("", "", "."), ("..", "x", "."), ("/", "x", "/"),
    ("../fixtures", "contracts", "fixtures"), ("../x", "..", "../../x"), ("a", "/", "/a"),
  ]) func resolving(_ path: String, _ folder: String, _ expected: String) {
    #expect(FileSystem.resolve(path, relativeTo: folder) == expected)
  }

  @Test(arguments: [
    ("a/b/c", "a/b", "c"), ("c", ".", "c"), ("/c", "/", "c"), ("a/", "a", ""),
  ]) func partsOfAPath(_ path: String, _ parent: String, _ name: String) {
    #expect(FileSystem.parent(of: path) == parent)
    #expect(FileSystem.name(of: path) == name)
  }

  @Test func linksAreResolvedAsFarAsAnythingStands() throws {
    let real = try #require(FileSystem.realPath(root))
    try folder.write(["real/sub/file": ""])
    try makeLink(at: root + "/link", to: "real")
    try makeLink(at: root + "/dangling", to: "link/sub/new")
    try makeLink(at: root + "/circle", to: "circle")
    for (path, expected) in [
      ("link/sub", "real/sub"), ("link/sub/new", "real/sub/new"), ("dangling", "real/sub/new"), ("x/../real", "real"),
    ] {
      #expect(FileSystem.linksResolved(root + "/" + path) == real + "/" + expected)
    }
    #expect(FileSystem.linksResolved(root + "/circle").hasSuffix("/circle"))
    #expect(FileSystem.linksResolved("no-such-name") == FileSystem.linksResolved(".") + "/no-such-name")
  }

  @Test func temporaryFoldersAreTheOwnersAlone() throws {
    let path = try TemporaryFolders.make(prefix: "assay-test-")
    #expect(mode(path) == 0o700)
    TemporaryFolders.remove(path)
    #expect(!FileSystem.exists(path))
  }

  @Test func portsAreGivenOnce() throws {
    let ports = try (0..<50).map { _ in try FreePort.choose().number }
    #expect(Set(ports).count == 50)
    // Linux gives out ports from 32768 on by itself.
    #expect(ports.allSatisfy { (1024..<32_768).contains($0) })
  }

  @Test func aPortIsKeptFromOtherRunsWhileItIsHeld() throws {
    var port: FreePort? = try FreePort.choose()
    let number = try #require(port).number
    #expect(try FreePort.lease(number) == nil)
    port = nil
    #expect(try FreePort.lease(number) != nil)
  }

  @Test func clocksAreHandedIn() {
    #expect(WallClock.fixed(12.5).now() == 12.5)
    #expect(WallClock.system.now() > 1_700_000_000)
  }

  @Test func aFileIsNoTerminal() throws {
    try folder.write(["file": ""])
    let descriptor = open(root + "/file", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(!Terminal.isTerminal(descriptor))
    #expect(Terminal.columns(of: descriptor) == nil)
  }
}
