/// The caller's membership, told relative to the server's today.
struct Membership {
  /// Days until it renews, on every day that it is asked for.
  private static let daysLeft = 3
  let database: Database

  func show(_ request: Request, user: String) throws -> Answer {
    let since = try database.rows("SELECT joined_at FROM users WHERE id = ?", .text(user)).first?.first?.int ?? 0
    let renewal = request.now + Self.daysLeft * WrittenTime.dayInMilliseconds
    return .ok([
      "sentence": .string("Your membership renews in \(Self.daysLeft) days."),
      "renewsOn": .string(WrittenTime.day(renewal)), "daysLeft": .int(Self.daysLeft),
      "weekday": .string(WrittenTime.weekdays[WrittenTime.weekday(renewal)]),
      "since": .string(WrittenTime.instant(since)),
    ])
  }
}
