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

/// JSON of a route's answer, keys sorted and nothing between tokens, and what comes back.
struct RouteTrip: Sendable {
  let route: String
  let json: String
  /// The text that comes back, or `error`.
  let expected: String

  init(_ route: String, _ json: String, _ expected: String? = nil) {
    self.route = route
    self.json = json
    self.expected = expected ?? json
  }
}

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

  /// Compiles the files with a program, runs it, and gives the lines that it prints.
  func run(_ program: String, arguments: [String] = []) async throws -> [String] {
    let compiled = try await compile(
      main: Self.foundation + program, arguments: ["-Onone", "-o", "program"] + arguments)
    try #require(compiled.result.status == 0, "\(String(decoding: compiled.result.error, as: UTF8.self).prefix(3000))")
    let run = try await ChildProcess.run(["\(compiled.folder)/program"], timeout: 60)
    #expect(run.status == 0, "\(String(decoding: run.error, as: UTF8.self).prefix(2000))")
    try FileSystem.remove(compiled.folder)
    return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Decodes and encodes answers of routes in compiled code, and checks what the statements after them print.
  func check(_ trips: [RouteTrip], then statements: String = "", answers: [String] = []) async throws {
    let rows = trips.map { "(\"\($0.route)\", ###\"\($0.json)\"###)" }.joined(separator: ",\n  ")
    let lines = try await run(
      """
      let cases: [(String, String)] = [
        \(rows)
      ]
      for (route, json) in cases {
        guard let entry = ContractRegistry.entry(routeID: route, status: 200) else { print("no entry"); continue }
        do {
          print(String(decoding: try entry.roundTrip(Data(json.utf8)), as: UTF8.self))
        } catch {
          print("error")
        }
      }
      \(statements)
      """)
    #expect(lines.count == trips.count + answers.count)
    for (line, trip) in zip(lines, trips) {
      #expect(Array(line.utf8) == Array(trip.expected.utf8), "\(trip.route) \(trip.json) came back as \(line)")
    }
    #expect(Array(lines.dropFirst(trips.count)) == answers)
  }

  private static let foundation = """
    #if canImport(FoundationEssentials)
    import FoundationEssentials
    #else
    import Foundation
    #endif

    """
}
