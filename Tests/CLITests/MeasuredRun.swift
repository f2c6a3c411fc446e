import TestSupport
import Workspace

/// A run of `assay` whose memory is watched.
struct MeasuredRun {
  let status: Int32
  /// Standard output and error together.
  let output: String
  /// Most resident memory that was seen, in MiB; 0 where the system has no `/proc`.
  let peak: Int

  /// Runs `assay` to its end.
  static func assay(
    _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) async throws -> MeasuredRun {
    var variables = EnvironmentVariables.current
    for name in ["NO_COLOR", "CI", "CURL_CA_BUNDLE", "SSL_CERT_FILE"] { variables[name] = nil }
    let process = try ChildProcess.start(
      [AssayBinary.folder + "/assay"] + arguments, workingDirectory: folder,
      environment: variables.merging(environment) { $1 })
    var peak = 0
    do {
      try await eventually("the end of assay \(arguments.joined(separator: " "))") {
        peak = max(peak, residentPeak(of: process.processID))
        return process.exitStatus != nil
      }
    } catch {
      await process.terminate()
      throw error
    }
    let run = MeasuredRun(status: process.exitStatus ?? -1, output: process.capturedOutput, peak: peak)
    await process.terminate()
    return run
  }

  /// The system's own high-water mark, which no look misses that comes later.
  private static func residentPeak(of processID: Int32) -> Int {
    let status = (try? FileSystem.read("/proc/\(processID)/status")) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) >> 10
  }
}
