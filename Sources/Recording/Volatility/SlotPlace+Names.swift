internal import Diagnostics

extension SlotPlace {
  /// The place that the first tokens of the pointer lead to.
  func prefix(_ count: Int) -> SlotPlace {
    SlotPlace(document: document, pointer: JSONPointer(tokens: Array(pointer.tokens.prefix(count))))
  }

  /// The place that more tokens lead to.
  func appending(_ tokens: [String]) -> SlotPlace {
    SlotPlace(document: document, pointer: JSONPointer(tokens: pointer.tokens + tokens))
  }

  /// The name of the member that holds the value, or the list that it stands in; nil for a whole document.
  var name: String? { pointer.tokens.last { Int($0) == nil } }

  /// Whether the value is an entity tag, which says nothing but that something changed (RFC 9110 section 8.8.3).
  var isEntityTag: Bool {
    if case .header(let name, _) = document.part { return ["etag", "if-match", "if-none-match"].contains(name) }
    return name?.lowercased() == "etag"
  }

  /// Whether a header counts the seconds or requests that are left, which depends on how fast the runs were: Retry-After
  /// (RFC 9110 section 10.2.3) and what rate limits say.
  var isCountdownHeader: Bool {
    guard case .header(let name, _) = document.part else { return false }
    return name == "retry-after"
      || name.contains("ratelimit") && (name.hasSuffix("reset") || name.hasSuffix("remaining"))
  }

  /// Whether the name says which build, commit, publication or process answered: one for all runs, another tomorrow.
  var isBuildNamed: Bool {
    if case .header(let name, _) = document.part { return Self.isBuildName(name) }
    return name.map(Self.isBuildName) ?? false
  }

  private static func isBuildName(_ name: String) -> Bool {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
    let words = ["build", "commit", "revision", "deployment", "deploy", "publish", "release", "boot", "instance"]
    let tails = ["", "id", "hash", "sha", "number"]
    return words.contains { word in tails.contains { plain == word + $0 || plain == "x" + word + $0 } }
      || ["sha", "gitsha", "gitcommit", "gitrevision", "gitref"].contains(plain)
  }

  /// Whether the name says that the value is how much or how many, and so names nothing.
  var isMeasureNamed: Bool {
    if isCountdownHeader { return true }
    guard let name else { return false }
    if Self.isElapsedName(name) || Self.isTimeToLiveName(name) { return true }
    let measures = ["size", "bytes", "count", "total", "length", "usage", "used", "use", "index", "term", "offset"]
    return Self.words(of: name).last.map(measures.contains) ?? false
  }

  /// Whether a name says that the value is what a store or a process takes up, not what it may.
  static func isFootprintName(_ name: String) -> Bool {
    let words = Set(words(of: name))
    return !words.isDisjoint(with: ["db", "database", "disk", "heap", "memory", "rss", "storage", "store", "wal"])
      && words.isDisjoint(with: ["limit", "max", "maximum", "min", "minimum", "quota", "capacity", "page", "block"])
  }

  /// The words of a name in lower case, letters alone: `dbSizeInUse` and `db_size_in_use` have four.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    for character in name {
      if words.isEmpty || character.isUppercase || character == "_" || character == "-" { words.append("") }
      if character.isLetter { words[words.count - 1] += character.lowercased() }
    }
    return words.filter { !$0.isEmpty }
  }

  /// Whether a name says that the value is time that passed, or that is left, in a unit that clocks have.
  static func isElapsedName(_ name: String) -> Bool {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
    if ["uptime", "elapsed", "latency", "took"].contains(where: { plain.hasPrefix($0) }) { return true }
    if ["lateness", "latency", "uptime"].contains(where: { plain.hasSuffix($0) }) { return true }
    let units = ["ms", "millis", "milliseconds", "seconds", "secs"]
    return ["age", "idle", "remaining", "expiresin", "timeleft"].contains { start in
      units.contains { plain == start + $0 }
        && (start != "expiresin" || plain.hasSuffix("ms") || plain.hasSuffix("millis"))
    }
  }

  /// Whether a name says that the value is the time to live, which counts down where it is not a setting.
  static func isTimeToLiveName(_ name: String) -> Bool {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
    return plain == "ttl" || plain.hasSuffix("timetolive") || plain.hasPrefix("ttl") && plain.hasSuffix("seconds")
      || name.hasSuffix("Ttl") || name.hasSuffix("TTL") || name.hasSuffix("_ttl")
  }

  /// The place within its step, with `*` for list indices, as `fixtures/volatility.json` has it.
  var generalizedText: String {
    let prefix = document.part.prefix
    let pointer = pointer.generalized.description
    return prefix.isEmpty ? pointer : pointer.isEmpty ? prefix : prefix + " " + pointer
  }
}
