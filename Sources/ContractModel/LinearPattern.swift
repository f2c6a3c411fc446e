/// Why a regular expression is outside the subset that runs in linear time.
public struct UnsupportedPattern: Error, Hashable {
  /// What it uses, such as `a look-ahead`.
  public let reason: String

  /// Creates a reason.
  public init(reason: String) { self.reason = reason }
}

/// A regular expression of the linear-time subset: no look-around, no back-references, bounded repetition.
///
/// Runs as a set of states over Unicode scalars (Thompson 1968): O(text × pattern), whatever the pattern.
public struct LinearPattern: CustomStringConvertible, Sendable {
  /// A set of scalars.
  struct Scalars: Hashable, Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var properties: [UnicodeProperty] = []
    var isNegated = false
    func contains(_ scalar: UInt32) -> Bool {
      (ranges.contains { $0.contains(scalar) } || properties.contains { $0.contains(scalar) }) != isNegated
    }
  }

  /// An instruction; targets are indices.
  enum Instruction: Hashable, Sendable {
    case consume(Scalars)
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case accept
  }

  /// Most instructions of a pattern.
  static let maximumSize = 10_000

  /// The expression as written.
  public let description: String
  private let program: [Instruction]

  /// Compiles an expression in the syntax of ECMA-262.
  public init(_ text: String) throws(UnsupportedPattern) {
    var compiler = PatternCompiler(text)
    program = try compiler.compile()
    description = text
  }

  /// Whether the expression fits anywhere in a text.
  public func isFound(in text: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    var current = StateSet(count: program.count)
    var next = StateSet(count: program.count)
    for position in 0...scalars.count {
      // A match may start at each place.
      if add(0, to: &current, atStart: position == 0, atEnd: position == scalars.count) { return true }
      guard position < scalars.count else { return false }
      next.removeAll()
      for state in current.states {
        guard case .consume(let set) = program[state], set.contains(scalars[position]) else { continue }
        if add(state + 1, to: &next, atStart: false, atEnd: position + 1 == scalars.count) { return true }
      }
      swap(&current, &next)
    }
    return false
  }

  private struct StateSet {
    private(set) var states: [Int] = []
    private var marks: [Bool]
    init(count: Int) { marks = [Bool](repeating: false, count: count) }
    mutating func insert(_ state: Int) -> Bool {
      if marks[state] { return false }
      marks[state] = true
      states.append(state)
      return true
    }
    mutating func removeAll() {
      for state in states { marks[state] = false }
      states.removeAll(keepingCapacity: true)
    }
  }

  /// Adds a state and all that follows it without input; true when one of them accepts.
  private func add(_ state: Int, to set: inout StateSet, atStart: Bool, atEnd: Bool) -> Bool {
    var pending = [state]
    while let state = pending.popLast() {
      guard set.insert(state) else { continue }
      switch program[state] {
      case .accept: return true
      case .consume: break
      case .jump(let target): pending.append(target)
      case .split(let first, let second): pending += [second, first]
      case .start: if atStart { pending.append(state + 1) }
      case .end: if atEnd { pending.append(state + 1) }
      }
    }
    return false
  }
}
