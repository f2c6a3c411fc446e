internal import Diagnostics
internal import Workspace

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Texts that are the same in every run on this machine, and others on the next: its name, and its folders.
struct MachineTexts: Sendable {
  /// What stands for each text, the longest first.
  private let texts: [(text: String, placeholder: String)]

  /// What is known of this machine.
  static let current = MachineTexts(
    hostName: hostName, workingFolder: FileSystem.currentDirectory, home: EnvironmentVariables.current["HOME"] ?? "")

  /// Leaves out what answers may hold for other reasons: a name without a digit or a dash, a folder at the root.
  init(hostName: String, workingFolder: String, home: String) {
    var texts: [(text: String, placeholder: String)] = []
    let isTelling = hostName.utf8.contains { ValueFormat.isDigit($0) || $0 == UInt8(ascii: "-") }
    if hostName.utf8.count >= 6, isTelling { texts.append((hostName, "host.test")) }
    for (folder, placeholder) in [(workingFolder, "/project"), (home, "/home/user")]
    where folder.utf8.count(where: { $0 == UInt8(ascii: "/") }) > 1 { texts.append((folder, placeholder)) }
    self.texts = texts.sorted { $0.text.utf8.count > $1.text.utf8.count }
  }

  private static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// The text with each of them replaced where it stands as a whole word, or as the beginning of a path.
  func replacing(in text: String) -> String {
    texts.reduce(text) { $0.contains($1.text) ? Self.replacing($1.text, with: $1.placeholder, in: $0) : $0 }
  }

  private static func replacing(_ known: String, with placeholder: String, in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.firstRange(of: known) {
      let before = rest[..<range.lowerBound].utf8.last ?? result.utf8.last ?? 0
      let after = rest[range.upperBound...].utf8.first ?? 0
      let isWhole = !ValueFormat.isWordByte(before) && !ValueFormat.isWordByte(after)
      result += rest[..<range.lowerBound] + (isWhole ? placeholder : known)
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
