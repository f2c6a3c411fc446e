internal import JSONText

/// What `tsconfig.json` says of where modules are.
struct CompilerConfiguration {
  /// The folder that paths of modules without a leading dot start from, and that `paths` are relative to.
  var baseFolder: String?
  /// Patterns with at most one `*`, and the paths that stand for them, most particular pattern first.
  var paths: [(pattern: String, targets: [String])] = []

  /// Files that `extends` leads through, at most.
  private static let maximumFiles = 20

  /// Reads a file and what it extends; nil when it is not there or is no JSON.
  static func read(_ path: String, reader: (String) -> [UInt8]?) -> CompilerConfiguration? {
    var left = maximumFiles
    return read(path, reader: reader, left: &left)
  }

  private static func read(
    _ path: String, reader: (String) -> [UInt8]?, left: inout Int
  ) -> CompilerConfiguration? {
    guard left > 0, var bytes = reader(path) else { return nil }
    left -= 1
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let root = try? JSONDocument(parsingJSONC: bytes).root else { return nil }
    let folder = PathText.folder(of: path)
    var configuration = CompilerConfiguration()
    let bases = root["extends"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
    for base in bases {
      for candidate in candidates(for: base, from: folder) {
        guard let inherited = read(candidate, reader: reader, left: &left) else { continue }
        configuration.baseFolder = inherited.baseFolder ?? configuration.baseFolder
        if !inherited.paths.isEmpty { configuration.paths = inherited.paths }
        break
      }
    }
    let options = root["compilerOptions"]
    if let base = options?["baseUrl"]?.string {
      configuration.baseFolder = PathText.joined(folder: folder, base)
    }
    if let paths = options?["paths"] {
      let start = configuration.baseFolder ?? folder
      configuration.paths = paths.members.map { pattern, targets in
        (pattern, targets.elements.compactMap(\.string).map { PathText.joined(folder: start, $0) })
      }
      // A pattern with the longest text before its star wins, and one without a star before all.
      configuration.paths.sort { specificity($0.pattern) > specificity($1.pattern) }
    }
    return configuration
  }

  private static func specificity(_ pattern: String) -> Int {
    pattern.firstIndex(of: "*").map { pattern.distance(from: pattern.startIndex, to: $0) } ?? Int.max
  }

  private static func candidates(for base: String, from folder: String) -> [String] {
    if base.hasPrefix(".") || base.hasPrefix("/") {
      let path = PathText.joined(folder: folder, base)
      return base.hasSuffix(".json") ? [path] : [path + ".json", path, path + "/tsconfig.json"]
    }
    let found = PathText.joined(folder: folder, "node_modules/" + base)
    return base.hasSuffix(".json") ? [found] : [found + "/tsconfig.json", found + ".json"]
  }

  /// The paths, without an extension, that a module without a leading dot may have.
  func locations(of specifier: String) -> [String] {
    for (pattern, targets) in paths {
      guard let star = pattern.firstIndex(of: "*") else {
        if pattern == specifier { return targets }
        continue
      }
      let head = pattern[..<star]
      let tail = pattern[pattern.index(after: star)...]
      guard specifier.hasPrefix(head), specifier.hasSuffix(tail), specifier.count >= head.count + tail.count else {
        continue
      }
      let middle = specifier.dropFirst(head.count).dropLast(tail.count)
      return targets.map { $0.replacing("*", with: middle) }
    }
    return baseFolder.map { [PathText.joined(folder: $0, specifier)] } ?? []
  }
}
