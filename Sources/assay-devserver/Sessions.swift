/// Sessions: tokens that are given out once and kept as hashes alone.
struct Sessions {
  /// Seconds that an access token lives.
  static let accessLife = 600
  /// Seconds that a refresh token lives.
  private static let refreshLife = 30 * 86_400
  /// Seconds that a session in a cookie lives.
  static let cookieLife = 86_400
  let database: Database

  struct Tokens {
    let access: String
    let refresh: String
    let user: String
  }

  /// Starts a session of a family, which is a new one unless it is said.
  func open(user: String, family: String = Random.uuid(), isCookie: Bool = false, now: Int) throws -> Tokens {
    let tokens = Tokens(access: Random.token(), refresh: Random.token(), user: user)
    let life = isCookie ? Self.cookieLife : Self.accessLife
    try database.rows(
      """
      INSERT INTO sessions (family, user_id, access_hash, refresh_hash, access_ends_at, refresh_ends_at, is_cookie)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .text(family), .text(user), DatabaseValue(Passwords.tokenHash(tokens.access)),
      DatabaseValue(Passwords.tokenHash(tokens.refresh)), .int(now + life * 1000),
      .int(now + Self.refreshLife * 1000), .int(isCookie ? 1 : 0))
    return tokens
  }

  /// Takes a refresh token once; one that comes again revokes every session of its family.
  func refresh(_ token: String, now: Int) throws -> Tokens {
    let hash = Passwords.tokenHash(token) ?? ""
    guard
      let row = try database.rows(
        "SELECT id, family, user_id, is_used, is_revoked, refresh_ends_at FROM sessions WHERE refresh_hash = ?",
        .text(hash)
      ).first
    else { throw Refusal.unauthenticated }
    if row[3].int != 0 || row[4].int != 0 {
      try revoke(family: row[1].text)
      throw Refusal.unauthenticated
    }
    guard row[5].int > now else { throw Refusal.unauthenticated }
    return try database.transaction {
      try database.rows("UPDATE sessions SET is_used = 1 WHERE id = ?", .int(row[0].int))
      return try open(user: row[2].text, family: row[1].text, now: now)
    }
  }

  func revoke(family: String) throws {
    try database.rows("UPDATE sessions SET is_revoked = 1 WHERE family = ?", .text(family))
  }

  /// Whom a token that is still good belongs to; nil when it is not.
  func holder(of token: String, isCookie: Bool = false, now: Int) throws -> (user: String, family: String)? {
    guard let hash = Passwords.tokenHash(token),
      let row = try database.rows(
        "SELECT user_id, family, access_ends_at, is_revoked FROM sessions WHERE access_hash = ? AND is_cookie = ?",
        .text(hash), .int(isCookie ? 1 : 0)
      ).first, row[3].int == 0, row[2].int > now
    else { return nil }
    return (row[0].text, row[1].text)
  }
}
