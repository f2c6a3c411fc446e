#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Accounts and data that a fresh database starts with.
enum Seed: String {
  case dev
  case production

  /// The password of the seeded accounts where ASSAY_DEV_PASSWORD says nothing else; it guards nothing.
  static let defaultPassword = "correct-horse-battery"

  /// Fills a database that has no accounts yet.
  func fill(_ database: Database, clock: ServerClock, sequenceOffset: Int) throws {
    guard try database.rows("SELECT 1 FROM users LIMIT 1").isEmpty else { return }
    let password = ProcessInfo.processInfo.environment["ASSAY_DEV_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
    guard let hash = Passwords.hash(password ?? Self.defaultPassword) else {
      throw DatabaseError(description: "crypt(3) of this system offers no password hash but DES")
    }
    try database.transaction { () throws(DatabaseError) in
      try plans(database)
      try users(database, hash)
      if sequenceOffset > 0 {
        try database.rows("INSERT INTO sqlite_sequence (name, seq) VALUES ('messages', ?)", .int(sequenceOffset))
      }
      if self == .production { try history(database, clock) }
    }
  }

  private func plans(_ database: Database) throws(DatabaseError) {
    let plans = [("first-steps", "First steps", 7), ("long-winter", "The long winter", 30)]
    for (place, plan) in plans.enumerated() {
      try database.rows(
        "INSERT INTO plans (slug, title, days, place) VALUES (?, ?, ?, ?)", .text(plan.0), .text(plan.1), .int(plan.2),
        .int(place))
      for day in 1...plan.2 {
        try database.rows(
          "INSERT INTO readings (plan_slug, day, reference, title, half_minutes) VALUES (?, ?, ?, ?, ?)", .text(plan.0),
          .int(day), .text("Chapter \(day)"), .text("\(plan.1), day \(day)"), .int(10 + day % 4))
      }
    }
  }

  private func users(_ database: Database, _ hash: String) throws(DatabaseError) {
    let people =
      self == .dev
      ? [("ada@example.test", "Ada", 40), ("bob@example.test", "Bob", 0), ("cleo@example.test", "Cleo", 155)]
      : [
        ("ada@example.test", "Ada L.", 420), ("bob@example.test", "Bob B.", 260), ("dora@example.test", "Dora", 90),
        ("emil@example.test", "Emil", 12),
      ]
    // Fixed instants: accounts are older than any recording.
    let joined = self == .dev ? 1_735_725_600_000 : 1_704_103_200_000
    for person in people {
      try database.rows(
        "INSERT INTO users (id, email, display_name, avatar_url, password_hash, xp, joined_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        .text(Random.uuid()), .text(person.0), .text(person.1),
        person.1 == "Cleo" ? .text("https://cdn.example.test/cleo.png") : .null, .text(hash), .int(person.2),
        .int(joined))
    }
  }

  /// What a deployment has after a while.
  private func history(_ database: Database, _ clock: ServerClock) throws(DatabaseError) {
    let users = try database.rows("SELECT id FROM users ORDER BY email").map { $0[0].text }
    let day = 86_400_000
    let guild = Random.uuid()
    try database.rows(
      """
      INSERT INTO guilds (id, name, motto, has_motto, is_public, invite_code, weekly_goal, created_at)
      VALUES (?, 'Harbour Club', NULL, 1, 1, ?, 12, ?)
      """, .text(guild), .text(Random.inviteCode()), .int(clock.now - 90 * day))
    for (index, user) in users.enumerated() {
      try database.rows(
        "INSERT INTO members (id, guild_id, user_id, role, joined_at) VALUES (?, ?, ?, ?, ?)", .text(Random.uuid()),
        .text(guild), .text(user), .text(["leader", "officer", "member", "member"][index]),
        .int(clock.now - (90 - index) * day))
      try database.rows(
        "INSERT INTO started_plans (user_id, plan_slug, started_at) VALUES (?, 'first-steps', ?)", .text(user),
        .int(clock.now - 20 * day))
      for back in 1...3 {
        try database.rows(
          "INSERT INTO checks (user_id, plan_slug, day, checked_at) VALUES (?, 'first-steps', ?, ?)", .text(user),
          .text(WrittenTime.day(clock.now - back * day)), .int(clock.now - back * day))
      }
      for entry in 0..<2 {
        try database.rows(
          """
          INSERT INTO journal (id, user_id, text, mood, reference, has_reference, created_at, updated_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """, .text(Random.uuid()), .text(user), .text("Entry \(entry + 1)"), entry == 0 ? .text("calm") : .null,
          entry == 0 ? .text("Chapter 2") : .null, .int(entry == 0 ? 1 : 0), .int(clock.now - (9 - entry) * day),
          .int(clock.now - 5 * day))
      }
    }
    for index in 0..<30 {
      try database.rows(
        "INSERT INTO messages (feed_id, guild_id, author_id, text, sent_at) VALUES (?, ?, ?, ?, ?)",
        .text(Random.uuid()), .text(guild), .text(users[index % users.count]), .text("Message \(index + 1)"),
        .int(clock.now - (40 - index) * day))
    }
  }
}
