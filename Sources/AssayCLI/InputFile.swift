import Diagnostics
import JSONText
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that a command line names.
enum InputFile {
  /// The bytes of a file; `-` is standard input.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    do throws(WorkspaceError) {
      return path == "-" ? try FileSystem.read(descriptor: 0, path: "(standard input)") : try FileSystem.readNamed(path)
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

  /// A file's bytes for parsing JSON, without a copy where the system can map the file; `-` is standard input.
  static func input(_ path: String) throws(CommandFailure) -> JSONInput {
    let descriptor = path == "-" ? -1 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return JSONInput(try read(path)) }
    defer { close(descriptor) }
    if let input = JSONInput(mapping: descriptor) { return input }
    do throws(WorkspaceError) {
      // A pipe is opened once: its writer may have gone by a second time.
      return JSONInput(try FileSystem.read(descriptor: descriptor, path: path))
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  /// A JSON file that is itself examined: where it is no JSON, that is a finding like any other, and there is no value.
  static func examined(_ path: String, findings: inout FindingList) throws(CommandFailure) -> JSONDocument? {
    let bytes = try read(path)
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: bytes)
    } catch {
      findings.report(JSONFindings.syntax(error, path: path, bytes: bytes))
      return nil
    }
  }

  /// A JSON file of Assay's own, strictly parsed.
  static func document(_ path: String) throws(CommandFailure) -> JSONDocument {
    let bytes = try read(path)
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: bytes)
    } catch {
      throw .cannotStart(JSONFindings.syntax(error, path: path, bytes: bytes))
    }
  }
}
