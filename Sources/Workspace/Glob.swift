/// A pattern over relative paths: `*`, `?`, `[abc]`, `[a-z]` and `[!abc]` within a segment, `**` over segments,
/// `{a,b}` alternatives, `\` before a character that means itself.
///
/// As in a shell, a wildcard matches no dot at the start of a segment, and `**` enters no folder that starts with one.
/// A pattern is run as a state machine: the work is linear in the path, whatever the pattern.
public struct Glob: Sendable {
  private let program: [GlobInstruction]
  private let matchesHidden: Bool
  /// The folder part before the first wildcard; files are looked for below it alone. Empty for the folder itself.
  let literalPrefix: String
  /// The pattern as it was read: `.` segments, and `..` after a name, taken out of its literal part.
  let pattern: String

  /// Reads a pattern; every text is one: what closes nothing stands for itself.
  public init(_ pattern: String) { self.init(pattern, matchesHidden: false) }

  /// - Parameter matchesHidden: Whether wildcards match a dot at the start of a segment, as they do in exclusions.
  init(_ pattern: String, matchesHidden: Bool) {
    let segments = pattern.split(separator: "/", omittingEmptySubsequences: true)
    let wildcards = "*?[{\\"
    var literal = segments.prefix { !$0.contains { wildcards.contains($0) } }
    if literal.count == segments.count { literal = literal.dropLast() }
    let prefix = literal.joined(separator: "/")
    let resolved = FileSystem.resolve((pattern.hasPrefix("/") ? "/" : "") + prefix, relativeTo: "")
    literalPrefix = resolved == "." ? "" : resolved
    let rest = segments.dropFirst(literal.count).filter { $0 != "." }.joined(separator: "/")
    self.pattern = Self.join(literalPrefix, rest)
    self.matchesHidden = matchesHidden
    program = GlobCompiler.compile(self.pattern)
  }

  /// A path below a literal prefix.
  static func join(_ prefix: String, _ rest: String) -> String {
    prefix.isEmpty ? rest : prefix.hasSuffix("/") ? prefix + rest : prefix + "/" + rest
  }

  /// Whether a path relative to the pattern's folder fits.
  public func matches(_ relativePath: String) -> Bool { advance(start, over: relativePath).isMatch }

  /// Where the machine stands before a path.
  var start: State { State(places: closure([0]), isSegmentStart: true, end: program.count - 1) }

  /// Where a pattern's machine stands after a part of a path.
  struct State: Sendable {
    fileprivate var places: [Int]
    fileprivate var isSegmentStart: Bool
    fileprivate let end: Int
    /// Whether the path so far fits.
    var isMatch: Bool { places.last == end }
    /// Whether nothing that follows can fit.
    var isDead: Bool { places.isEmpty }
  }

  /// The state after more of a path.
  func advance(_ state: State, over text: String) -> State {
    var state = state
    for scalar in text.unicodeScalars where !state.places.isEmpty {
      var next: [Int] = []
      for place in state.places where accepts(program[place], scalar, state.isSegmentStart) { next.append(place + 1) }
      state.places = closure(next)
      state.isSegmentStart = scalar == "/"
    }
    return state
  }

  private func accepts(_ instruction: GlobInstruction, _ scalar: Unicode.Scalar, _ isSegmentStart: Bool) -> Bool {
    switch instruction {
    case .literal(let wanted): return scalar == wanted
    case .any:
      return scalar != "/" && (matchesHidden || !isSegmentStart || scalar != ".")
    case .set(let ranges, let isNegated):
      guard scalar != "/", matchesHidden || !isSegmentStart || scalar != "." else { return false }
      return ranges.contains { $0.contains(scalar.value) } != isNegated
    case .branch, .match: return false
    }
  }

  /// The places that can be reached without reading, sorted; each once.
  private func closure(_ places: [Int]) -> [Int] {
    var reached: Set<Int> = []
    var open = places
    while let place = open.popLast() {
      guard reached.insert(place).inserted else { continue }
      if case .branch(let targets) = program[place] { open += targets }
    }
    return reached.sorted()
  }
}

/// A step of a pattern's machine; one that reads goes on to the step behind it.
enum GlobInstruction: Sendable {
  case literal(Unicode.Scalar)
  case any
  case set([ClosedRange<UInt32>], isNegated: Bool)
  case branch([Int])
  case match
}

/// Turns a pattern into its machine.
private struct GlobCompiler {
  /// Braces nest no deeper than this; deeper ones stand for themselves.
  private static let maximumDepth = 32

  private let text: [Unicode.Scalar]
  private var index = 0
  private var program: [GlobInstruction] = []

  private init(_ pattern: String) { text = Array(pattern.unicodeScalars) }

  static func compile(_ pattern: String) -> [GlobInstruction] {
    var compiler = GlobCompiler(pattern)
    compiler.sequence(depth: 0)
    compiler.program.append(.match)
    return compiler.program
  }

  /// Reads up to the end, or to the `,` or `}` that ends an alternative.
  private mutating func sequence(depth: Int) {
    var isSegmentStart = index == 0 || text[index - 1] == "/" || depth > 0
    while index < text.count {
      let scalar = text[index]
      if depth > 0, scalar == "," || scalar == "}" { return }
      switch scalar {
      case "*": star(isSegmentStart: isSegmentStart)
      case "?":
        program.append(.any)
        index += 1
      case "[": set()
      case "{" where depth < Self.maximumDepth && closesBrace(): alternatives(depth: depth + 1)
      case "\\" where index + 1 < text.count:
        program.append(.literal(text[index + 1]))
        index += 2
      default:
        program.append(.literal(scalar))
        index += 1
      }
      isSegmentStart = text[index - 1] == "/"
    }
  }

  private mutating func star(isSegmentStart: Bool) {
    let first = index
    while index < text.count, text[index] == "*" { index += 1 }
    let next = index < text.count ? text[index] : "/"
    guard index - first == 2, isSegmentStart, ["/", ",", "}"].contains(next) else { return anyRun() }
    if index < text.count, next == "/" {
      // Zero or more segments, each with the slash behind it.
      index += 1
      let start = program.count
      program.append(.branch([]))
      segment()
      program.append(.literal("/"))
      program.append(.branch([start]))
      program[start] = .branch([start + 1, program.count])
    } else {
      // One or more segments at the end.
      let start = program.count
      segment()
      let end = program.count
      program.append(.branch([end + 1, end + 3]))
      program.append(.literal("/"))
      program.append(.branch([start]))
    }
  }

  /// One or more characters of one segment.
  private mutating func segment() {
    program.append(.any)
    anyRun()
  }

  /// Any number of characters of one segment.
  private mutating func anyRun() {
    let start = program.count
    program += [.branch([start + 1, start + 3]), .any, .branch([start])]
  }

  private mutating func set() {
    var place = index + 1
    let isNegated = place < text.count && (text[place] == "!" || text[place] == "^")
    if isNegated { place += 1 }
    let first = place
    var ranges: [ClosedRange<UInt32>] = []
    while place < text.count, text[place] != "]" || place == first {
      if place + 2 < text.count, text[place + 1] == "-", text[place + 2] != "]", text[place] <= text[place + 2] {
        ranges.append(text[place].value...text[place + 2].value)
        place += 3
      } else {
        ranges.append(text[place].value...text[place].value)
        place += 1
      }
    }
    guard place < text.count else {
      program.append(.literal("["))
      index += 1
      return
    }
    program.append(.set(ranges, isNegated: isNegated))
    index = place + 1
  }

  /// Whether the brace at the index is closed again.
  private func closesBrace() -> Bool {
    var depth = 0
    var place = index
    while place < text.count {
      switch text[place] {
      case "\\": place += 1
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return true }
      default: break
      }
      place += 1
    }
    return false
  }

  private mutating func alternatives(depth: Int) {
    let start = program.count
    program.append(.branch([]))
    var entries: [Int] = []
    var exits: [Int] = []
    repeat {
      index += 1
      entries.append(program.count)
      sequence(depth: depth)
      exits.append(program.count)
      program.append(.branch([]))
    } while index < text.count && text[index] == ","
    index += 1
    program[start] = .branch(entries)
    for exit in exits { program[exit] = .branch([program.count]) }
  }
}
