import Foundation
import Testing
import Workspace

/// What `.ci/judge` needs on this machine.
private enum Judge {
  static let root = FileSystem.resolve("../..", relativeTo: FileSystem.parent(of: #filePath))

  /// Programs without which nothing is judged, and the variables that may name them.
  static let programs = [("deno", "DENO"), ("swiftc", "SWIFTC"), ("python3", "PYTHON")]

  static let missing: [String] = programs.filter { path(of: $0.0, namedBy: $0.1) == nil }.map(\.0)

  static func path(of name: String, namedBy variable: String) -> String? {
    let variables = EnvironmentVariables.current
    let folders = (variables["PATH"] ?? "").split(separator: ":")
    return variables[variable]
      ?? folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The executable that this build made: it stands beside the test bundle.
  static var assay: String {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundlePath)
    return (bundles.first.map(FileSystem.parent(of:)) ?? Bundle.main.bundlePath) + "/assay"
  }
}

@Suite("Independent judges of the contract language")
struct JudgeTests {
  @Test(
    "TypeScript, and Zod where it is named, say what the checker and the compiled decoder say",
    .enabled(if: Judge.missing.isEmpty, "not installed: \(Judge.missing.joined(separator: ", "))"))
  func agree() async throws {
    let python = try #require(Judge.path(of: "python3", namedBy: "PYTHON"))
    let result = try await ChildProcess.run(
      [python, Judge.root + "/.ci/judge", "--assay", Judge.assay], workingDirectory: Judge.root, timeout: 900)
    let output = String(decoding: result.output, as: UTF8.self)
    print(output)
    #expect(result.status == 0, "\(output.suffix(8000))\n\(String(decoding: result.error, as: UTF8.self).suffix(4000))")
  }
}
