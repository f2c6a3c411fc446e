#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Accounts and data that a fresh database starts with.
enum Seed: String {
  /// Two personas and a third account, without a past.
  case dev
  /// The personas' addresses under other accounts, among more people, with a past.
  case production

  /// The password of the seeded accounts where ASSAY_DEV_PASSWORD says nothing else; it guards nothing.
  static let defaultPassword = "correct-horse-battery"

  /// Fills a database that has no accounts yet.
  func fill(_ database: Database, options: Options) throws {
    guard try database.rows("SELECT 1 FROM users LIMIT 1").isEmpty else { return }
    try database.transaction { try write(database, options) }
  }

  /// Takes everything out and fills the database afresh.
  func reset(_ database: Database, options: Options) throws {
    try database.transaction {
      try database.execute("PRAGMA defer_foreign_keys = ON")
      let tables = try database.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'schema_migrations'")
      for table in tables where table[0].text == "sqlite_sequence" || !table[0].text.hasPrefix("sqlite_") {
        try database.execute("DELETE FROM \(table[0].text)")
      }
      try write(database, options)
    }
  }

  private func write(_ database: Database, _ options: Options) throws {
    let password = ProcessInfo.processInfo.environment["ASSAY_DEV_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
    guard let hash = Passwords.hash(password ?? Self.defaultPassword) else {
      throw StartError(description: "the system cannot hash the password in ASSAY_DEV_PASSWORD")
    }
    try plans(database)
    try users(database, hash)
    try tags(database)
    let offset = options.sequenceOffset + (self == .dev ? 0 : 4000)
    if offset > 0 {
      try database.rows("INSERT INTO sqlite_sequence (name, seq) VALUES ('messages', ?)", .int(offset))
    }
    if self == .production { try History(database: database, now: options.clock.now).write() }
  }

  /// The third account has none.
  private func tags(_ database: Database) throws {
    let users = try database.rows("SELECT id FROM users ORDER BY email").map { $0[0].text }
    let words = [["calm", "night", "sea"], ["harbour", "night", "winter"], [], ["calm"]]
    for (place, user) in users.enumerated() {
      for word in words[place % words.count] {
        try database.rows("INSERT INTO tags (user_id, tag) VALUES (?, ?)", .text(user), .text(word))
      }
    }
  }

  private func plans(_ database: Database) throws {
    let shared = [
      ("first-steps", "First steps", 7), ("long-winter", "The long winter", 30), ("one-sitting", "One sitting", 1),
    ]
    let plans = shared + (self == .dev ? [] : [("short-stories", "Short stories", 12)])
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

  private struct Person {
    let name: String
    let shown: String
    var picture: String?
    let xp: Int
  }

  private var people: [Person] {
    switch self {
    case .dev:
      [
        Person(name: "ada", shown: "Ada", xp: 40), Person(name: "bob", shown: "Bob", xp: 0),
        Person(name: "cleo", shown: "Cleo", picture: "https://cdn.example.test/cleo.png", xp: 155),
      ]
    case .production:
      [
        Person(name: "ada", shown: "Ada Lindqvist", xp: 420), Person(name: "bob", shown: "Bob \"B.\" Okafor", xp: 260),
        Person(name: "dora", shown: "Dora", picture: "https://cdn.example.test/dora.png", xp: 90),
        Person(name: "emil", shown: "Émil", xp: 12), Person(name: "fatou", shown: "Fatou 📚", xp: 0),
        Person(name: "gus", shown: "Gus", xp: 149), Person(name: "hana", shown: "花", xp: 1800),
      ]
    }
  }

  private func users(_ database: Database, _ hash: String) throws {
    // Fixed instants: accounts are older than any recording.
    let joined = self == .dev ? 1_735_725_600_000 : 1_704_103_200_000
    for person in people {
      try database.rows(
        """
        INSERT INTO users (id, email, display_name, avatar_url, password_hash, xp, joined_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, .text(Random.uuid()), .text(person.name + "@example.test"), .text(person.shown),
        DatabaseValue(person.picture), .text(hash), .int(person.xp), .int(joined))
    }
  }
}
