/// What a deployment has after a while: guilds with a chat, started plans, readings, journals.
struct History {
  let database: Database
  /// Milliseconds since 1970.
  let now: Int

  /// Writes it for every account, so that each route that reads has an answer for each persona.
  func write() throws {
    let users = try database.rows("SELECT id FROM users ORDER BY email").map { $0[0].text }
    try guild("Harbour Club", motto: .null, goal: 12, age: 90, members: users, messages: 30)
    try guild("Slow Pages", motto: .text("No hurry."), goal: 2, age: 30, members: users.suffix(2) + users.prefix(2))
    for (index, user) in users.enumerated() {
      try readings(user, days: min(3 + index, 7))
      try journal(user)
      // The last one has no reminder.
      if index < users.count - 1 { try reminder(user, isEnabled: index % 2 == 0) }
    }
  }

  private func ago(days: Int) -> Int { now - days * WrittenTime.dayInMilliseconds }

  /// The first member leads, the second is an officer.
  private func guild(
    _ name: String, motto: DatabaseValue, goal: Int, age: Int, members: [String], messages: Int = 0
  ) throws {
    let id = Random.uuid()
    try database.rows(
      """
      INSERT INTO guilds (id, name, motto, has_motto, is_public, invite_code, weekly_goal, created_at)
      VALUES (?, ?, ?, 1, ?, ?, ?, ?)
      """, .text(id), .text(name), motto, .int(goal % 4 == 0 ? 1 : 0), .text(Random.inviteCode()), .int(goal),
      .int(ago(days: age)))
    for (index, user) in members.enumerated() {
      if index > 0 {
        try Notifications(database: database).tell(membersOf: id, thatJoined: user, at: ago(days: age - index))
      }
      let role = index == 0 ? "leader" : index == 1 ? "officer" : "member"
      try database.rows(
        "INSERT INTO members (id, guild_id, user_id, role, joined_at) VALUES (?, ?, ?, ?, ?)", .text(Random.uuid()),
        .text(id), .text(user), .text(role), .int(ago(days: age - index)))
    }
    let lines = ["Who is on chapter \u{201C}9\u{201D}?", "Me.", "Später!", "Line one\nline two", "🦉 night shift"]
    for index in 0..<messages {
      try database.rows(
        "INSERT INTO messages (feed_id, guild_id, author_id, text, sent_at) VALUES (?, ?, ?, ?, ?)",
        .text(Random.uuid()), .text(id), .text(members[index % members.count]), .text(lines[index % lines.count]),
        .int(ago(days: 40 - index)))
    }
  }

  private func readings(_ user: String, days: Int) throws {
    try database.rows(
      "INSERT INTO started_plans (user_id, plan_slug, started_at) VALUES (?, 'first-steps', ?)", .text(user),
      .int(ago(days: 20)))
    for back in 1...days {
      try database.rows(
        "INSERT INTO checks (user_id, plan_slug, day, checked_at) VALUES (?, 'first-steps', ?, ?)", .text(user),
        .text(WrittenTime.day(ago(days: back))), .int(ago(days: back)))
    }
  }

  private func reminder(_ user: String, isEnabled: Bool) throws {
    try database.rows(
      "INSERT INTO reminders (id, user_id, text, at, weekdays, is_enabled, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      .text(Random.nanoid()), .text(user), .text("Read before bed"), .text("21:30"), .text("mon,wed,fri"),
      .int(isEnabled ? 1 : 0), .int(ago(days: 8)))
  }

  private func journal(_ user: String) throws {
    let entries: [(text: String, mood: String?, reference: String?)] = [
      ("The harbour chapter stays with me.", "calm", "Chapter 2"), ("Too late, too tired.", "tired", nil),
      ("Halfway.", nil, nil),
    ]
    for (index, entry) in entries.enumerated() {
      try database.rows(
        """
        INSERT INTO journal (id, user_id, text, mood, reference, has_reference, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, .text(Random.uuid()), .text(user), .text(entry.text), DatabaseValue(entry.mood),
        DatabaseValue(entry.reference), .int(entry.reference == nil ? 0 : 1), .int(ago(days: 9 - index)),
        .int(ago(days: 5 - index)))
    }
  }
}
