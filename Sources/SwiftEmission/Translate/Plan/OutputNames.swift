internal import Diagnostics

/// Names the output file of each source.
enum OutputNames {
  private static let reserved: Set<String> = ["contractsupport", "registry"]

  /// File name by source path: the upper-camel stem; sources whose stems agree, with or without regard to case, take in
  /// as many folders before it as tell them all apart.
  static func names(for paths: [String]) -> [String: String] {
    var names: [String: String] = [:]
    var open = paths
    var depth = 1
    let deepest = paths.map { $0.split(separator: "/").count }.max() ?? 1
    while !open.isEmpty {
      var groups: [String: [String]] = [:]
      for path in open { groups[stem(path, depth).lowercased(), default: []].append(path) }
      let used = Set(names.values.map { $0.lowercased() }).union(reserved)
      for (stemKey, group) in groups where group.count == 1 && !used.contains(stemKey) {
        names[group[0]] = stem(group[0], depth)
      }
      open.removeAll { names[$0] != nil }
      depth += 1
      if depth > deepest + 1 {
        for path in open { names[path] = stem(path, deepest) + "_" + SwiftNaming.digest(path) }
        open = []
      }
    }
    return names.mapValues { $0 + ".swift" }
  }

  /// The last components of a path as one word; at a depth past its folders, its extension too.
  private static func stem(_ path: String, _ depth: Int) -> String {
    let components = path.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
    guard var last = components.last else { return "Contract" }
    if depth <= components.count, let dot = last.lastIndex(of: "."), dot > last.startIndex {
      last = String(last[..<dot])
      // `schema.d.ts` is `Schema`.
      if last.hasSuffix(".d"), last.count > 2 { last.removeLast(2) }
    }
    let folders = components.dropLast().suffix(depth - 1)
    return SwiftNaming.upperCamel((folders + [last]).joined(separator: " "))
  }
}
