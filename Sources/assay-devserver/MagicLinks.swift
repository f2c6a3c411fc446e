/// Sign-in by a link or a code that comes by mail.
struct MagicLinks {
  /// Seconds that a link and its code live.
  static let life = 60
  /// Requests of one address within a minute.
  private static let greatestRate = 3
  /// Wrong codes after which those that are out work no more.
  private static let greatestFailures = 5

  let database: Database
  let accounts: Accounts
  let mailbox: Mailbox
  let run: ServerRun

  /// Answers alike for addresses that have no account, to which no mail goes.
  func send(_ request: Request) throws -> Answer {
    let body = try Fields(request.body)
    let address = body.text("email", required: true, must: "an e-mail address", Self.isAddress)
    try body.check()
    let email = (address ?? "").lowercased()
    try limitRate(email, now: request.now)
    let token = Random.token()
    let code = Random.digits()
    try database.rows("DELETE FROM magic_links WHERE sent_at < ?", .int(request.now - WrittenTime.dayInMilliseconds))
    try database.rows(
      "INSERT INTO magic_links (email, token_hash, code_hash, sent_at) VALUES (?, ?, ?, ?)", .text(email),
      DatabaseValue(Passwords.tokenHash(token)), .text(codeHash(code, email)), .int(request.now))
    if try accounts.user(email: email) != nil {
      let link = "http://\(request.host)/sign-in?token=\(token)"
      mailbox.deliver(Mailbox.Message(to: email, link: link, code: code, sentAt: request.now))
    }
    return .accepted(["sentTo": .string(Self.masked(email)), "expiresIn": .int(Self.life)])
  }

  func verify(_ request: Request) throws -> Answer {
    let body = try Fields(request.body)
    let link: (id: Int, email: String)
    if !body.has("token"), body.has("code") || body.has("email") {
      let email = body.text("email", required: true)?.lowercased()
      let code = body.text("code", required: true)
      try body.check()
      link = try self.link(email: email ?? "", code: code ?? "", now: request.now)
    } else {
      let token = body.text("token", required: true)
      try body.check()
      link = try self.link(token: token ?? "", now: request.now)
    }
    guard let user = try accounts.user(email: link.email) else { throw Refusal.unauthenticated }
    return try database.transaction {
      try database.rows("UPDATE magic_links SET is_used = 1 WHERE id = ?", .int(link.id))
      return .ok(try accounts.session(try accounts.sessions.open(user: user, now: request.now)))
    }
  }

  private func link(token: String, now: Int) throws -> (id: Int, email: String) {
    guard let hash = Passwords.tokenHash(token),
      let row = try database.rows(
        "SELECT id, email, sent_at, is_used FROM magic_links WHERE token_hash = ?", .text(hash)
      ).first
    else { throw Refusal.unauthenticated }
    guard row[3].int == 0, row[2].int + Self.life * 1000 > now else { throw Refusal.gone("The link has ended.") }
    return (row[0].int, row[1].text)
  }

  private func link(email: String, code: String, now: Int) throws -> (id: Int, email: String) {
    let hash = codeHash(code, email)
    let rows = try database.rows(
      "SELECT id, code_hash, sent_at, is_used, failures FROM magic_links WHERE email = ? ORDER BY id DESC LIMIT 20",
      .text(email))
    guard let row = rows.first(where: { Digest.areEqual($0[1].text, hash) }) else {
      try database.rows("UPDATE magic_links SET failures = failures + 1 WHERE email = ?", .text(email))
      throw Refusal.unauthenticated
    }
    guard row[3].int == 0, row[2].int + Self.life * 1000 > now, row[4].int < Self.greatestFailures else {
      throw Refusal.gone("The code has ended.")
    }
    return (row[0].int, email)
  }

  private func limitRate(_ email: String, now: Int) throws {
    let recent = try database.rows(
      "SELECT sent_at FROM magic_links WHERE email = ? AND sent_at > ? AND sent_at <= ? ORDER BY sent_at DESC LIMIT ?",
      .text(email), .int(now - 60_000), .int(now), .int(Self.greatestRate))
    guard recent.count == Self.greatestRate, let oldest = recent.last?.first?.int else { return }
    throw Refusal.rateLimited(retryAfter: max(1, (oldest + 60_000 - now + 999) / 1000))
  }

  private func codeHash(_ code: String, _ email: String) -> String {
    Digest.code("\(email)\n\(code)", key: run.codeKey)
  }

  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts.contains("") && text.utf8.count <= 254
      && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
  }

  /// The first letter and the host.
  private static func masked(_ email: String) -> String {
    let parts = email.split(separator: "@")
    return "\(parts.first?.prefix(1) ?? "")…@\(parts.last ?? "")"
  }
}
