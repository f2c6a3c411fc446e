import Diagnostics
import Synchronization
import Testing

@testable import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the file system can do.
enum ExchangeMode: String, CaseIterable, Sendable {
  /// Exchange two folders.
  case exchange
  /// Rename folders, not exchange them.
  case rename
  /// Neither: the folder is a mount point or lies in the lower layer of an overlay.
  case copy
  /// Nothing beside the folder: it is mounted into a read-only tree.
  case inside

  func calls(target: String, checkpoint: @escaping @Sendable () throws(WorkspaceError) -> Void = {})
    -> FolderExchange.Calls
  {
    var calls = FolderExchange.Calls(checkpoint: checkpoint)
    if self == .rename || self == .copy { calls.exchange = { _, _ in EINVAL } }
    if self == .inside { calls.isWritable = { _ in false } }
    if self == .copy {
      let rename = calls.rename
      calls.rename = { source, destination in
        source == target || FileSystem.exists(destination) ? EXDEV : rename(source, destination)
      }
    }
    return calls
  }
}

@Suite struct FolderExchangeTests {
  /// Stops at one step, as a crash does.
  private final class Crash: Sendable {
    private let left: Atomic<Int>
    init(at step: Int) { left = Atomic(step) }
    func step() throws(WorkspaceError) {
      guard left.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 else {
        throw .process(command: "crash", reason: "the power is gone")
      }
    }
    var isOver: Bool { left.load(ordering: .relaxed) < 0 }
  }

  static let old = [
    "manifest.json": "old", "a/1.json": "old", "a/same.json": "same", "gone/deep/y.json": "old", "kind": "old",
  ]
  static let new = [
    "manifest.json": "new", "a/1.json": "new", "a/same.json": "same", "kind/x.json": "new", "b/2.json": "new",
  ]

  private func stage(_ files: [String: String], _ exchange: FolderExchange) throws {
    try exchange.begin()
    for (name, text) in files { try FileSystem.write(Array(text.utf8), to: exchange.stagingPath + "/" + name) }
  }

  @Test(arguments: ExchangeMode.allCases) func theNewSetTakesThePlaceOfTheOld(_ mode: ExchangeMode) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/fixtures"
    let exchange = FolderExchange(folder: path, calls: mode.calls(target: FileSystem.linksResolved(path)))
    try stage(Self.old, exchange)
    #expect(try exchange.commit())
    #expect(try folder.read("fixtures") == Self.old)
    try #require(chmod(path, 0o750) == 0)
    try stage(Self.new, exchange)
    #expect(try exchange.commit())
    #expect(try folder.read("fixtures") == Self.new)
    #expect(try FileSystem.entries(of: folder.path) == ["fixtures"])
    #expect(try FileSystem.entries(of: path) == ["a", "b", "kind", "manifest.json"])
    var status = stat()
    try #require(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o750)
  }

  @Test(arguments: ExchangeMode.allCases) func anEqualSetIsNotSwapped(_ mode: ExchangeMode) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/fixtures"
    try folder.write(Self.old, under: "fixtures")
    var before = stat()
    try #require(stat(path + "/manifest.json", &before) == 0)
    let exchange = FolderExchange(folder: path, calls: mode.calls(target: FileSystem.linksResolved(path)))
    try stage(Self.old, exchange)
    #expect(try exchange.commit() == false)
    var after = stat()
    try #require(stat(path + "/manifest.json", &after) == 0)
    #expect(before.st_ino == after.st_ino)
    #expect(try FileSystem.entries(of: folder.path) == ["fixtures"])
    var changed = Self.old
    changed["a/same.json"] = "samE"
    try stage(changed, exchange)
    #expect(try exchange.commit())
    #expect(try folder.read("fixtures") == changed)
  }

  /// Crashes before each change of the disk, and in the recovery before each of its changes.
  @Test(arguments: ExchangeMode.allCases, [true, false])
  func afterACrashAtAnyStepTheSetIsWhollyOldOrNew(_ mode: ExchangeMode, hasOld: Bool) throws {
    var outcomes: Set<String> = []
    var step = 0
    var isComplete = false
    while !isComplete {
      var inner = 0
      var isRecovered = false
      while !isRecovered {
        let folder = try TemporaryFolder()
        let path = folder.path + "/fixtures"
        if hasOld { try folder.write(Self.old, under: "fixtures") }
        isComplete = try !crash(mode, path, at: step)
        outcomes.insert(try check(folder, hasOld: hasOld, "crash at \(step)"))
        isRecovered = try !crashRecovery(mode, path, at: inner)
        _ = try check(folder, hasOld: hasOld, "crash at \(step), in recovery at \(inner)")
        let wasInterrupted = FolderExchange.isInterrupted(path)
        try recover(mode, path)
        #expect(!FolderExchange.isInterrupted(path))
        let files = FileSystem.exists(path) ? try folder.read("fixtures") : [:]
        #expect(!files.contains { $0.key.hasPrefix(".") }, "nothing is left in the set")
        #expect(files == Self.new || (files == (hasOld ? Self.old : [:]) && !wasInterrupted), "\(step) \(inner)")
        #expect(try FileSystem.entries(of: folder.path).allSatisfy { $0 == "fixtures" })
        inner += 1
        try #require(inner < 100)
      }
      step += 1
      try #require(step < 100)
    }
    let expected: Set<String> = mode == .exchange || !hasOld ? ["old", "new"] : ["old", "interrupted", "new"]
    #expect(outcomes == expected)
    #expect(step > 2)
  }

  /// - Returns: Whether the commit crashed.
  private func crash(_ mode: ExchangeMode, _ path: String, at step: Int) throws -> Bool {
    let crash = Crash(at: step)
    var calls = mode.calls(target: FileSystem.linksResolved(path)) { () throws(WorkspaceError) in try crash.step() }
    // A crash of the process alone loses nothing that was written, synced or not.
    calls.sync = { _ in 0 }
    let exchange = FolderExchange(folder: path, calls: calls)
    try stage(Self.new, exchange)
    do {
      #expect(try exchange.commit())
    } catch {
      try #require(crash.isOver, "\(error.finding.message)")
    }
    return crash.isOver
  }

  private func crashRecovery(_ mode: ExchangeMode, _ path: String, at step: Int) throws -> Bool {
    let crash = Crash(at: step)
    var calls = mode.calls(target: FileSystem.linksResolved(path)) { () throws(WorkspaceError) in try crash.step() }
    // A crash of the process alone loses nothing that was written, synced or not.
    calls.sync = { _ in 0 }
    do {
      try FolderExchange(folder: path, calls: calls).recover()
    } catch {
      try #require(crash.isOver, "\(error.finding.message)")
    }
    return crash.isOver
  }

  private func recover(_ mode: ExchangeMode, _ path: String) throws {
    try FolderExchange(folder: path, calls: mode.calls(target: FileSystem.linksResolved(path))).recover()
  }

  /// The set as readers see it: without the stage, where that stands in it.
  private func read(_ folder: TemporaryFolder) throws -> [String: String] {
    guard FileSystem.exists(folder.path + "/fixtures") else { return [:] }
    let own = Set(try FolderExchange.files(of: folder.path + "/fixtures"))
    return try folder.read("fixtures").filter { own.contains($0.key) }
  }

  /// What a reader finds: `interrupted`, or a whole set.
  private func check(_ folder: TemporaryFolder, hasOld: Bool, _ when: String) throws -> String {
    let path = folder.path + "/fixtures"
    if FolderExchange.isInterrupted(path) { return "interrupted" }
    let files = try read(folder)
    if files == Self.new { return "new" }
    #expect(files == (hasOld ? Self.old : [:]), "\(when)")
    return "old"
  }

  /// A power failure loses what is not synced: the log holds the order of the calls.
  @Test(arguments: ExchangeMode.allCases) func everythingIsOnDiskBeforeTheNextStep(_ mode: ExchangeMode) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/fixtures"
    try folder.write(Self.old, under: "fixtures")
    let target = FileSystem.linksResolved(path)
    let parent = FileSystem.parent(of: target)
    let log = CallLog(root: parent)
    var calls = mode.calls(target: target)
    let (exchange, rename) = (calls.exchange, calls.rename)
    calls.sync = { log.note("sync", $0, 0) }
    calls.exchange = { log.note("exchange", $0, exchange($0, $1)) }
    calls.rename = { log.note("rename", $0, rename($0, $1)) }
    let folderExchange = FolderExchange(folder: path, calls: calls)
    try stage(Self.new, folderExchange)
    #expect(try folderExchange.commit())
    let staged = ["/a/1.json", "/a/same.json", "/a", "/b/2.json", "/b", "/kind/x.json", "/kind", "/manifest.json", ""]
    let stagedSyncs = staged.map { "sync .fixtures.staging" + $0 }
    let journal = ["exchange .fixtures.staging 22", "sync .fixtures.journal", "sync ."]
    switch mode {
    case .exchange: #expect(log.lines == stagedSyncs + ["exchange .fixtures.staging", "sync ."])
    case .rename:
      #expect(
        log.lines == stagedSyncs + journal + [
          "rename fixtures", "sync .", "rename .fixtures.staging", "sync .", "sync .",
        ])
    case .copy:
      #expect(
        log.lines == stagedSyncs + journal + ["rename fixtures \(EXDEV)"] + staged.map { "sync fixtures" + $0 } + [
          "sync ."
        ])
    case .inside:
      let stage = staged.map { "sync fixtures/.assay.staging" + $0 }
      let all = ["sync fixtures/.assay.journal"] + stage + staged.map { "sync fixtures" + $0 }
      #expect(log.lines == stage + ["sync fixtures/.assay.journal", "sync fixtures"] + all + ["sync fixtures"])
    }
  }

  private final class CallLog: Sendable {
    private let root: String
    private let noted = Mutex<[String]>([])
    init(root: String) { self.root = root }
    var lines: [String] { noted.withLock { $0 } }
    func note(_ call: String, _ path: String, _ code: Int32) -> Int32 {
      let shown = path == root ? "." : String(path.dropFirst(root.count + 1))
      noted.withLock { $0.append("\(call) \(shown)" + (code == 0 ? "" : " \(code)")) }
      return code
    }
  }

  @Test func nothingIsStagedOverAnInterruptedExchange() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/fixtures"
    try folder.write(Self.old, under: "fixtures")
    var step = 0
    while !FolderExchange.isInterrupted(path) {
      _ = try crash(.rename, path, at: step)
      step += 1
      try #require(step < 20)
    }
    let refusal = finding { () throws(WorkspaceError) in try FolderExchange(folder: path).begin() }
    #expect(refusal?.rule == "workspace/interrupted-exchange")
    try FolderExchange.recover(path)
    #expect(try folder.read("fixtures") == Self.new)
  }

  @Test func aFolderThatCannotBeMovedStaysAsItWas() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/fixtures"
    try folder.write(Self.old, under: "fixtures")
    for calls in [
      FolderExchange.Calls(exchange: { _, _ in EACCES }),
      FolderExchange.Calls(exchange: { _, _ in EPERM }, rename: { _, _ in EACCES }),
    ] {
      let exchange = FolderExchange(folder: path, calls: calls)
      try stage(Self.new, exchange)
      let refusal = finding { () throws(WorkspaceError) in _ = try exchange.commit() }
      #expect(refusal?.rule == "workspace/file")
      #expect(!FolderExchange.isInterrupted(path))
      #expect(try folder.read("fixtures") == Self.old)
    }
    try FolderExchange.recover(path)
    #expect(try FileSystem.entries(of: folder.path) == ["fixtures"])
  }

  @Test func linksAreFollowedBeforeAnythingElse() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.old, under: "elsewhere/fixtures")
    try makeLink(at: folder.path + "/fixtures", to: "elsewhere/fixtures")
    let exchange = FolderExchange(folder: folder.path + "/fixtures")
    try stage(Self.new, exchange)
    #expect(exchange.stagingPath.hasSuffix("/elsewhere/.fixtures.staging"))
    #expect(try exchange.commit())
    #expect(FileSystem.isLink(folder.path + "/fixtures"))
    #expect(try folder.read("elsewhere/fixtures") == Self.new)
  }

  @Test func aFileIsNoFolderToReplace() throws {
    let folder = try TemporaryFolder()
    try folder.write(["fixtures": "a file"])
    let exchange = FolderExchange(folder: folder.path + "/fixtures")
    try stage(Self.new, exchange)
    #expect(finding { () throws(WorkspaceError) in _ = try exchange.commit() }?.rule == "workspace/file")
    #expect(try folder.read()["fixtures"] == "a file")
  }

  /// Kills a program that exchanges without end, at random instants.
  @Test(
    .enabled(if: SpawnedProgram.isSupported, "the test runner is no program of its own here"),
    arguments: ExchangeMode.allCases)
  func afterAKillTheSetIsWhole(_ mode: ExchangeMode) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/fixtures"
    var last = 0
    for _ in 0..<6 {
      let program = try SpawnedProgram.start("exchangesWithoutEnd", folder: path, mode: mode.rawValue)
      try await SpawnedProgram.wait(for: program, toWrite: "exchanging")
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<40_000)))
      try #require(kill(program.processID, SIGKILL) == 0)
      await program.terminate(grace: 0)
      #expect(program.exitStatus == 137)
      if !FolderExchange.isInterrupted(path) {
        #expect(VersionedSet.version(of: try read(folder)) != nil)
      }
      try recover(mode, path)
      let files = try folder.read("fixtures")
      let version = try #require(VersionedSet.version(of: files), "\(files)")
      last = max(last, version)
      #expect(try FileSystem.entries(of: folder.path) == ["fixtures"])
    }
    #expect(last >= 2)
  }
}
