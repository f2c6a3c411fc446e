/// Journal entries, which only their writer sees.
struct Journal {
  private static let moods = ["calm", "glad", "tired"]
  private static let columns = "id, text, mood, reference, has_reference, created_at, updated_at"
  let database: Database
  let accounts: Accounts

  func write(_ request: Request, user: String) throws -> Answer {
    let body = try Fields(request.body)
    let text = body.text("text", required: true)
    let mood = body.choice("mood", Self.moods)
    let reference = body.text("reference", limit: 200)
    try body.check()
    let id = Random.uuid()
    try database.transaction {
      try database.rows(
        """
        INSERT INTO journal (id, user_id, text, mood, reference, has_reference, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, .text(id), .text(user), DatabaseValue(text), DatabaseValue(mood), DatabaseValue(reference),
        .int(reference == nil ? 0 : 1), .int(request.now), .int(request.now))
      try accounts.reward(user, xp: 5)
    }
    return .created(entry(try row(id, user)))
  }

  func list(_ request: Request, user: String) throws -> Answer {
    let rows = try database.rows(
      "SELECT \(Self.columns) FROM journal WHERE user_id = ? ORDER BY created_at, text", .text(user))
    return .ok(.array(rows.map(entry)))
  }

  func show(_ request: Request, user: String) throws -> Answer {
    .ok(entry(try row(request.parameters["entryId"] ?? "", user)))
  }

  /// What the body leaves out stays; null takes away.
  func change(_ request: Request, user: String) throws -> Answer {
    let id = request.parameters["entryId"] ?? ""
    let old = try row(id, user)
    let body = try Fields(request.body)
    let text = body.text("text")
    let mood = body.choice("mood", Self.moods)
    let reference = body.text("reference", nullable: true, limit: 200)
    try body.check()
    try database.rows(
      "UPDATE journal SET text = ?, mood = ?, reference = ?, has_reference = ?, updated_at = ? WHERE id = ?",
      DatabaseValue(text ?? old[1].text), body.has("mood") ? DatabaseValue(mood) : old[2],
      body.has("reference") ? DatabaseValue(reference) : old[3],
      .int(body.has("reference") ? 1 : old[4].int), .int(request.now), .text(id))
    return .ok(entry(try row(id, user)))
  }

  func delete(_ request: Request, user: String) throws -> Answer {
    let id = request.parameters["entryId"] ?? ""
    _ = try row(id, user)
    try database.rows("DELETE FROM journal WHERE id = ?", .text(id))
    return .empty
  }

  private func row(_ id: String, _ user: String) throws -> [DatabaseValue] {
    guard
      let row = try database.rows(
        "SELECT \(Self.columns) FROM journal WHERE id = ? AND user_id = ?", .text(id), .text(user)
      ).first
    else { throw Refusal.notFound }
    return row
  }

  private func entry(_ row: [DatabaseValue]) -> Payload {
    var entry: Payload = [
      "id": .string(row[0].text), "text": .string(row[1].text), "mood": Payload(row[2].optionalText),
      "createdAt": .string(WrittenTime.instant(row[5].int)), "updatedAt": .string(WrittenTime.instant(row[6].int)),
    ]
    if row[4].int != 0 { entry["reference"] = Payload(row[3].optionalText) }
    return entry
  }
}
