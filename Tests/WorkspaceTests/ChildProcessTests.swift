import Diagnostics
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

@Suite struct ChildProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Waits for a process to end; it is slow only when something is wrong.
  static func waitUntilGone(_ processID: Int32) async -> Bool {
    try? await eventually("the end of \(processID)") { isGone(processID) }
    return isGone(processID)
  }

  /// The process id that a program writes to a file.
  static func processID(in path: String) async throws -> Int32 {
    var id: Int32?
    try await eventually("a process id in \(path)") {
      let text = String(decoding: try FileSystem.readIfPresent(path) ?? [], as: UTF8.self)
      id = text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
      return id != nil
    }
    return try #require(id)
  }

  /// Runs a program; it is slow only when something is wrong.
  private func run(
    _ command: [String], workingDirectory: String? = nil, environment: [String: String]? = nil
  ) async throws(WorkspaceError) -> ChildProcess.Result {
    try await ChildProcess.run(
      command, workingDirectory: workingDirectory, environment: environment, timeout: Patience.limit)
  }

  private func failure(_ body: () async throws(WorkspaceError) -> Void) async -> String? {
    do throws(WorkspaceError) {
      try await body()
      return nil
    } catch {
      return error.finding.message
    }
  }

  // MARK: Running to the end

  struct RunCase: Sendable, CustomTestStringConvertible {
    let script: String
    var status: Int32 = 0
    var output = ""
    var error = ""
    var testDescription: String { script }
  }

  static let runs = [
    RunCase(script: "echo out; echo err >&2", output: "out\n", error: "err\n"),
    RunCase(script: "exit 3", status: 3),
    RunCase(script: "kill -9 $$", status: 137),
    RunCase(script: "printf 'no newline'", output: "no newline"),
    RunCase(script: "cat; echo read", output: "read\n"),
    RunCase(script: "exec >&- 2>&-; sleep 0.05; exit 4", status: 4),
    RunCase(script: "sleep 0.06; echo late; echo words >&2", output: "late\n", error: "words\n"),
  ]

  @Test(arguments: runs) func runsToTheEnd(_ testCase: RunCase) async throws {
    let result = try await run(["/bin/sh", "-c", testCase.script])
    #expect(result.status == testCase.status)
    #expect(text(result.output) == testCase.output)
    #expect(text(result.error) == testCase.error)
  }

  @Test func folderAndEnvironmentAreGiven() async throws {
    try folder.write(["here": "x"])
    let result = try await run(
      ["/bin/sh", "-c", "ls; echo $A-$B-${HOME-unset}"], workingDirectory: folder.path,
      environment: ["A": "é", "B": "x=y"])
    #expect(text(result.output) == "here\né-x=y-unset\n")
  }

  @Test func largeOutputsOnBothPipesDoNotBlock() async throws {
    let result = try await run(
      ["/bin/sh", "-c", "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; head -c 1000000 /dev/zero"])
    #expect(result.output.count == 4_000_000)
    #expect(result.error.count == 3_000_000)
  }

  @Test func whatCannotStartIsTold() async {
    let folder = folder.path
    let cases: [([String], String?)] = [
      (["/no/such/program"], nil), (["no-such-program-anywhere"], nil), ([], nil), (["sh"], folder + "/none"),
      (["a\0b"], nil),
    ]
    for (command, workingDirectory) in cases {
      let run = await failure { () throws(WorkspaceError) in
        _ = try await ChildProcess.run(command, workingDirectory: workingDirectory)
      }
      #expect(run != nil, "\(command)")
      let start = await failure { () throws(WorkspaceError) in
        _ = try ChildProcess.start(command, workingDirectory: workingDirectory)
      }
      #expect(start == run, "\(command)")
    }
  }

  @Test func aLateProgramIsKilledWithItsGroup() async throws {
    let path = folder.path
    // Long enough for a starved machine to get both files written.
    let task = Task {
      await failure { () throws(WorkspaceError) in
        _ = try await ChildProcess.run(
          [
            "/bin/sh", "-c",
            "trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo $! > \(path)/inner; echo $$ > \(path)/outer; wait",
          ],
          timeout: 10)
      }
    }
    let processIDs = [
      try await Self.processID(in: path + "/inner"), try await Self.processID(in: path + "/outer"),
    ]
    #expect(await task.value == "/bin/sh: it did not end within 10.0 seconds")
    for processID in processIDs { #expect(await Self.waitUntilGone(processID)) }
  }

  @Test func whatAProgramLeavesRunningEndsWithIt() async throws {
    let path = folder.path
    let result = try await run(["/bin/sh", "-c", "sleep 600 & echo $! > \(path)/left; echo done"])
    #expect(text(result.output) == "done\n")
    #expect(await Self.waitUntilGone(try await Self.processID(in: path + "/left")))
  }

  @Test func whatALeftProgramWritesWithoutEndIsNotWaitedFor() async throws {
    let result = try await run(["/bin/sh", "-c", "yes & echo last words >&2"])
    #expect(result.status == 0)
    #expect(text(result.error) == "last words\n")
  }

  @Test func aCancelledTaskKillsItsProgram() async throws {
    let path = folder.path
    let task = Task {
      await failure { () throws(WorkspaceError) in
        _ = try await run(["/bin/sh", "-c", "echo $$ > \(path)/id; exec sleep 600"])
      }
    }
    let processID = try await Self.processID(in: path + "/id")
    task.cancel()
    #expect(await task.value == "/bin/sh: it was cancelled")
    #expect(await Self.waitUntilGone(processID))
  }

  @Test(.enabled(if: FileSystem.isDirectory("/proc/self/fd"), "there is no /proc here"))
  func openFilesAreNotInherited() async throws {
    try folder.write(["open": ""])
    let descriptor = open(folder.path + "/open", O_RDONLY)
    defer { close(descriptor) }
    let result = try await run(["/bin/sh", "-c", "readlink /proc/self/fd/*"])
    #expect(!text(result.output).contains(folder.path))
  }

  @Test func manyRunAtOnce() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let result = try await run(["/bin/sh", "-c", "echo \(number); exit \(number)"])
          return result.status == number && result.output == Array("\(number)\n".utf8)
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  // MARK: Running beside us

  @Test func aProgramThatHeedsTheSignalEndsByItself() async throws {
    let child = try ChildProcess.start(
      shell: "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.02; done")
    try await child.waitForOutput("ready")
    #expect(child.exitStatus == nil)
    await child.terminate(grace: 60)
    #expect(child.exitStatus == 7)
    // A shell may tell of the death of its `sleep` in between.
    #expect(child.capturedOutput.hasPrefix("ready\n"))
    #expect(child.capturedOutput.hasSuffix("bye\n"))
    await child.terminate(grace: 60)
  }

  @Test func aProgramThatDoesNotIsKilled() async throws {
    let child = try ChildProcess.start(shell: "trap '' TERM; echo ready; while :; do sleep 1; done")
    try await child.waitForOutput("ready")
    await child.terminate(grace: 0.1)
    #expect(child.exitStatus == 137)
    #expect(await Self.waitUntilGone(child.processID))
  }

  @Test func anEndIsNoticedAlthoughTheOutputIsHeldOpen() async throws {
    let path = folder.path
    let child = try ChildProcess.start(shell: "sleep 600 & echo $! > \(path)/left; echo last words; exit 5")
    #expect(try await child.waitForEnd() == 5)
    #expect(child.capturedOutput == "last words\n")
    let left = try await Self.processID(in: path + "/left")
    #expect(!isGone(left))
    await child.terminate(grace: 60)
    #expect(await Self.waitUntilGone(left))
  }

  @Test func theLastOutputIsKeptInWholeLines() async throws {
    let child = try ChildProcess.start(
      shell: "i=0; while [ $i -lt 12000 ]; do echo line $i; i=$((i+1)); done; printf end")
    #expect(try await child.waitForEnd() == 0)
    let output = child.capturedOutput
    #expect(output.utf8.count <= ChildProcess.outputLimit)
    #expect(output.utf8.count > ChildProcess.outputLimit - 32)
    #expect(output.hasPrefix("line "))
    #expect(output.hasSuffix("\nline 11999\nend"))
    await child.terminate()
  }

  @Test func secretsInOutputAreMasked() async throws {
    SecretRegistry.shared.register("child-secret-4711", name: "the child's token")
    let child = try ChildProcess.start(
      shell: "echo token child-secret-4711; printf 'and again child-secr'; sleep 600",
      environment: ["PATH": "/usr/bin:/bin"])
    try await child.waitForOutput("token")
    #expect(child.capturedOutput == "token ‹the child's token›\n")
    await child.terminate(grace: 60)
  }

  @Test(
    .enabled(if: SpawnedProgram.isSupported, "the test runner is no program of its own here"),
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalLeavesNoChildAndNoFolder(_ signal: Int32) async throws {
    let program = try SpawnedProgram.start("waitsForASignal", folder: folder.path)
    try await SpawnedProgram.wait(for: program, toWrite: "waiting")
    let children = [
      try await Self.processID(in: folder.path + "/meek"), try await Self.processID(in: folder.path + "/stubborn"),
    ]
    let data = String(decoding: try FileSystem.read(folder.path + "/data"), as: UTF8.self)
    #expect(FileSystem.exists(data))
    try #require(kill(program.processID, signal) == 0)
    #expect(try await program.waitForEnd() == 128 + signal)
    for child in children { #expect(await Self.waitUntilGone(child)) }
    #expect(!FileSystem.exists(data))
    await program.terminate()
  }
}
