internal import Diagnostics
internal import Transport
internal import Workspace

/// When the runs of a recording took place by the server's clock: as the instants of its answers have it, else their
/// `Date`, which a library may take from the machine.
struct RunDays {
  /// The day of each run; empty where no answer says when it was.
  private let days: [CalendarDay]

  /// - Parameter times: About when each run took place, in milliseconds since 1970; empty where answers do not say.
  init(_ runs: [RecordedRun], times: [Int]) {
    let dates = runs.compactMap { run in
      run.exchanges.lazy.compactMap { $0.headers.first(named: "Date") }.first
        .flatMap { MailDate(bytes: Array($0.utf8))?.milliseconds }
    }
    let known = times.isEmpty ? dates : times
    days = known.count == runs.count ? known.map { CalendarDay(days: $0 / Moment.day) } : []
  }

  /// What the days of all runs have in common; empty where nothing, and where no answer says when it was.
  private var common: [String] {
    guard !days.isEmpty else { return [] }
    if Set(days.map(\.days)).isSingle { return ["day"] }
    let parts = days.map(\.parts)
    var common: [String] = []
    if Set(days.map(\.weekday)).isSingle { common.append("weekday") }
    if Set(parts.map(\.day)).isSingle { common.append("day of the month") }
    if Set(parts.map(\.month)).isSingle { common.append("month") }
    if Set(parts.map(\.year)).isSingle { common.append("year") }
    return common
  }

  /// Says that what hangs on today may stand in the fixtures, since all runs are of one day, weekday, month or year.
  ///
  /// - Parameter path: The configuration, as findings show it.
  func finding(configuration path: String) -> Finding? {
    guard !common.isEmpty else { return nil }
    return Finding(
      RecordingRules.oneDay, .note,
      "by the server's clock all runs are of one \(common.joined(separator: " and one ")): "
        + "what hangs on it, such as '3 days left' or a weekday, stands in the fixtures as it was today",
      help: "let webServer.perturb put the server's clock ahead, by 400 days for instance: "
        + "that is another weekday, day, month and year",
      at: Place(file: path), member: "webServer.perturb")
  }
}
