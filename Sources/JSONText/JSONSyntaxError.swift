public import Diagnostics

/// The first place where a text is not strict JSON (RFC 8259 in UTF-8).
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// What is wrong there, with the mend where one is likely; no trailing full stop.
  public let message: String
  /// The offending byte: 0-based offset, 1-based line and UTF-8 byte column.
  public let position: SourcePosition

  /// Creates an error at a place.
  public init(message: String, position: SourcePosition) {
    self.message = message
    self.position = position
  }
}
