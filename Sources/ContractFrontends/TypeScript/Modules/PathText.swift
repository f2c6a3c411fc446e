internal import Diagnostics

/// Paths of modules, as text: `/` between folders, nothing is looked up.
enum PathText {
  /// The folder of a path, without the last slash; empty for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path without `.` and, where something precedes it, `..`.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// A path relative to a folder.
  static func joined(folder: String, _ path: String) -> String {
    normalized(folder.isEmpty || path.hasPrefix("/") ? path : folder + "/" + path)
  }

  /// The files that an import may mean, in TypeScript's order.
  static func candidates(for path: String) -> [String] {
    for (written, real) in [
      (".js", [".ts", ".tsx", ".d.ts"]), (".jsx", [".tsx", ".d.ts"]), (".mjs", [".mts", ".d.mts"]),
      (".cjs", [".cts", ".d.cts"]),
    ]
    where path.hasSuffix(written) {
      let named = real.map { String(path.dropLast(written.count)) + $0 }
      // A file may be called `x.js.ts`.
      return named + [path + ".ts", path + ".d.ts"]
    }
    let added = [".ts", ".tsx", ".d.ts", "/index.ts", "/index.tsx", "/index.d.ts"].map { path + $0 }
    return [".ts", ".tsx", ".mts", ".cts"].contains { path.hasSuffix($0) } ? [path] + added : added
  }
}

/// Names as text.
enum NameText {
  /// The text with its first letter in upper case.
  static func capitalized(_ text: some StringProtocol) -> String {
    guard let first = text.first else { return "" }
    return first.uppercased() + text.dropFirst()
  }

  /// A readable name part from any text: words of letters and digits, each capitalized.
  static func words(_ text: String) -> String {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(capitalized).joined()
  }
}
