/// Days in a row on which something was read.
struct Streak {
  /// Days in a row, up to today or yesterday.
  private(set) var length = 0
  /// The last day with a reading, as a number of days since 1970.
  let lastDay: Int?
  /// When the streak ends unless something is read: the end of the day after the last one, in seconds since 1970.
  var endsAt: Int? { length == 0 ? nil : lastDay.map { ($0 + 2) * 86_400 } }

  /// - Parameters:
  ///   - days: Days with a reading as numbers since 1970, newest first, none twice.
  ///   - today: The day that it is.
  init(days: [Int], today: Int) {
    lastDay = days.first
    guard let last = days.first, last >= today - 1 else { return }
    while length < days.count, days[length] == last - length { length += 1 }
  }

  var payload: Payload {
    var streak: Payload = ["days": .int(length), "endsAt": endsAt.map(Payload.int) ?? .null]
    if let lastDay { streak["lastDay"] = .string(WrittenTime.day(lastDay * WrittenTime.dayInMilliseconds)) }
    return streak
  }
}
