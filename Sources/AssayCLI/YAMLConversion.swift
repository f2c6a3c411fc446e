import ContractFrontends
import ContractModel
import Diagnostics
import Workspace

/// Runs `assay-yaml` on the YAML files of a contract, and on those that they refer to.
enum YAMLConversion {
  /// Seconds that one file may take.
  private static let timeout = 60.0

  /// The conversions by path, as far as there is YAML.
  ///
  /// - Parameter findings: Receives what is wrong with a file; it then has no conversion.
  static func convert(
    _ sets: [ContractSourceSet], findings: inout FindingList
  ) async throws(CommandFailure) -> [String: ConvertedDocument] {
    var open = sets.filter { $0.kind == .openapi || $0.kind == .jsonSchema }.flatMap(\.files)
    var seen = Set(open.map(\.path))
    var conversions: [String: ConvertedDocument] = [:]
    while let file = open.popLast() {
      var json = file.bytes
      if isYAML(file.path) {
        guard let document = try await convert(file, &findings) else { continue }
        conversions[file.path] = document
        json = document.json
      }
      for path in DocumentReferences.files(in: json, path: file.path) where seen.insert(path).inserted {
        // What is not there is the front end's to report, at the reference.
        guard let bytes = try InputFile.readIfPresent(path) else { continue }
        open.append(SourceFile(path: path, bytes: bytes))
      }
    }
    return conversions
  }

  private static func isYAML(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  private static func convert(
    _ file: SourceFile, _ findings: inout FindingList
  ) async throws(CommandFailure) -> ConvertedDocument? {
    let program = try SiblingExecutable.path("assay-yaml")
    do throws(WorkspaceError) {
      let folder = try TemporaryFolders.make(prefix: "assay-yaml")
      defer { TemporaryFolders.remove(folder) }
      let table = folder + "/positions.json"
      let result = try await ChildProcess.run([program, file.path, "--positions", table], timeout: timeout)
      guard result.status == 0 else {
        findings.report(problem(String(decoding: result.error, as: UTF8.self), in: file))
        return nil
      }
      return ConvertedDocument(json: result.output, positions: try FileSystem.read(table))
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  /// What `assay-yaml` says, in the form `path:line:column: error: message [rule]`.
  private static func problem(_ text: String, in file: SourceFile) -> Finding {
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    var place = Place(file: file.path)
    var message = line.isEmpty ? "assay-yaml could not convert it" : line
    let prefix = file.path + ":"
    if line.hasPrefix(prefix) {
      let parts = line.dropFirst(prefix.count).split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      if parts.count == 4, let row = Int(parts[0]), let column = Int(parts[1]) {
        let offset = offset(ofLine: row, column: column, in: file.bytes)
        place = Place(span: SourceSpan(file: file, start: offset, end: min(offset + 1, file.bytes.count)))
        message = String(parts[3].drop { $0 == " " })
        if message.hasSuffix("]"), let mark = message.lastIndex(of: "[") {
          message = String(message[..<mark])
          while message.last == " " { message.removeLast() }
        }
      }
    }
    return Finding(
      CommandRules.unreadableYAML, .error, message, help: "correct the YAML; it has to have a JSON form", at: place)
  }

  private static func offset(ofLine line: Int, column: Int, in bytes: [UInt8]) -> Int {
    var row = 1
    var start = 0
    for (index, byte) in bytes.enumerated() where row < line {
      if byte == 0x0A {
        row += 1
        start = index + 1
      }
    }
    return min(start + column - 1, bytes.count)
  }
}
