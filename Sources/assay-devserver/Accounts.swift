/// Sign-in, sessions, and what an account says about itself.
struct Accounts {
  /// Seconds that an access token lives.
  static let accessLife = 600
  /// Seconds that a refresh token lives.
  private static let refreshLife = 30 * 86_400
  let database: Database

  func signIn(_ request: Request) throws -> Answer {
    let body = try Fields(request.body)
    let email = body.text("email", required: true)
    let password = body.text("password", required: true)
    try body.check()
    let row = try database.rows("SELECT id, password_hash FROM users WHERE email = ?", .text(email?.lowercased() ?? ""))
      .first
    // An unknown address costs the same time as a wrong password.
    let hash = row?[1].text ?? "$6$unknownunknown00$"
    guard Passwords.matches(password ?? "", hash: hash), let row else { throw Refusal.unauthenticated }
    return .ok(try open(user: row[0].text, family: Random.uuid(), now: request.now))
  }

  /// Takes a refresh token once; one that comes again revokes every session of its family.
  func refresh(_ request: Request) throws -> Answer {
    let body = try Fields(request.body)
    let token = body.text("refreshToken", required: true)
    try body.check()
    let hash = Passwords.tokenHash(token ?? "") ?? ""
    guard
      let row = try database.rows(
        "SELECT id, family, user_id, is_used, is_revoked, refresh_ends_at FROM sessions WHERE refresh_hash = ?",
        .text(hash)
      ).first
    else { throw Refusal.unauthenticated }
    if row[3].int != 0 || row[4].int != 0 {
      try database.rows("UPDATE sessions SET is_revoked = 1 WHERE family = ?", .text(row[1].text))
      throw Refusal.unauthenticated
    }
    guard row[5].int > request.now else { throw Refusal.unauthenticated }
    return try database.transaction {
      try database.rows("UPDATE sessions SET is_used = 1 WHERE id = ?", .int(row[0].int))
      return .ok(try open(user: row[2].text, family: row[1].text, now: request.now))
    }
  }

  /// The id of the user whose access token a request carries.
  func user(of request: Request) throws -> String {
    guard let authorization = request.authorization, authorization.lowercased().hasPrefix("bearer "),
      let hash = Passwords.tokenHash(String(authorization.dropFirst(7))),
      let row = try database.rows(
        "SELECT user_id, access_ends_at, is_revoked FROM sessions WHERE access_hash = ?", .text(hash)
      ).first, row[2].int == 0, row[1].int > request.now
    else { throw Refusal.unauthenticated }
    return row[0].text
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

  private func open(user: String, family: String, now: Int) throws -> Payload {
    let access = Random.token()
    let refresh = Random.token()
    try database.rows(
      """
      INSERT INTO sessions (family, user_id, access_hash, refresh_hash, access_ends_at, refresh_ends_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """, .text(family), .text(user), DatabaseValue(Passwords.tokenHash(access)),
      DatabaseValue(Passwords.tokenHash(refresh)), .int(now + Self.accessLife * 1000),
      .int(now + Self.refreshLife * 1000))
    let name = try database.rows("SELECT display_name FROM users WHERE id = ?", .text(user)).first?.first?.text ?? ""
    return [
      "accessToken": .string(access), "refreshToken": .string(refresh), "expiresIn": .int(Self.accessLife),
      "user": ["id": .string(user), "displayName": .string(name)],
    ]
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
