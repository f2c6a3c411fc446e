import TestSupport
import Testing
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A recording that cannot end leaves the set that stood: wholly the old one, or wholly the new one.
@Suite(.serialized) struct RecordingDurabilityTests {
  private static let configuration = "contracts/assay.json"
  /// What becomes of a set does not depend on how much is recorded.
  private let scenario = "guilds.http"

  private static func record(
    _ folder: ScratchFolder, _ options: [String] = [], _ more: [String: String] = [:]
  ) async throws -> AssayBinary.Run {
    try await AssayBinary.assay(
      ["record", "--runs", "2"] + options, in: folder.path,
      environment: SampleRecording.environment.merging(more) { $1 })
  }

  private static func start(_ folder: ScratchFolder, _ more: [String: String] = [:]) throws -> ChildProcess {
    try ChildProcess.start(
      [AssayBinary.folder + "/assay", "record"], workingDirectory: folder.path,
      environment: EnvironmentVariables.current.merging(SampleRecording.environment) { $1 }.merging(more) { $1 })
  }

  /// Has the server answer otherwise from now on.
  private static func drift(_ folder: ScratchFolder) throws {
    let text = try folder.read(configuration)
    try folder.write(
      text.replacing("assay-devserver --port", with: "assay-devserver --drift rename-field --port"), to: configuration)
  }

  private static func restore(_ files: [String: [UInt8]], _ folder: ScratchFolder) throws {
    try FileSystem.remove(folder.path + "/fixtures")
    for (name, bytes) in files { try FileSystem.write(bytes, to: folder.path + "/fixtures/" + name) }
  }

  // MARK: Kill

  /// Kills at random instants, half of them while the set is staged and exchanged.
  ///
  /// `ASSAY_KILL_POINTS` says how many; the default is for CI.
  @Test func afterAKillTheSetIsTheOldOneOrTheNewOne() async throws {
    let count = EnvironmentVariables.current["ASSAY_KILL_POINTS"].flatMap { Int($0) } ?? 12
    let folder = try await SampleRecording.recorded(scenario: scenario)
    let old = try SampleRecording.contents(folder)
    try Self.drift(folder)
    var durations: [Duration] = []
    for _ in 0..<3 {
      try Self.restore(old, folder)
      let start = ContinuousClock.now
      let run = try await Self.record(folder)
      #expect(run.status == 0, "\(run.output)\(run.error)")
      durations.append(start.duration(to: .now))
    }
    let new = try SampleRecording.contents(folder)
    #expect(new != old)
    // What a busy machine makes of one run is no measure for the others.
    let duration = durations.sorted()[0]
    let data = try ScratchFolder()
    var outcomes: [String: Int] = [:]
    for number in 0..<count {
      try Self.restore(old, folder)
      let recorder = try Self.start(folder, ["TMPDIR": data.path])
      var point = "a share of the run"
      if number == 0 {
        // At once: on a busy machine, every other one may come after the end.
        point = "the start"
      } else if Bool.random() {
        try await Task.sleep(for: duration * Double.random(in: 0...1.1))
      } else {
        // The set is staged, synced and exchanged within some milliseconds from here.
        while recorder.exitStatus == nil, !FileSystem.exists(folder.path + "/.fixtures.staging") {
          try await Task.sleep(for: .microseconds(200))
        }
        let wait = Int.random(in: 0..<60_000)
        point = "\(wait) µs of the exchange"
        try await Task.sleep(for: .microseconds(wait))
      }
      kill(recorder.processID, SIGKILL)
      await recorder.terminate()
      let isInterrupted = FolderExchange.isInterrupted(folder.path + "/fixtures")
      let now = try SampleRecording.contents(folder)
      let outcome =
        now == old ? "old" : now == new ? "new" : isInterrupted ? "interrupted, which readers are told" : "a mixture"
      #expect(outcome != "a mixture", "after \(point)")
      outcomes[outcome, default: 0] += 1
    }
    print(
      "\(count) kills:", outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    #expect(outcomes["old", default: 0] > 0)
    // Nothing that the killed recorders left stands in the way of the next one, and it clears it away.
    let next = try await Self.record(folder, [], ["TMPDIR": data.path])
    #expect(next.status == 0, "\(next.output)\(next.error)")
    #expect(try SampleRecording.contents(folder) == new)
    #expect(try FileSystem.entries(of: folder.path).sorted() == ["contracts", "fixtures"])
    // A server that outlived its recorder for a moment keeps its folder until the recording after.
    _ = try await Self.record(folder, [], ["TMPDIR": data.path])
    #expect(try FileSystem.entries(of: data.path) == [])
  }

  // MARK: Leftovers

  @Test func theNextRecordingClearsWhatAKilledOneLeft() async throws {
    let folder = try await SampleRecording.recorded(scenario: scenario)
    let before = try SampleRecording.contents(folder)
    let data = try ScratchFolder()
    let recorder = try Self.start(folder, ["TMPDIR": data.path])
    try await eventually("a data folder", hopeless: recorder.endedText) {
      try FileSystem.entries(of: data.path).contains { $0.hasPrefix("assay-data-") && !$0.hasSuffix(".lock") }
    }
    kill(recorder.processID, SIGKILL)
    await recorder.terminate()
    try #require(try !FileSystem.entries(of: data.path).isEmpty, "the kill leaves the folder")
    try folder.write("{}", to: ".fixtures.staging/half.json")
    let run = try await Self.record(folder, [], ["TMPDIR": data.path])
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(try FileSystem.entries(of: data.path) == [])
    #expect(!FileSystem.exists(folder.path + "/.fixtures.staging"))
    #expect(try SampleRecording.contents(folder) == before)
  }

  // MARK: Two at once

  @Test func theSecondRecorderIsRefusedByName() async throws {
    let folder = try await SampleRecording.recorded(scenario: scenario)
    let lock = try FolderLock.acquire(for: folder.path + "/fixtures")
    let second = try await Self.record(folder)
    #expect(second.status == 2, "\(second.output)\(second.error)")
    #expect((second.output + second.error).contains("another recorder writes fixtures (process \(getpid()))"))
    // Whoever only compares needs no lock.
    let check = try await Self.record(folder, ["--check"])
    #expect(check.status == 0, "\(check.output)\(check.error)")
    lock.release()
  }

  @Test func ofTwoRecordersAtOnceOneWritesAndOneIsRefused() async throws {
    let folder = try await SampleRecording.recorded(scenario: scenario)
    try Self.drift(folder)
    let recorders = try [Self.start(folder), Self.start(folder)]
    var refused = 0
    for recorder in recorders {
      let status = try await recorder.waitForEnd()
      #expect(status == 0 || status == 2, "\(recorder.capturedOutput)")
      if status == 2 { refused += 1 }
      #expect(status == 0 || recorder.capturedOutput.contains("another recorder writes"), "\(recorder.capturedOutput)")
      await recorder.terminate()
    }
    #expect(refused <= 1)
    let check = try await Self.record(folder, ["--check"])
    #expect(check.status == 0, "\(check.output)\(check.error)")
  }

  // MARK: Disks

  /// Whether this process may mount file systems, as root in a container of its own may.
  private static let mayMount: Bool = {
    #if os(Linux)
      guard geteuid() == 0, let folder = try? ScratchFolder() else { return false }
      guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
      return umount(folder.path) == 0
    #else
      return false
    #endif
  }()

  #if os(Linux)
    /// Works in a folder on which a small file system is mounted.
    private static func mounted(
      _ options: String, on path: String, _ work: () async throws -> Void
    ) async throws {
      try FileSystem.createDirectory(path)
      try #require(mount("tmpfs", path, "tmpfs", 0, options) == 0)
      do {
        try await work()
      } catch {
        umount2(path, Int32(MNT_DETACH))
        throw error
      }
      #expect(umount2(path, Int32(MNT_DETACH)) == 0)
    }

    @Test(.enabled(if: mayMount, "mounting a file system needs root"))
    func onAFullDiskTheOldSetStays() async throws {
      let recorded = try await SampleRecording.recorded()
      let size = try SampleRecording.contents(recorded).values.reduce(0) { $0 + ($1.count + 4095) / 4096 * 4096 }
      let folder = try MainJobTests.project()
      let text = try folder.read(Self.configuration)
      try folder.write(
        text.replacing("\"../fixtures\"", with: "\"../disk/fixtures\""), to: Self.configuration)
      // Room for one set and half of another.
      try await Self.mounted("size=\(size + size / 2)", on: folder.path + "/disk") {
        let first = try await Self.record(folder)
        #expect(first.status == 0, "\(first.output)\(first.error)")
        let path = folder.path + "/disk/fixtures"
        let before = try Self.files(path)
        try Self.drift(folder)
        let full = try await Self.record(folder)
        #expect(full.status == 2, "\(full.output)\(full.error)")
        #expect((full.output + full.error).contains("No space left on device"), "\(full.output)\(full.error)")
        #expect(try Self.files(path) == before)
        let left = try FileSystem.entries(of: folder.path + "/disk")
        #expect(left == ["fixtures"], "what was staged makes room again")
        let check = try await AssayBinary.assay(["verify"], in: folder.path, environment: SampleRecording.environment)
        #expect(check.status == 0, "\(check.output)\(check.error)")
      }
    }

    @Test(.enabled(if: mayMount, "mounting a file system needs root"))
    func aReadOnlyFolderIsComparedAndNotWritten() async throws {
      let folder = try MainJobTests.project(scenario: scenario)
      let text = try folder.read(Self.configuration)
      try folder.write(
        text.replacing("\"../fixtures\"", with: "\"../disk/fixtures\""), to: Self.configuration)
      try await Self.mounted("size=4m", on: folder.path + "/disk") {
        #expect(try await Self.record(folder).status == 0)
        let path = folder.path + "/disk"
        let before = try Self.files(path)
        try #require(mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
        let check = try await Self.record(folder, ["--check"])
        #expect(check.status == 0, "\(check.output)\(check.error)")
        let run = try await Self.record(folder)
        #expect(run.status == 2, "\(run.output)\(run.error)")
        #expect((run.output + run.error).contains("Read-only file system"), "\(run.output)\(run.error)")
        #expect(try Self.files(path) == before)
      }
    }

    /// What a container does that mounts the fixtures alone into a read-only tree.
    @Test(.enabled(if: mayMount, "mounting a file system needs root"))
    func aFolderInAReadOnlyOneIsFilledAndLocked() async throws {
      let plain = try await SampleRecording.recorded(scenario: scenario)
      try Self.drift(plain)
      #expect(try await Self.record(plain).status == 0)
      let folder = try MainJobTests.project(scenario: scenario)
      let text = try folder.read(Self.configuration)
      try folder.write(
        text.replacing("\"../fixtures\"", with: "\"../disk/fixtures\""), to: Self.configuration)
      try await Self.mounted("size=4m", on: folder.path + "/disk") {
        try await Self.mounted("size=4m", on: folder.path + "/disk/fixtures") {
          try #require(mount("tmpfs", folder.path + "/disk", "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
          #expect(try await Self.record(folder).status == 0)
          try Self.drift(folder)
          let lock = try FolderLock.acquire(for: folder.path + "/disk/fixtures")
          let second = try await Self.record(folder)
          #expect(second.status == 2, "\(second.output)\(second.error)")
          #expect((second.output + second.error).contains("another recorder writes"), "\(second.output)\(second.error)")
          lock.release()
          let run = try await Self.record(folder)
          #expect(run.status == 0, "\(run.output)\(run.error)")
          #expect(try Self.files(folder.path + "/disk/fixtures") == SampleRecording.contents(plain))
        }
      }
    }

    @Test(.enabled(if: mayMount, "mounting a file system needs root"))
    func aMountPointIsFilledFileByFile() async throws {
      let plain = try await SampleRecording.recorded(scenario: scenario)
      try Self.drift(plain)
      #expect(try await Self.record(plain).status == 0)
      let expected = try SampleRecording.contents(plain)
      let folder = try MainJobTests.project(scenario: scenario)
      try await Self.mounted("size=4m", on: folder.path + "/fixtures") {
        #expect(try await Self.record(folder).status == 0)
        try Self.drift(folder)
        let run = try await Self.record(folder)
        #expect(run.status == 0, "\(run.output)\(run.error)")
        #expect(try SampleRecording.contents(folder) == expected)
        #expect(try FileSystem.entries(of: folder.path) == ["contracts", "fixtures"])
      }
    }
  #endif

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aFolderWithoutPermissionIsLeftAlone() async throws {
    let folder = try await SampleRecording.recorded(scenario: scenario)
    let before = try SampleRecording.contents(folder)
    try Self.drift(folder)
    for path in [folder.path, folder.path + "/fixtures"] { try #require(chmod(path, 0o555) == 0) }
    let run = try await Self.record(folder)
    for path in [folder.path, folder.path + "/fixtures"] { chmod(path, 0o755) }
    #expect(run.status == 2, "\(run.output)\(run.error)")
    #expect(try SampleRecording.contents(folder) == before)
  }

  private static func files(_ path: String) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try FileSystem.list(path, recursive: true) { contents[name] = try FileSystem.read(path + "/" + name) }
    return contents
  }
}
