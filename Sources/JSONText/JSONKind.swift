/// The six kinds of JSON value.
public enum JSONKind: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// A number, kept as it is written.
  case number
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object
}
