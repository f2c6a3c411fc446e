internal import Diagnostics
internal import JSONText

extension ZodFrontend {
  /// How many folders above the contract's a package.json is looked for.
  private static let maximumParents = 6

  /// The version of Zod that a file means: what the configuration states, else what the nearest package.json says.
  func version(near module: ScriptModule, at span: SourceSpan) -> Int {
    if let statedVersion { return statedVersion }
    var folder = PathText.folder(of: module.path)
    for _ in 0..<64 {
      if let version = packageVersion(in: folder) { return version }
      guard let parent = Self.parent(of: folder) else { break }
      folder = parent
    }
    report(
      ZodRules.assumedVersion, .note, "no package.json says which version of Zod this is; version 4 is assumed",
      help: "import from \"zod/v3\" or \"zod/v4\", or add the package.json", at: span)
    return 4
  }

  private static func parent(of folder: String) -> String? {
    if folder.isEmpty { return ".." }
    if folder == "/" { return nil }
    let parts = folder.split(separator: "/")
    if parts.allSatisfy({ $0 == ".." }) { return parts.count < maximumParents ? folder + "/.." : nil }
    return PathText.folder(of: folder)
  }

  private func packageVersion(in folder: String) -> Int? {
    if let known = packageVersions[folder] { return known }
    let prefix = folder.isEmpty ? "" : folder == "/" ? "/" : folder + "/"
    let version =
      reader(prefix + "package.json").flatMap(Self.version(inPackage:))
      ?? reader(prefix + "pnpm-workspace.yaml").flatMap(Self.version(inWorkspace:))
    packageVersions[folder] = version
    return version
  }

  /// The major version of Zod that a package.json asks for.
  private static func version(inPackage bytes: [UInt8]) -> Int? {
    guard let document = try? JSONDocument(parsing: bytes) else { return nil }
    for group in ["dependencies", "peerDependencies", "devDependencies", "catalog"] {
      if let range = document.root[group]?["zod"]?.string { return major(of: range) }
    }
    return document.root["workspaces"]?["catalog"]?["zod"]?.string.flatMap(major)
  }

  /// The major version of the line `zod: 4.3.6` in the catalogue of a pnpm workspace.
  private static func version(inWorkspace bytes: [UInt8]) -> Int? {
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      let name = parts.first.map { $0.filter { !" \"'".contains($0) } }
      if parts.count == 2, name == "zod", let major = major(of: String(parts[1].filter { !"\"'".contains($0) })) {
        return major
      }
    }
    return nil
  }

  /// The highest major version of a range such as `^3.25.0 || ^4.0.0`; nil for a tag or a catalogue entry.
  private static func major(of range: String) -> Int? {
    var best: Int?
    for part in range.split(whereSeparator: { $0 == "|" || $0 == " " || $0 == ":" || $0 == "@" }) {
      let digits = part.drop { "^~>=<v".contains($0) }.prefix { $0.isNumber }
      guard let major = Int(digits), major == 3 || major == 4, !part.hasPrefix("<") else { continue }
      best = max(best ?? 0, major)
    }
    return best
  }
}
