public import Diagnostics

/// One place where two values differ.
public struct JSONDifference: Hashable, Sendable {
  /// What differs.
  public enum Kind: Hashable, Sendable {
    /// Expected, and not there.
    case missing
    /// There, and not expected.
    case added
    /// Of one kind, with another value.
    case changed
    /// Of another kind.
    case typeChanged
  }

  /// The place, in both values.
  public let pointer: JSONPointer
  /// What differs there.
  public let kind: Kind
  /// A short rendering of the expected value; nil when there is none.
  public let expected: String?
  /// A short rendering of the actual value; nil when there is none.
  public let actual: String?

  /// Creates a difference.
  public init(pointer: JSONPointer, kind: Kind, expected: String?, actual: String?) {
    self.pointer = pointer
    self.kind = kind
    self.expected = expected
    self.actual = actual
  }
}
