import Diagnostics
import Foundation
import Workspace

/// Runs the executables that this package builds, which stand beside the test bundle.
enum AssayBinary {
  /// What a run printed and how it ended.
  struct Run: Sendable {
    let status: Int32
    let output: String
    let error: String
  }

  /// Folder of the built executables.
  static let folder: String = {
    var url = Bundle.main.bundleURL
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        url = bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return url.path
  }()

  /// Root of the repository.
  static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// Runs `assay` with arguments.
  static func assay(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) async throws -> Run {
    try await run("assay", arguments, in: folder, environment: environment)
  }

  /// Runs one of the executables.
  static func run(
    _ name: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) async throws -> Run {
    var variables = EnvironmentVariables.current
    for name in ["NO_COLOR", "CI", "ASSAY_PRODUCTION_URL"] { variables[name] = nil }
    variables.merge(environment) { $1 }
    let result = try await ChildProcess.run(
      [Self.folder + "/" + name] + arguments, workingDirectory: folder, environment: variables, timeout: 600)
    return Run(
      status: result.status, output: String(decoding: result.output, as: UTF8.self),
      error: String(decoding: result.error, as: UTF8.self))
  }
}

/// A temporary folder with files, removed when the value goes.
final class ScratchFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = try FileSystem.makeTemporaryDirectory(prefix: "assay-cli-tests")
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileSystem.remove(path) }

  func write(_ text: String, to name: String) throws {
    try FileSystem.write(Array(text.utf8), to: path + "/" + name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try FileSystem.read(path + "/" + name), as: UTF8.self)
  }
}

extension ScratchFolder {
  /// Standard output of a shell command.
  static func shell(_ command: String, in folder: String) async throws -> String {
    let result = try await ChildProcess.run(["/bin/sh", "-c", command], workingDirectory: folder, timeout: 600)
    return String(decoding: result.output, as: UTF8.self)
  }
}
