internal import JSONText

/// Finds the file that an import means, as TypeScript does: relative paths, `tsconfig.json`'s `paths` and `baseUrl`, then
/// packages of `node_modules` that declare their types.
final class ModuleResolver {
  /// Folders that are looked into above a relative root.
  private static let maximumFoldersAbove = 6

  private let reader: (String) -> [UInt8]?
  private var configurations: [String: CompilerConfiguration?] = [:]

  init(reader: @escaping (String) -> [UInt8]?) { self.reader = reader }

  /// Paths that an import may mean, best first; the first that is there counts.
  func candidates(for specifier: String, from path: String) -> [String] {
    let folder = PathText.folder(of: path)
    if specifier.hasPrefix(".") || specifier.hasPrefix("/") {
      return PathText.candidates(for: PathText.joined(folder: folder, specifier))
    }
    var mapped = configuration(for: folder)?.locations(of: specifier) ?? []
    if specifier.hasPrefix("#") { mapped += ownImports(specifier, from: folder) }
    return mapped.flatMap(PathText.candidates)
  }

  /// What `imports` of the nearest `package.json` says of a name that starts with `#`.
  private func ownImports(_ specifier: String, from folder: String) -> [String] {
    for place in folders(above: folder) {
      guard let bytes = reader(PathText.joined(folder: place, "package.json")) else { continue }
      // The nearest one decides, whatever it says.
      guard let imports = (try? JSONDocument(parsing: bytes))?.root["imports"], imports.kind == .object else {
        return []
      }
      let matches = imports.members.compactMap { key, node in
        ImportPattern(key).capture(of: specifier).map { (length: key.utf8.count, node: node, capture: $0) }
      }
      guard let best = matches.max(by: { $0.length < $1.length }) else { return [] }
      return Self.targets(of: best.node, depth: 0).map { target in
        PathText.joined(folder: place, target.replacing("*", with: best.capture))
      }
    }
    return []
  }

  /// The paths of an entry of `imports`, those under `types` first.
  private static func targets(of node: JSONNode, depth: Int) -> [String] {
    guard depth < 10 else { return [] }
    if let text = node.string { return text.hasPrefix("./") ? [text] : [] }
    return ["types", "import", "node", "default", "require"].flatMap { key in
      node[key].map { targets(of: $0, depth: depth + 1) } ?? []
    }
  }

  /// The file that declares the types of a package, where it is installed.
  func packageFile(_ specifier: String, from path: String) -> String? {
    let parts = specifier.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let count = specifier.hasPrefix("@") ? 2 : 1
    guard parts.count >= count, !parts.contains(""), !parts.contains("..") else { return nil }
    let name = parts.prefix(count).joined(separator: "/")
    let rest = parts.dropFirst(count).joined(separator: "/")
    let types = "@types/" + (name.hasPrefix("@") ? String(name.dropFirst()).replacing("/", with: "__") : name)
    for folder in folders(above: PathText.folder(of: path)) {
      for package in [name, types] {
        let root = PathText.joined(folder: folder, "node_modules/" + package)
        if let file = declarations(in: root, rest) { return file }
      }
    }
    return nil
  }

  private func declarations(in root: String, _ rest: String) -> String? {
    guard let bytes = reader(root + "/package.json"), let node = try? JSONDocument(parsing: bytes).root else {
      return nil
    }
    var names: [String] = []
    if let exports = node["exports"] {
      let entry = rest.isEmpty ? exports["."] ?? exports : exports["./" + rest]
      if let path = entry.flatMap({ Self.types(in: $0, depth: 0) }) { names.append(path) }
    }
    if rest.isEmpty {
      names += ["types", "typings"].compactMap { node[$0]?.string }
      names.append("index.d.ts")
    } else {
      names.append(rest)
    }
    for name in names {
      let path = PathText.joined(folder: root, name)
      for candidate in [path] + PathText.candidates(for: path)
      where candidate.hasSuffix("ts") && reader(candidate) != nil {
        return candidate
      }
    }
    return nil
  }

  /// The path under `types` in an entry of `exports`, through its conditions.
  private static func types(in node: JSONNode, depth: Int) -> String? {
    guard depth < 10 else { return nil }
    if let text = node.string { return text.hasSuffix(".ts") || text.hasSuffix(".mts") ? text : nil }
    for key in ["types", "import", "require", "default"] {
      if let found = node[key].flatMap({ types(in: $0, depth: depth + 1) }) { return found }
    }
    return nil
  }

  /// The configuration nearest to a folder.
  private func configuration(for folder: String) -> CompilerConfiguration? {
    if let known = configurations[folder] { return known }
    var found: CompilerConfiguration?
    for place in folders(above: folder) {
      if let configuration = CompilerConfiguration.read(PathText.joined(folder: place, "tsconfig.json"), reader: reader)
      {
        found = configuration
        break
      }
    }
    configurations[folder] = .some(found)
    return found
  }

  /// A folder and those around it, the nearest first.
  private func folders(above folder: String) -> [String] {
    var folders = [folder]
    var current = folder
    while !current.isEmpty, current != "/", !current.split(separator: "/").allSatisfy({ $0 == ".." }) {
      current = PathText.folder(of: current)
      folders.append(current)
    }
    if current != "/" {
      for _ in 0..<Self.maximumFoldersAbove {
        current = current.isEmpty ? ".." : current + "/.."
        folders.append(current)
      }
    }
    return folders
  }
}

/// A key of `imports`: a name, or two ends of one around a `*`.
private struct ImportPattern {
  private let start: Substring
  private let end: Substring?

  init(_ text: String) {
    let parts = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    start = parts[0]
    end = parts.count == 2 ? parts[1] : nil
  }

  /// What stands for the star, empty where there is none; nil for a name that does not fit.
  func capture(of name: String) -> String? {
    guard let end else { return name == start ? "" : nil }
    guard name.count >= start.count + end.count, name.hasPrefix(start), name.hasSuffix(end) else { return nil }
    return String(name.dropFirst(start.count).dropLast(end.count))
  }
}
