public import Diagnostics
internal import JSONText
public import Workspace

/// The volatility record of a fixture set, as far as others than the recorder ask for it.
public enum VolatilityCheck {
  /// What keeps the next recording from reading the record; nil when it is well, or not there.
  ///
  /// - Parameter folder: The fixture set, as findings show it.
  /// - Throws: `file` when it cannot be read.
  public static func finding(inSet folder: String) throws(WorkspaceError) -> Finding? {
    let path = folder + "/" + VolatilityRecord.fileName
    guard let bytes = try FileSystem.readIfPresent(path) else { return nil }
    do {
      _ = try VolatilityRecord(parsing: try JSONDocument(parsing: bytes))
      return nil
    } catch let error as JSONSyntaxError {
      let span = SourceSpan(
        file: SourceFile(path: path, bytes: bytes), start: error.position.offset, end: error.position.offset + 1)
      return finding(error.message, at: Place(span: span))
    } catch {
      return finding("it is not a volatility record of version 1", at: Place(file: path))
    }
  }

  private static func finding(_ reason: String, at place: Place) -> Finding {
    Finding(
      RecordingRules.unreadableRecord, .error, "the volatility record cannot be read: \(reason)",
      help: "restore it from version control, or delete it and record again", at: place)
  }
}
