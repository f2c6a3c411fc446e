internal import Workspace

/// Places the volatile instants of one document on a fixed time line that keeps what every run agrees on.
///
/// Two instants are apart only if they are so in every run by more than chance and a slow machine can make: instants that
/// one answer, or a read after it, was the first to show fall together, and a millisecond that happens to tick between
/// them changes nothing.
/// Of two that lie far from the time of the runs, such as next Saturday and next Sunday, the first depends on the day of
/// the recording, which two runs do not show: they fall together too. Days and months keep their distances where every
/// run agrees on them.
struct TimeLine {
  /// Milliseconds below which two instants count as one; the recorder leaves more than this between two writes.
  static let tolerance = 20
  /// The same for instants that one answer was the first to show: longer than a server takes to answer.
  static let answerTolerance = 5000
  /// The same for instants in whole seconds: longer than a recording takes, since how many seconds tick during one is
  /// the machine's business.
  static let coarseTolerance = 600_000

  private struct Entry {
    let tuple: [String]
    let moments: [Moment]
    /// The step that made it, as far as answers show; -1 where none did.
    let firstStep: Int
  }

  /// About when each run took place, in milliseconds since 1970; empty where nothing says so.
  private let runTimes: [Int]
  /// Seconds since 1970 of each tuple's placeholder; of months, the months since January 1970.
  private var places: [[String]: Int] = [:]

  /// Creates the time line of the temporal tuples of one document, in any order.
  ///
  /// - Parameters:
  ///   - firstSteps: The step whose answer was the first to show each; for a read, the write before it.
  ///   - runTimes: As ``runTimes(of:)`` gives them for all tuples of a recording.
  init(_ tuples: Set<[String]>, firstSteps: [[String]: Int] = [:], runTimes: [Int] = []) {
    self.runTimes = runTimes
    var days: [Entry] = []
    var months: [Entry] = []
    var instants: [Entry] = []
    for tuple in tuples {
      let moments = tuple.compactMap { Moment(text: $0) }
      guard moments.count == tuple.count else { continue }
      let entry = Entry(tuple: tuple, moments: moments, firstStep: firstSteps[tuple] ?? -1)
      switch ValueFormat(of: tuple) {
      case .day: days.append(entry)
      case .month: months.append(entry)
      default: instants.append(entry)
      }
    }
    placeInstants(instants)
    place(days, from: Placeholder.firstInstant) { earlier, later in
      Self.distance(zip(earlier.moments, later.moments).map { ($1.milliseconds - $0.milliseconds) / Moment.day })
        * 86_400
    }
    place(months, from: CalendarDay(days: Placeholder.firstInstant / 86_400).months) { earlier, later in
      Self.distance(
        zip(earlier.moments, later.moments).map {
          CalendarDay(days: $1.milliseconds / Moment.day).months
            - CalendarDay(days: $0.milliseconds / Moment.day).months
        })
    }
  }

  /// The distance that every run agrees on, or 1 where all have one; else 0.
  private static func distance(_ runs: [Int]) -> Int {
    runs.contains { $0 <= 0 } ? 0 : Set(runs).isSingle ? runs[0] : 1
  }

  /// By time. The order must not hang on which run is the first: what is earlier in every run comes first.
  private static func sorted(_ entries: [Entry]) -> [Entry] {
    entries.sorted { a, b in
      let (left, right) = (a.moments.map(\.milliseconds), b.moments.map(\.milliseconds))
      let (leftSum, rightSum) = (left.reduce(0, +), right.reduce(0, +))
      return leftSum != rightSum ? leftSum < rightSum : a.tuple.lexicographicallyPrecedes(b.tuple)
    }
  }

  /// Places instants, each after those that it is apart from.
  ///
  /// Whether a whole second comes before a millisecond of it or after one is chance: of two such, the one counts for the
  /// other only where they are apart.
  private mutating func placeInstants(_ entries: [Entry]) {
    var latest: [Bool: [(entry: Entry, place: Int)]] = [:]
    for entry in Self.sorted(entries) {
      let isFine = entry.moments.allSatisfy { $0.resolution == 1 }
      var place = Placeholder.firstInstant
      if let last = latest[isFine]?.last {
        place = last.place + (areApart(last.entry, entry) ? Placeholder.instantStep : 0)
      }
      if let last = latest[!isFine]?.suffix(Self.memory).last(where: { areApart($0.entry, entry) }) {
        place = max(place, last.place + Placeholder.instantStep)
      }
      places[entry.tuple] = place
      latest[isFine, default: []].append((entry, place))
    }
  }

  /// How many of those before count for the place of a day, a month or an instant of another resolution.
  private static let memory = 400

  /// Places days or months, each after those before it.
  private mutating func place(_ entries: [Entry], from start: Int, step: (Entry, Entry) -> Int) {
    let sorted = Self.sorted(entries)
    var latest: [(entry: Entry, place: Int)] = []
    for entry in sorted {
      // What lies between two may have no fixed distance to either.
      let place = latest.map { $0.place + step($0.entry, entry) }.max() ?? start
      places[entry.tuple] = place
      latest.append((entry, place))
      if latest.count > Self.memory { latest.removeFirst() }
    }
  }

  /// About when each run took place by the server's clock: the median of all instants, most of which are of the run.
  static func runTimes(of tuples: some Sequence<[String]>) -> [Int] {
    var columns: [[Int]] = []
    for tuple in tuples {
      switch ValueFormat(of: tuple) {
      case .day, .month: continue
      default: break
      }
      let moments = tuple.compactMap { Moment(text: $0)?.milliseconds }
      guard moments.count == tuple.count, columns.isEmpty || columns.count == moments.count else { continue }
      if columns.isEmpty { columns = moments.map { _ in [] } }
      for (run, moment) in moments.enumerated() { columns[run].append(moment) }
    }
    return columns.map { $0.sorted()[$0.count / 2] }
  }

  /// The steps that made instants which reads alone show, each the one that showed the last instant before it.
  ///
  /// What a write makes beside its answer, at once or a disk's time later, is shown by any later read; what was there
  /// before all writes is of none of them.
  /// - Parameters:
  ///   - shown: Instants that a write was the first to show, with the step.
  ///   - read: Those that a read was the first to show.
  static func makers(of read: some Sequence<[String]>, after shown: [[String]: Int]) -> [[String]: Int] {
    var makers: [[String]: Int] = [:]
    let known = shown.compactMap { tuple, step in fineMoments(of: tuple).map { (times: $0, step: step) } }
    let unknown = read.compactMap { tuple in fineMoments(of: tuple).map { (tuple: tuple, times: $0) } }
    for run in 0..<(unknown.first?.times.count ?? 0) {
      let sorted = known.sorted { ($0.times[run], $0.step) < ($1.times[run], $1.step) }
      for instant in unknown {
        let index = sorted.partitioningIndex { $0.times[run] > instant.times[run] }
        let step = index > 0 ? sorted[index - 1].step : -1
        makers[instant.tuple] = min(makers[instant.tuple] ?? step, step)
      }
    }
    return makers
  }

  private static func fineMoments(of tuple: [String]) -> [Int]? {
    let moments = tuple.compactMap { Moment(text: $0) }
    guard moments.count == tuple.count, moments.allSatisfy({ $0.resolution == 1 }) else { return nil }
    return moments.map(\.milliseconds)
  }

  private func isOfTheRun(_ entry: Entry) -> Bool {
    runTimes.isEmpty || zip(entry.moments, runTimes).allSatisfy { abs($0.milliseconds - $1) <= Self.coarseTolerance }
  }

  private func areApart(_ earlier: Entry, _ later: Entry) -> Bool {
    guard isOfTheRun(earlier) || isOfTheRun(later) else { return false }
    let fine = earlier.firstStep == later.firstStep ? Self.answerTolerance : Self.tolerance
    return zip(earlier.moments, later.moments).allSatisfy { first, second in
      let blur = max(first.resolution, second.resolution)
      return second.milliseconds - first.milliseconds > (blur > 1 ? Self.coarseTolerance : fine)
    }
  }

  /// The placeholder of a temporal tuple in its written form.
  func text(for tuple: [String]) -> String? {
    guard let place = places[tuple] else { return nil }
    switch ValueFormat(of: tuple) {
    case .instant(let style): return Instant.text(seconds: place, style: style)
    case .mailDate(let style): return MailDate.text(seconds: place, style: style)
    case .day: return CalendarDay(days: place / 86_400).text
    case .month: return "\(CalendarDay.padded(1970 + place / 12, 4))-\(CalendarDay.padded(place % 12 + 1, 2))"
    case .epoch(.seconds): return String(place)
    case .epoch(.fractionalSeconds): return "\(place).5"
    case .epoch(.milliseconds): return "\(place)000"
    case .epoch(.microseconds): return "\(place)000000"
    case .epoch(.nanoseconds): return "\(place)000000000"
    default: return nil
    }
  }
}

extension Array {
  /// The first index whose element satisfies a condition that holds for every element after one for which it holds.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
