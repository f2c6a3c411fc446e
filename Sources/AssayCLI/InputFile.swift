import Diagnostics
import JSONText
import Workspace

/// Files that a command line names.
enum InputFile {
  /// The bytes of a file; `-` is standard input.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    do throws(WorkspaceError) {
      return path == "-" ? try FileSystem.read(descriptor: 0, path: "(standard input)") : try FileSystem.read(path)
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  /// The bytes of a file; nil when there is none.
  static func readIfPresent(_ path: String) throws(CommandFailure) -> [UInt8]? {
    do throws(WorkspaceError) {
      return try FileSystem.readIfPresent(path)
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  /// A JSON file, strictly parsed.
  static func document(_ path: String) throws(CommandFailure) -> JSONDocument {
    let bytes = try read(path)
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: bytes)
    } catch {
      throw .cannotStart(JSONFindings.syntax(error, path: path, bytes: bytes))
    }
  }
}
