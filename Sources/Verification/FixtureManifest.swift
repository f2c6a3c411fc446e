public import Diagnostics
internal import JSONText

/// The list of everything in a fixture set but the bodies.
public struct FixtureManifest: Hashable, Sendable {
  /// Name of the manifest's file within a set.
  public static let fileName = "manifest.json"
  /// What stands for a secret in a set, as `assay record` writes it.
  public static let redacted = "redacted"
  /// The version that this program reads and writes.
  public static let currentVersion = 1

  /// Version of the format.
  public let version: Int
  /// The answers, sorted by route id and case.
  public let entries: [FixtureEntry]

  /// Creates a manifest; the order of the entries does not matter.
  public init(entries: [FixtureEntry]) {
    version = Self.currentVersion
    self.entries = entries.sorted(by: FixtureEntry.precedes)
  }

  /// Reads a manifest strictly: unknown keys, versions and merge conflicts are refused.
  ///
  /// - Throws: ``VerificationError/unreadable(_:)`` with every problem found, each with its place.
  public init(parsing file: SourceFile) throws(VerificationError) {
    if let conflict = ConflictMarkers.finding(in: file) { throw .unreadable([conflict]) }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: file.bytes)
    } catch {
      throw .unreadable([
        Finding(
          FixtureRules.invalidManifest, .error, "the manifest is not JSON: \(error.message)",
          help: "restore it from version control, or run 'assay record'",
          at: Place(span: SourceSpan(file: file, start: error.position.offset, end: error.position.offset + 1)))
      ])
    }
    var reader = ManifestReader(file: file, document: document)
    let entries = reader.read()
    guard !reader.findings.hasErrors else { throw .unreadable(reader.findings.all) }
    self.init(entries: entries)
  }

  /// Canonical bytes, as DESIGN's fixture layout has them.
  public func canonicalText() -> [UInt8] {
    JSONValue.object([
      .init(key: "version", value: .integer(version)),
      .init(key: "entries", value: .array(entries.map(\.json))),
    ]).canonicalText()
  }

  /// The entries of a route, by case.
  public func entries(ofRoute id: String) -> [FixtureEntry] { entries.filter { $0.routeID == id } }

  /// The entry of a route and case.
  public func entry(route: String, case name: String) -> FixtureEntry? {
    entries.first { $0.routeID == route && $0.caseName == name }
  }
}

/// Finds what a version control merge leaves behind.
enum ConflictMarkers {
  static func finding(in file: SourceFile) -> Finding? {
    let starts: [[UInt8]] = [Array("<<<<<<< ".utf8), Array(">>>>>>> ".utf8)]
    var atLineStart = true
    for (offset, byte) in file.bytes.enumerated() {
      if atLineStart, byte == 0x3C || byte == 0x3E, starts.contains(where: { file.bytes[offset...].starts(with: $0) }) {
        return Finding(
          FixtureRules.mergeConflict, .error, "\(file.path) holds the marks of an unresolved merge",
          help: "resolve the merge, or take either side and run 'assay record'",
          at: Place(span: SourceSpan(file: file, start: offset, end: offset + 7)))
      }
      atLineStart = byte == 0x0A
    }
    return nil
  }
}
