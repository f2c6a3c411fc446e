/// A path with named parameters, such as `/api/guilds/{guildId}` or `/compare/{base}...{head}`.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// A part between two slashes.
  public indirect enum Segment: Hashable, Sendable {
    /// Fixed text, percent-decoded.
    case literal(String)
    /// A parameter, by name.
    case parameter(String)
    /// Texts and parameters in turn, at least one of each; no two parameters touch.
    case mixed([Segment])

    /// The segment's texts and parameters, in order.
    public var pieces: [Segment] { if case .mixed(let pieces) = self { pieces } else { [self] } }
  }
  /// The path as written.
  public let text: String
  /// Its segments, the empty one before the first slash left out.
  public let segments: [Segment]

  /// Parses a path that starts with `/`; nil when it does not, when braces do not enclose distinct names, or when two
  /// parameters touch.
  public init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var segments: [Segment] = []
    var names: Set<String> = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let segment = Self.segment(part, names: &names) else { return nil }
      segments.append(segment)
    }
    self.text = text
    self.segments = segments
  }

  private static func segment(_ part: Substring, names: inout Set<String>) -> Segment? {
    guard part.contains("{") || part.contains("}") else { return part.contains("?") ? nil : .literal(String(part)) }
    var pieces: [Segment] = []
    var rest = part
    while !rest.isEmpty {
      let fixed = rest.prefix { $0 != "{" }
      guard !fixed.contains("}"), !fixed.contains("?") else { return nil }
      if !fixed.isEmpty { pieces.append(.literal(String(fixed))) }
      rest = rest.dropFirst(fixed.count)
      guard !rest.isEmpty else { break }
      let name = rest.dropFirst().prefix { $0 != "}" }
      rest = rest.dropFirst(name.count + 1)
      guard !name.isEmpty, !name.contains("{"), rest.first == "}", names.insert(String(name)).inserted else {
        return nil
      }
      if case .parameter? = pieces.last { return nil }
      pieces.append(.parameter(String(name)))
      rest = rest.dropFirst()
    }
    return pieces.count == 1 ? pieces[0] : .mixed(pieces)
  }

  /// Parameter names in path order.
  public var parameters: [String] {
    segments.flatMap(\.pieces).compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }
  /// The path as written.
  public var description: String { text }

  /// The still encoded values of the parameters when a path (without query) fits; nil when it does not.
  public func match(_ path: some StringProtocol) -> [String: String]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      switch segment {
      case .literal(let text): if text != part { return nil }
      case .parameter(let name):
        if part.isEmpty { return nil }
        values[name] = String(part)
      case .mixed(let pieces):
        guard Self.match(Array(part.utf8)[...], pieces[...], &values) else { return nil }
      }
    }
    return values
  }

  /// Matches a mixed segment: each parameter takes the fewest bytes that leave the rest a match, the last one all.
  private static func match(
    _ text: ArraySlice<UInt8>, _ pieces: ArraySlice<Segment>, _ values: inout [String: String]
  ) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    let rest = pieces.dropFirst()
    switch piece {
    case .literal(let fixed):
      return text.starts(with: fixed.utf8) && match(text.dropFirst(fixed.utf8.count), rest, &values)
    case .parameter(let name):
      guard !text.isEmpty else { return false }
      for count in (rest.isEmpty ? text.count : 1)...text.count
      where match(text.dropFirst(count), rest, &values) {
        values[name] = String(decoding: text.prefix(count), as: UTF8.self)
        return true
      }
      return false
    case .mixed: return false
    }
  }
}
