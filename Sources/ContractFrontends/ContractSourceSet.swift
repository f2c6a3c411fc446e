public import ContractModel
public import Diagnostics

/// The files of one format that a contract is read from.
public struct ContractSourceSet: Sendable {
  /// Their format.
  public let kind: ContractSource.Kind
  /// The files; imports between them are resolved by their paths.
  public let files: [SourceFile]

  /// Creates a set.
  public init(kind: ContractSource.Kind, files: [SourceFile]) {
    self.kind = kind
    self.files = files
  }
}
