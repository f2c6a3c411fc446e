import CYAML
import Diagnostics
import JSONText

/// One YAML document as JSON, and where each of its values stands.
struct YAMLDocument {
  /// The document.
  let value: JSONValue
  /// 0-based byte offset of each value that is written out, by its JSON Pointer, in document order. What an alias
  /// stands for has only the place of the alias.
  let offsets: [(pointer: JSONPointer, offset: Int)]

  /// Most values that a document may have once its aliases are expanded.
  static let maximumNodes = 1_000_000
  /// Deepest nesting.
  static let maximumDepth = 512

  /// Reads exactly one document.
  static func read(_ file: SourceFile) -> Result<YAMLDocument, YAMLProblem> {
    var reader = YAMLReader(file)
    do throws(YAMLProblem) {
      return .success(try reader.read())
    } catch {
      return .failure(error)
    }
  }

  /// The canonical JSON of `--positions`.
  func positionTable(in file: SourceFile) -> [UInt8] {
    JSONValue.object(
      offsets.map { pointer, offset in
        let position = file.position(at: offset)
        return JSONValue.Member(
          key: pointer.description, value: .array([.integer(position.line), .integer(position.column)]))
      }
    ).canonicalText()
  }
}
