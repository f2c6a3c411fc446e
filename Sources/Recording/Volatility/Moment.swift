/// When a temporal value was, whatever its written form.
struct Moment: Hashable, Sendable {
  /// Milliseconds since 1970.
  let milliseconds: Int
  /// Milliseconds that the written form cannot tell apart: 1, 1000, or a day.
  let resolution: Int

  /// Reads a value of a temporal form; nil when it is not one.
  init?(text: String, format: ValueFormat) {
    switch format {
    case .instant(let digits, _, _):
      guard let instant = Instant(text: text) else { return nil }
      milliseconds = instant.milliseconds
      resolution = digits >= 3 ? 1 : 1000
    case .day:
      guard let day = CalendarDay(text: text) else { return nil }
      milliseconds = day.days * Self.day
      resolution = Self.day
    case .epochSeconds:
      guard let value = Int(text) else { return nil }
      milliseconds = value * 1000
      resolution = 1000
    case .epochMilliseconds:
      guard let value = Int(text) else { return nil }
      milliseconds = value
      resolution = 1
    default: return nil
    }
  }

  /// Milliseconds of a day.
  static let day = 86_400_000
}

/// Places the volatile instants of one document on a fixed time line that keeps what every run agrees on.
///
/// Two instants are apart only if they are so in every run by more than chance and a slow machine can make: instants of
/// one request fall together, and a millisecond that happens to tick between them changes nothing. Days keep their
/// distances where every run agrees on them.
struct TimeLine {
  /// Milliseconds below which two instants count as one; the recorder leaves more than this between two writes.
  static let tolerance = 20
  /// The same for instants in whole seconds: longer than a recording takes, since how many seconds tick during one is
  /// the machine's business.
  static let coarseTolerance = 600_000

  private var seconds: [[String]: Int] = [:]

  /// Creates the time line of the temporal tuples of one document, in any order.
  init(_ tuples: Set<[String]>) {
    var days: [(tuple: [String], moments: [Moment])] = []
    var instants: [(tuple: [String], moments: [Moment])] = []
    for tuple in tuples.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let format = ValueFormat(of: tuple)
      let moments = tuple.compactMap { Moment(text: $0, format: ValueFormat(of: $0)) }
      guard moments.count == tuple.count else { continue }
      if format == .day { days.append((tuple, moments)) } else { instants.append((tuple, moments)) }
    }
    place(instants, step: { _, _ in Placeholder.instantStep })
    place(days) { earlier, later in
      let distances = Set(zip(earlier, later).map { ($1.milliseconds - $0.milliseconds) / Moment.day })
      return (distances.count == 1 ? distances.first ?? 1 : 1) * 86_400
    }
  }

  private mutating func place(
    _ entries: [(tuple: [String], moments: [Moment])], step: ([Moment], [Moment]) -> Int
  ) {
    let sorted = entries.enumerated().sorted { a, b in
      (a.element.moments[0].milliseconds, a.offset) < (b.element.moments[0].milliseconds, b.offset)
    }.map(\.element)
    var current = Placeholder.firstInstant
    var previous: [Moment]?
    for entry in sorted {
      if let previous, Self.areApart(previous, entry.moments) { current += step(previous, entry.moments) }
      seconds[entry.tuple] = current
      previous = entry.moments
    }
  }

  private static func areApart(_ earlier: [Moment], _ later: [Moment]) -> Bool {
    zip(earlier, later).allSatisfy { first, second in
      let blur = max(first.resolution, second.resolution)
      let distance = second.milliseconds - first.milliseconds
      return blur == Moment.day ? distance >= blur : distance > (blur > 1 ? coarseTolerance : tolerance)
    }
  }

  /// The placeholder of a temporal tuple in its written form.
  func text(for tuple: [String]) -> String? {
    guard let seconds = seconds[tuple] else { return nil }
    switch ValueFormat(of: tuple) {
    case .instant(let digits, let zone, let separator):
      return Instant.text(seconds: seconds, fractionDigits: digits, zone: zone, separator: separator)
    case .day: return CalendarDay(days: seconds / 86_400).text
    case .epochSeconds: return String(seconds)
    case .epochMilliseconds: return String(seconds * 1000)
    default: return nil
    }
  }
}
