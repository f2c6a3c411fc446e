public import ContractModel
public import Diagnostics

/// The files of one format that a contract is read from.
public struct ContractSourceSet: Sendable {
  /// Their format.
  public let kind: ContractSource.Kind
  /// The files; imports between them are resolved by their paths.
  public let files: [SourceFile]
  /// The major version of Zod that the files are written for; nil leaves it to their imports and package.json.
  public let zodVersion: Int?

  /// What stands in the JSON for types that have no JSON form of their own, by their names: `string`, `string/uuid`,
  /// `number`, `integer`, `boolean`; other values name Swift types and mean nothing here.
  public let typeMap: [String: String]

  /// Creates a set.
  public init(kind: ContractSource.Kind, files: [SourceFile], zodVersion: Int? = nil, typeMap: [String: String] = [:]) {
    self.kind = kind
    self.files = files
    self.zodVersion = zodVersion
    self.typeMap = typeMap
  }
}
