import Testing
import Workspace

/// The sample's contract with fixtures that its dev server answered.
enum SampleRecording {
  /// What a recording of the sample needs.
  static var environment: [String: String] {
    let path = EnvironmentVariables.current["PATH"] ?? ""
    return ["PATH": AssayBinary.folder + ":" + path, "ASSAY_DEV_PASSWORD": "correct-horse-battery"]
  }

  /// A project of its own, recorded.
  static func recorded(scenario: String? = nil) async throws -> ScratchFolder {
    let folder = try MainJobTests.project(scenario: scenario)
    let run = try await AssayBinary.assay(["record", "--runs", "2"], in: folder.path, environment: environment)
    try #require(run.status == 0, "\(run.output)\(run.error)")
    return folder
  }

  /// The bytes of each file of the set, by path.
  static func contents(_ folder: ScratchFolder) throws -> [String: [UInt8]] {
    let path = folder.path + "/fixtures"
    var contents: [String: [UInt8]] = [:]
    for name in try FileSystem.list(path, recursive: true) { contents[name] = try FileSystem.read(path + "/" + name) }
    return contents
  }
}
