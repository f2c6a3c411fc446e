public import Diagnostics

/// A key that one object has more than once; both members are kept.
public struct DuplicateKey: Hashable, Sendable {
  /// The member.
  public let pointer: JSONPointer
  /// The opening quote of the key's first occurrence.
  public let first: SourcePosition
  /// The opening quote of a later occurrence: a key that stands three times gives two reports.
  public let second: SourcePosition

  /// Creates a report.
  public init(pointer: JSONPointer, first: SourcePosition, second: SourcePosition) {
    self.pointer = pointer
    self.first = first
    self.second = second
  }
}
