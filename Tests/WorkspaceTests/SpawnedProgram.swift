import TestSupport
import Testing

@testable import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Starts this test program again to run one of ``SpawnedPrograms``, so that it can be killed at any instant.
enum SpawnedProgram {
  /// Variable that names the folder which a spawned program works on.
  static let folderVariable = "ASSAY_TEST_SPAWNED_FOLDER"

  static var folder: String? { EnvironmentVariables.current[folderVariable] }

  /// Where the runner of tests is not one program of its own, nothing is spawned.
  static let isSupported: Bool = {
    #if os(Linux)
      return true
    #else
      return false
    #endif
  }()

  static func start(_ name: String, folder: String, mode: String = "") throws -> ChildProcess {
    let program = try #require(FileSystem.realPath("/proc/self/exe"))
    var environment = EnvironmentVariables.current
    environment[folderVariable] = folder
    environment["ASSAY_TEST_SPAWNED_MODE"] = mode
    return try ChildProcess.start(
      [program, "--testing-library", "swift-testing", "--filter", "SpawnedPrograms/\(name)"], environment: environment)
  }

  /// Waits until a spawned program has written a word; it ends or is slow only when something is wrong.
  static func wait(for child: ChildProcess, toWrite word: String) async throws {
    try await child.waitForOutput(word)
  }
}

/// What other tests run as programs of their own and kill.
@Suite(.enabled(if: SpawnedProgram.folder != nil, "other tests run these as programs of their own"))
struct SpawnedPrograms {
  private func say(_ text: String) throws {
    try FileSystem.write(Array((text + "\n").utf8), descriptor: 1, path: "stdout")
  }

  @Test func holdsALock() async throws {
    let lock = try FolderLock.acquire(for: try #require(SpawnedProgram.folder))
    defer { lock.release() }
    try say("holding")
    try await Task.sleep(for: .seconds(600))
  }

  /// Exchanges a folder for the next version of itself without end.
  @Test func exchangesWithoutEnd() throws {
    let folder = try #require(SpawnedProgram.folder)
    let mode = ExchangeMode(rawValue: EnvironmentVariables.current["ASSAY_TEST_SPAWNED_MODE"] ?? "")
    let calls = try #require(mode).calls(target: FileSystem.linksResolved(folder))
    try FolderExchange(folder: folder, calls: calls).recover()
    for version in 1...1_000_000 {
      let exchange = FolderExchange(folder: folder, calls: calls)
      try exchange.begin()
      for (name, text) in VersionedSet.files(version) {
        try FileSystem.write(Array(text.utf8), to: exchange.stagingPath + "/" + name)
      }
      _ = try exchange.commit()
      if version == 2 { try say("exchanging") }
    }
  }

  /// Has two children, one of which does not heed SIGTERM, and waits for a signal.
  @Test func waitsForASignal() async throws {
    ChildProcess.terminateAllOnSignal()
    let folder = try #require(SpawnedProgram.folder)
    let meek = try ChildProcess.start(shell: "echo $$ > \(folder)/meek; exec sleep 600")
    let stubborn = try ChildProcess.start(
      shell: "trap '' TERM; echo $$ > \(folder)/stubborn; while :; do sleep 1; done")
    for name in ["meek", "stubborn"] {
      try await eventually("the file \(name)") { FileSystem.exists(folder + "/" + name) }
    }
    let data = try TemporaryFolders.make(prefix: "assay-test-")
    try FileSystem.write(Array(data.utf8), to: folder + "/data")
    try say("waiting")
    try await Task.sleep(for: .seconds(600))
    withExtendedLifetime((meek, stubborn)) {}
  }
}

/// Sets of files whose versions cannot be mixed unnoticed: each file names its version, and odd ones have other files.
enum VersionedSet {
  static func files(_ version: Int) -> [String: String] {
    var files: [String: String] = [:]
    for name in ["manifest.json", "a/1.json", "a/2.json", version % 2 == 0 ? "even/x.json" : "odd", "b/c/d.json"] {
      files[name] = "version \(version)\n"
    }
    return files
  }

  /// The version of a set; nil when it is none.
  static func version(of files: [String: String]) -> Int? {
    guard let text = files["manifest.json"], let version = Int(text.dropFirst(8).dropLast()) else { return nil }
    return files == Self.files(version) ? version : nil
  }
}
