public import Diagnostics
public import Workspace

/// Why there is no fixture set to verify.
public enum VerificationError: Error, Sendable {
  /// The folder holds no manifest.
  case noSet(folder: String)
  /// The manifest cannot be understood; the findings say where.
  case unreadable([Finding])
  /// A file or folder could not be read.
  case workspace(WorkspaceError)

  /// The findings that say it.
  public var findings: [Finding] {
    switch self {
    case .noSet(let folder):
      [
        Finding(
          FixtureRules.missingManifest, .error, "\(folder) holds no \(FixtureManifest.fileName)",
          help: "run 'assay record', or set \"fixtures\" in assay.json", at: Place(file: folder))
      ]
    case .unreadable(let findings): findings
    case .workspace(let error): [error.finding]
    }
  }
}
