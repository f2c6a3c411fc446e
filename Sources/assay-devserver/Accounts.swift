/// Sign-in by password, and what an account says about itself.
struct Accounts {
  let database: Database
  let sessions: Sessions

  func signIn(_ request: Request) throws -> Answer {
    let body = try Fields(request.body)
    let email = body.text("email", required: true)
    let password = body.text("password", required: true)
    try body.check()
    guard let user = try user(email: email ?? "", password: password ?? "") else { throw Refusal.unauthenticated }
    return .ok(try session(try sessions.open(user: user, now: request.now)))
  }

  func refresh(_ request: Request) throws -> Answer {
    let body = try Fields(request.body)
    let token = body.text("refreshToken", required: true)
    try body.check()
    return .ok(try session(try sessions.refresh(token ?? "", now: request.now)))
  }

  /// Ends every session of the family; there is none to end for who signs each request.
  func signOut(_ request: Request, user: String) throws -> Answer {
    if let family = request.family { try sessions.revoke(family: family) }
    return .empty
  }

  /// The account with an address and a password; nil when there is none.
  func user(email: String, password: String) throws -> String? {
    let row = try database.rows("SELECT id, password_hash FROM users WHERE email = ?", .text(email.lowercased())).first
    // An unknown address costs the same time as a wrong password.
    let hash = row?[1].text ?? "$6$unknownunknown00$"
    guard Passwords.matches(password, hash: hash) else { return nil }
    return row?[0].text
  }

  /// The account with an address; nil when there is none.
  func user(email: String) throws -> String? {
    try database.rows("SELECT id FROM users WHERE email = ?", .text(email)).first?.first?.text
  }

  /// The account that programs act as, which every seed has.
  func ada() throws -> String {
    guard let user = try user(email: "ada@example.test") else { throw Refusal.unauthenticated }
    return user
  }

  /// What signing in answers.
  func session(_ tokens: Sessions.Tokens) throws -> Payload {
    let row = try database.rows("SELECT display_name FROM users WHERE id = ?", .text(tokens.user)).first
    return [
      "accessToken": .string(tokens.access), "refreshToken": .string(tokens.refresh),
      "expiresIn": .int(Sessions.accessLife),
      "user": ["id": .string(tokens.user), "displayName": .string(row?.first?.text ?? "")],
    ]
  }

  func me(_ request: Request, user: String) throws -> Answer {
    let row =
      try database.rows(
        "SELECT email, display_name, avatar_url, joined_at FROM users WHERE id = ?", .text(user)
      ).first ?? []
    return .ok([
      "id": .string(user), "displayName": .string(row[1].text), "email": .string(row[0].text),
      "avatarUrl": Payload(row[2].optionalText), "capabilities": ["guilds", "journal", "leaderboard"],
      "joinedAt": .string(WrittenTime.instant(row[3].int)),
    ])
  }

  /// What the body leaves out stays; null takes the picture away.
  func change(_ request: Request, user: String) throws -> Answer {
    let body = try Fields(request.body)
    let name = body.text("displayName", limit: 60, trimmed: true)
    let picture = body.text("avatarUrl", nullable: true, must: "a URL", Self.isURL)
    try body.check()
    if let name {
      try database.rows("UPDATE users SET display_name = ? WHERE id = ?", .text(name), .text(user))
    }
    if body.has("avatarUrl") {
      try database.rows("UPDATE users SET avatar_url = ? WHERE id = ?", DatabaseValue(picture), .text(user))
    }
    return try me(request, user: user)
  }

  private static func isURL(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
    return text.utf8.count > scheme.utf8.count && text.utf8.allSatisfy(\.isVisible)
  }

  func profile(_ request: Request, user: String) throws -> Answer {
    let xp = try database.rows("SELECT xp FROM users WHERE id = ?", .text(user)).first?.first?.int ?? 0
    let level = Levels.level(xp: xp)
    let days = try database.rows(
      "SELECT DISTINCT checked_at / 86400000 AS number FROM checks WHERE user_id = ? ORDER BY number DESC", .text(user)
    ).map { $0[0].int }
    let streak = Streak(days: days, today: request.now / WrittenTime.dayInMilliseconds)
    return .ok([
      "userId": .string(user), "xp": .int(xp), "level": .int(level.number), "title": .string(level.title),
      "streak": streak.payload,
    ])
  }

  func leaderboard(_ request: Request, user: String) throws -> Answer {
    let rows = try database.rows("SELECT id, display_name, xp FROM users ORDER BY xp DESC, email")
    let entries = rows.enumerated().map { index, row -> Payload in
      [
        "rank": .int(index + 1), "user": ["id": .string(row[0].text), "displayName": .string(row[1].text)],
        "xp": .int(row[2].int),
      ]
    }
    let own = rows.firstIndex { $0[0].text == user }
    return .ok(["entries": .array(entries), "ownRank": own.map { .int($0 + 1) } ?? .null])
  }

  /// Adds experience.
  func reward(_ user: String, xp: Int) throws {
    try database.rows("UPDATE users SET xp = xp + ? WHERE id = ?", .int(xp), .text(user))
  }
}

/// Levels by experience, as the server has them.
enum Levels {
  private static let table = [
    (1, 0, "Page turner"), (2, 50, "Bookworm"), (3, 150, "Night reader"), (4, 400, "Librarian"),
  ]

  static func level(xp: Int) -> (number: Int, title: String) {
    let row = table.last { $0.1 <= xp } ?? table[0]
    return (row.0, row.2)
  }
}
