import ContractModel
import Diagnostics
import SwiftEmission
import Testing
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Emitted files, and what the Swift compiler says of them.
struct EmittedCode {
  let result: EmissionResult

  init(_ contract: Contract, options: EmissionOptions = EmissionOptions()) throws {
    result = try SwiftEmitter(options: options).emit(contract)
  }

  /// The text of one file.
  func text(_ path: String) throws -> String {
    String(decoding: try #require(result.files.first { $0.path == path }, "no file \(path)").bytes, as: UTF8.self)
  }

  /// The compiler that is on the path.
  static let compiler: String? = (EnvironmentVariables.current["PATH"] ?? "").split(separator: ":")
    .map { $0 + "/swiftc" }.first { access($0, X_OK) == 0 }

  /// Writes the files and `main.swift` where there is one to a fresh folder, and runs the compiler on all of them.
  func compile(main: String? = nil, arguments: [String]) async throws -> (folder: String, result: ChildProcess.Result) {
    let compiler = try #require(Self.compiler)
    let folder = try FileSystem.makeTemporaryDirectory(prefix: "emitted")
    var files = result.files.map(\.path)
    for file in result.files { try FileSystem.write(file.bytes, to: "\(folder)/\(file.path)") }
    if let main {
      files.append("main.swift")
      try FileSystem.write(Array(main.utf8), to: "\(folder)/main.swift")
    }
    let result = try await ChildProcess.run(
      [compiler, "-swift-version", "6", "-warnings-as-errors"] + arguments + files, workingDirectory: folder,
      timeout: 1200)
    return (folder, result)
  }
}
