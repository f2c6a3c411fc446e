extension String {
  /// The text as one word of a POSIX shell: as it is where that is safe, else in single quotes.
  public var quotedForShell: String {
    let plain = Set("_./@%+=:,-".utf8)
    let isPlain = utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || plain.contains($0)
    }
    if isPlain, !isEmpty { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
