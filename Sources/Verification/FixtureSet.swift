public import Diagnostics
public import JSONText
internal import Workspace

/// A folder of recorded answers: the manifest and the bodies, held in memory.
public struct FixtureSet: Sendable {
  /// Path of the folder; where the set was built in memory, only a name.
  public let folder: String
  /// The folder as findings show it, such as `fixtures`.
  public let shownFolder: String
  /// The manifest.
  public let manifest: FixtureManifest
  /// What is wrong with the files: edited by hand, missing, or not listed; sorted by path.
  public let findings: [Finding]

  private let bodies: [String: [UInt8]]

  /// Creates a set from memory: bodies by the paths that the manifest gives; nothing is checked.
  public init(folder: String = "fixtures", shownAs: String? = nil, manifest: FixtureManifest, bodies: [String: [UInt8]])
  {
    self.init(folder: folder, shownAs: shownAs, manifest: manifest, bodies: bodies, findings: [])
  }

  private init(
    folder: String, shownAs: String?, manifest: FixtureManifest, bodies: [String: [UInt8]], findings: [Finding]
  ) {
    self.folder = folder
    shownFolder = Self.shownFolder(folder, shownAs)
    self.manifest = manifest
    self.bodies = bodies
    self.findings = findings
  }

  /// Reads a set, and checks each file's hash and that the folder holds what the manifest lists and nothing else.
  ///
  /// - Parameters:
  ///   - folder: Path of the set.
  ///   - shownAs: What findings call it; its last component when left out.
  /// - Throws: ``VerificationError`` when there is no set, or when its manifest or a file cannot be read.
  public static func load(folder: String, shownAs: String? = nil) throws(VerificationError) -> FixtureSet {
    let shown = shownFolder(folder, shownAs)
    var bytes = try manifestBytes(folder, shownAs: shown)
    var set = try read(folder, shownAs: shown, manifest: bytes)
    // A recorder may exchange the folder meanwhile: a set is whole where its manifest is the same before and after.
    for _ in 0..<4 {
      let current = try manifestBytes(folder, shownAs: shown)
      if current == bytes { break }
      bytes = current
      set = try read(folder, shownAs: shown, manifest: bytes)
    }
    return set
  }

  private static func manifestBytes(_ folder: String, shownAs shown: String) throws(VerificationError) -> [UInt8] {
    if FolderExchange.isInterrupted(folder) { throw .workspace(.interrupted(folder: shown)) }
    let path = folder + "/" + FixtureManifest.fileName
    let bytes = try attempt { () throws(WorkspaceError) in try FileSystem.readIfPresent(path) }.get()
    guard let bytes else { throw .noSet(folder: shown) }
    return bytes
  }

  private static func read(
    _ folder: String, shownAs shown: String, manifest bytes: [UInt8]
  ) throws(VerificationError) -> FixtureSet {
    let manifest = try FixtureManifest(
      parsing: SourceFile(path: shown + "/" + FixtureManifest.fileName, bytes: bytes))

    var bodies: [String: [UInt8]] = [:]
    var findings = FindingList()
    for entry in manifest.entries {
      guard let file = entry.file else { continue }
      let body = try attempt { () throws(WorkspaceError) in try FileSystem.readIfPresent(folder + "/" + file) }.get()
      if let body {
        bodies[file] = body
        check(body, of: entry, shownAs: shown + "/" + file, &findings)
      } else {
        findings.report(
          Finding(
            FixtureRules.missingFile, .error, "\(file) is listed in the manifest and not there",
            help: "restore it from version control, or run 'assay record'",
            at: Place(route: entry.routeID, file: shown + "/" + file)))
      }
    }
    let files = try attempt { () throws(WorkspaceError) in try FolderExchange.files(of: folder) }.get()
    for file in files where isOrphan(file, bodies) {
      findings.report(
        Finding(
          FixtureRules.orphanFile, .error, "\(file) is not listed in the manifest",
          help: "delete it, or run 'assay record', which keeps the set in step", at: Place(file: shown + "/" + file)))
    }
    return FixtureSet(folder: folder, shownAs: shown, manifest: manifest, bodies: bodies, findings: findings.merged)
  }

  /// The bytes of an entry's body; nil when it has none or its file is missing.
  public func body(of entry: FixtureEntry) -> [UInt8]? { entry.file.flatMap { bodies[$0] } }

  /// The body as a text that findings can point into; nil when there is none.
  public func sourceFile(of entry: FixtureEntry) -> SourceFile? {
    guard let bytes = body(of: entry) else { return nil }
    return SourceFile(path: shownPath(of: entry), bytes: bytes)
  }

  /// The body, parsed; nil when there is none.
  public func document(of entry: FixtureEntry) throws(JSONSyntaxError) -> JSONDocument? {
    guard let bytes = body(of: entry) else { return nil }
    return try JSONDocument(parsing: bytes)
  }

  /// What findings call the entry's file; the manifest where it has none.
  public func shownPath(of entry: FixtureEntry) -> String {
    shownFolder + "/" + (entry.file ?? FixtureManifest.fileName)
  }

  /// Where findings about an entry's answer hold; in the manifest, which holds all of them, the case is named.
  public func place(of entry: FixtureEntry, pointer: JSONPointer? = nil) -> Place {
    var place = Place(route: entry.routeID, file: shownPath(of: entry), pointer: pointer)
    if entry.file == nil { place.caseName = entry.caseName }
    return place
  }

  /// Where findings about an entry's request or header fields hold: the manifest keeps them.
  public func requestPlace(of entry: FixtureEntry, pointer: JSONPointer? = nil) -> Place {
    var place = Place(
      route: entry.routeID, file: shownFolder + "/" + FixtureManifest.fileName, pointer: pointer)
    place.caseName = entry.caseName
    return place
  }

  private static func check(
    _ body: [UInt8], of entry: FixtureEntry, shownAs path: String, _ findings: inout FindingList
  ) {
    if let conflict = ConflictMarkers.finding(in: SourceFile(path: path, bytes: body)) {
      findings.report(conflict)
    } else if SHA256.hexDigest(body) == entry.sha256 {
      return
    } else if body.contains(0x0D), SHA256.hexDigest(withoutCarriageReturns(body)) == entry.sha256 {
      findings.report(
        Finding(
          FixtureRules.lineEnds, .note, "fixtures have CRLF line ends; their content is what was recorded",
          help: "add to .gitattributes: * text=auto eol=lf", at: Place(file: path), member: "line ends"))
    } else {
      findings.report(
        Finding(
          FixtureRules.editedByHand, .error, "\(path) is not what was recorded: its hash differs from the manifest's",
          help: "change the server or the scenario and run 'assay record', or restore the file",
          at: Place(route: entry.routeID, file: path)))
    }
  }

  /// The bytes as they were before a checkout put a CR in front of each line feed.
  private static func withoutCarriageReturns(_ body: [UInt8]) -> [UInt8] {
    body.indices.compactMap { index in
      body[index] == 0x0D && index + 1 < body.count && body[index + 1] == 0x0A ? nil : body[index]
    }
  }

  /// Whether a file belongs to nothing: the set's own files and what is not JSON at the top are left alone.
  private static func isOrphan(_ file: String, _ bodies: [String: [UInt8]]) -> Bool {
    if bodies[file] != nil || file.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { return false }
    let own = [FixtureManifest.fileName, "volatility.json", "approvals.json"]
    return file.contains("/") || file.hasSuffix(".json") && !own.contains(file)
  }

  private static func shownFolder(_ folder: String, _ shownAs: String?) -> String {
    shownAs ?? folder.split(separator: "/").last.map(String.init) ?? folder
  }

  private static func attempt<T>(_ body: () throws(WorkspaceError) -> T) -> Result<T, VerificationError> {
    do throws(WorkspaceError) {
      return .success(try body())
    } catch {
      return .failure(.workspace(error))
    }
  }
}
