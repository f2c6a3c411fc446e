public import ContractModel
public import Diagnostics

/// One file of generated Swift.
public struct GeneratedFile: Hashable, Sendable {
  /// Path relative to the output folder, such as `Guild.swift`.
  public let path: String
  /// UTF-8 text with LF line ends.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// What emission made of a contract.
public struct EmissionResult: Sendable {
  /// The files, sorted by the bytes of their paths.
  public let files: [GeneratedFile]
  /// Notes about names, and errors; where one is an error, the files must not be used.
  public let findings: [Finding]
  /// Types and routes that have no Swift, with the errors among the findings that say why.
  public let refused: RefusedParts

  /// Creates a result.
  public init(files: [GeneratedFile], findings: [Finding], refused: RefusedParts = RefusedParts()) {
    self.files = files
    self.findings = findings
    self.refused = refused
  }
}
