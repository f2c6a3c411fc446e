/// Reminders, guarded against lost changes by entity tags.
struct Reminders {
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let columns = "id, text, at, weekdays, is_enabled, version"
  let database: Database

  func list(_ request: Request, user: String) throws -> Answer {
    let rows = try database.rows(
      "SELECT \(Self.columns) FROM reminders WHERE user_id = ? ORDER BY created_at, text", .text(user))
    return .ok(.array(rows.map { reminder($0, request) }))
  }

  func create(_ request: Request, user: String) throws -> Answer {
    let body = try Fields(request.body)
    let text = body.text("text", required: true, limit: 200, trimmed: true)
    let at = body.text("at", required: true, must: "a time such as 07:30", Self.isTime)
    let weekdays = body.choices("weekdays", Self.weekdays, required: true) ?? []
    let isEnabled = body.optionalBool("enabled") ?? true
    try body.check()
    let id = Random.nanoid()
    try database.rows(
      "INSERT INTO reminders (id, user_id, text, at, weekdays, is_enabled, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      .text(id), .text(user), DatabaseValue(text), DatabaseValue(at), .text(weekdays.joined(separator: ",")),
      .int(isEnabled ? 1 : 0), .int(request.now))
    return answer(try row(id, user), request, status: 201)
  }

  /// What the body leaves out stays.
  func change(_ request: Request, user: String) throws -> Answer {
    let old = try current(request, user)
    let body = try Fields(request.body)
    let text = body.text("text", limit: 200, trimmed: true)
    let at = body.text("at", must: "a time such as 07:30", Self.isTime)
    let weekdays = body.choices("weekdays", Self.weekdays)?.joined(separator: ",")
    let isEnabled = body.optionalBool("enabled")
    try body.check()
    try database.rows(
      "UPDATE reminders SET text = ?, at = ?, weekdays = ?, is_enabled = ?, version = version + 1 WHERE id = ?",
      .text(text ?? old[1].text), .text(at ?? old[2].text), .text(weekdays ?? old[3].text),
      isEnabled.map { .int($0 ? 1 : 0) } ?? old[4], old[0])
    return answer(try row(old[0].text, user), request)
  }

  func delete(_ request: Request, user: String) throws -> Answer {
    try database.rows("DELETE FROM reminders WHERE id = ?", try current(request, user)[0])
    return .empty
  }

  /// The reminder that the path names, which must be as the client has it where it says so.
  private func current(_ request: Request, _ user: String) throws -> [DatabaseValue] {
    let row = try row(request.parameters["reminderId"] ?? "", user)
    if request.headers["If-Match"] != nil, !request.names(Self.tag(row), in: "If-Match") {
      throw Refusal.preconditionFailed
    }
    return row
  }

  private func row(_ id: String, _ user: String) throws -> [DatabaseValue] {
    guard
      let row = try database.rows(
        "SELECT \(Self.columns) FROM reminders WHERE id = ? AND user_id = ?", .text(id), .text(user)
      ).first
    else { throw Refusal.notFound }
    return row
  }

  private func answer(_ row: [DatabaseValue], _ request: Request, status: Int = 200) -> Answer {
    Answer(status: status, body: reminder(row, request), headers: ["ETag": Self.tag(row)])
  }

  private func reminder(_ row: [DatabaseValue], _ request: Request) -> Payload {
    let weekdays = row[3].text.split(separator: ",").map(String.init)
    return [
      "id": .string(row[0].text), "text": .string(row[1].text), "at": .string(row[2].text),
      "weekdays": .array(weekdays.map(Payload.string)), "enabled": .bool(row[4].int != 0),
      "nextAt": .string(WrittenTime.instant(Self.next(row[2].text, weekdays, after: request.now))),
      "etag": .string(Self.tag(row)),
    ]
  }

  private static func tag(_ row: [DatabaseValue]) -> String {
    "W/\"\(row[5].int)-\(Digest.hex(Array(row[0].text.utf8)).prefix(12))\""
  }

  private static func isTime(_ text: String) -> Bool { minutes(text) != nil }

  /// Minutes since midnight.
  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isDigit) }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  /// The next time at which it is due, were it enabled.
  private static func next(_ at: String, _ weekdays: [String], after now: Int) -> Int {
    let midnight = now - now % WrittenTime.dayInMilliseconds
    let due = (0...7).map { midnight + $0 * WrittenTime.dayInMilliseconds + (minutes(at) ?? 0) * 60_000 }
    return due.first { $0 > now && weekdays.contains(Self.weekdays[WrittenTime.weekday($0)]) } ?? now
  }
}
