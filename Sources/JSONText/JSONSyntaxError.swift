public import Diagnostics

/// Why bytes are not a JSON text (RFC 8259), and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The fact, without a full stop.
  public let message: String
  /// Position of the byte at which parsing stopped: 0-based offset, 1-based line and UTF-8 byte column.
  public let position: SourcePosition

  /// Creates an error.
  public init(message: String, position: SourcePosition) {
    self.message = message
    self.position = position
  }
}

/// A key that an object has twice; the parser keeps both members.
public struct DuplicateKey: Hashable, Sendable {
  /// The member's place.
  public let pointer: JSONPointer
  /// Where the key stands first.
  public let first: SourcePosition
  /// Where it stands again.
  public let second: SourcePosition
}

/// The kinds of JSON values.
public enum JSONKind: UInt8, Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// A number.
  case number
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object
}
