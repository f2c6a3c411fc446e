#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Guilds, their members and their chat.
struct Guilds {
  private static let greatestPage = 50
  let database: Database

  func create(_ request: Request, user: String) throws -> Answer {
    let body = try Fields(request.body)
    let name = body.text("name", required: true, limit: 60, trimmed: true)
    let isPublic = body.bool("isPublic")
    let motto = body.text("motto", nullable: true, limit: 200)
    let goal = body.int("weeklyGoal", in: 1...100, default: 3)
    try body.check()
    let id = Random.uuid()
    try database.transaction {
      try database.rows(
        """
        INSERT INTO guilds (id, name, motto, has_motto, is_public, invite_code, weekly_goal, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, .text(id), DatabaseValue(name), DatabaseValue(motto), .int(body.has("motto") ? 1 : 0),
        .int(isPublic == true ? 1 : 0), .text(Random.inviteCode()), .int(goal), .int(request.now))
      try addMember(user, to: id, role: "leader", now: request.now)
    }
    return .created(try detail(id, user: user))
  }

  func list(_ request: Request, user: String) throws -> Answer {
    let rows = try database.rows(
      """
      SELECT g.id, g.name, m.role, (SELECT COUNT(*) FROM members WHERE guild_id = g.id)
      FROM guilds g JOIN members m ON m.guild_id = g.id AND m.user_id = ? ORDER BY g.created_at, g.name
      """, .text(user))
    return .ok(
      .array(
        rows.map { row in
          [
            "id": .string(row[0].text), "name": .string(row[1].text), "role": .string(row[2].text),
            "memberCount": .int(row[3].int),
          ]
        }))
  }

  func show(_ request: Request, user: String) throws -> Answer {
    .ok(try detail(try membership(request, user), user: user))
  }

  func join(_ request: Request, user: String) throws -> Answer {
    let body = try Fields(request.body)
    let code = body.text("inviteCode", required: true)
    try body.check()
    let id = request.parameters["guildId"] ?? ""
    guard
      let row = try database.rows("SELECT invite_code, invite_ends_at FROM guilds WHERE id = ?", .text(id)).first
    else { throw Refusal.notFound }
    guard row[0].text == code else { throw Refusal.forbidden }
    if let end = row[1].optionalInt, end <= request.now { throw Refusal.gone("The invite has ended.") }
    guard try role(of: user, in: id) == nil else { throw Refusal.conflict("You are a member already.") }
    try database.transaction {
      try Notifications(database: database).tell(membersOf: id, thatJoined: user, at: request.now)
      try addMember(user, to: id, role: "member", now: request.now)
    }
    return .ok(try detail(id, user: user))
  }

  func members(_ request: Request, user: String) throws -> Answer {
    let rows = try database.rows(
      """
      SELECT u.id, u.display_name, m.role, m.joined_at FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.guild_id = ? ORDER BY u.email
      """, .text(try membership(request, user)))
    return .ok(
      .array(
        rows.map { row in
          [
            "user": person(row[0].text, row[1].text), "role": .string(row[2].text),
            "joinedAt": .string(WrittenTime.instant(row[3].int)),
          ]
        }))
  }

  func send(_ request: Request, user: String) throws -> Answer {
    let guild = try membership(request, user)
    let body = try Fields(request.body)
    let text = body.text("text", required: true)
    try body.check()
    try database.rows(
      "INSERT INTO messages (feed_id, guild_id, author_id, text, sent_at) VALUES (?, ?, ?, ?, ?)", .text(Random.uuid()),
      .text(guild), .text(user), DatabaseValue(text), .int(request.now))
    let rows = try messages("m.id = ?", .int(database.lastInsertedID), limit: 1)
    return .created(rows.first.map { message($0, guild) } ?? .null)
  }

  /// Newest last; a cursor names the last message that the client has.
  func messages(_ request: Request, user: String) throws -> Answer {
    let guild = try membership(request, user)
    let limit = try Self.limit(request.query["limit"])
    let after = try request.query["cursor"].map(Self.position) ?? 0
    let rows = try messages("m.guild_id = ? AND m.id > ?", .text(guild), .int(after), limit: limit + 1)
    let page = rows.prefix(limit)
    let cursor = rows.count > limit ? page.last.map { Self.cursor($0[0].int) } : nil
    return .ok(["items": .array(page.map { message($0, guild) }), "nextCursor": Payload(cursor)])
  }

  private static func limit(_ text: String?) throws -> Int {
    guard let text else { return 20 }
    guard let limit = Int(text), (1...greatestPage).contains(limit) else {
      throw Refusal.invalid(["limit": "must be a whole number from 1 to \(greatestPage)"])
    }
    return limit
  }

  private static func cursor(_ id: Int) -> String { Data("message:\(id)".utf8).base64EncodedString() }

  private static func position(_ cursor: String) throws -> Int {
    guard let data = Data(base64Encoded: cursor), let text = String(data: data, encoding: .utf8),
      text.hasPrefix("message:"), let id = Int(text.dropFirst(8))
    else { throw Refusal.invalid(["cursor": "is not one that this server gave"]) }
    return id
  }

  private func messages(
    _ condition: String, _ first: DatabaseValue, _ second: DatabaseValue? = nil, limit: Int
  ) throws -> [[DatabaseValue]] {
    let sql = """
      SELECT m.id, m.text, m.sent_at, u.id, u.display_name, m.feed_id FROM messages m JOIN users u ON u.id = m.author_id
      WHERE \(condition) ORDER BY m.id LIMIT \(limit)
      """
    return try second.map { try database.rows(sql, first, $0) } ?? database.rows(sql, first)
  }

  private func message(_ row: [DatabaseValue], _ guild: String) -> Payload {
    [
      "id": .int(row[0].int), "guildId": .string(guild), "author": person(row[3].text, row[4].text),
      "text": .string(row[1].text), "sentAt": .string(WrittenTime.instant(row[2].int)),
    ]
  }

  func person(_ id: String, _ name: String) -> Payload { ["id": .string(id), "displayName": .string(name)] }

  private func addMember(_ user: String, to guild: String, role: String, now: Int) throws(DatabaseError) {
    try database.rows(
      "INSERT INTO members (id, guild_id, user_id, role, joined_at) VALUES (?, ?, ?, ?, ?)", .text(Random.uuid()),
      .text(guild), .text(user), .text(role), .int(now))
  }

  func role(of user: String, in guild: String) throws -> String? {
    try database.rows("SELECT role FROM members WHERE guild_id = ? AND user_id = ?", .text(guild), .text(user))
      .first?.first?.text
  }

  /// The guild that the path names, which the user must be a member of.
  func membership(_ request: Request, _ user: String) throws -> String {
    let id = request.parameters["guildId"] ?? ""
    guard try !database.rows("SELECT 1 FROM guilds WHERE id = ?", .text(id)).isEmpty else { throw Refusal.notFound }
    guard try role(of: user, in: id) != nil else { throw Refusal.forbidden }
    return id
  }

  func detail(_ id: String, user: String) throws -> Payload {
    let row =
      try database.rows(
        "SELECT name, motto, has_motto, is_public, invite_code, weekly_goal, created_at FROM guilds WHERE id = ?",
        .text(id)
      ).first ?? []
    let people = try database.rows(
      """
      SELECT m.id, m.joined_at, u.id, u.display_name,
        (SELECT COUNT(*) FROM checks c WHERE c.user_id = u.id)
      FROM members m JOIN users u ON u.id = m.user_id WHERE m.guild_id = ? ORDER BY m.joined_at, u.email
      """, .text(id))
    let role = try role(of: user, in: id) ?? "member"
    var guild: Payload = [
      "id": .string(id), "name": .string(row[0].text), "memberCount": .int(people.count), "role": .string(role),
      "isPublic": .bool(row[3].int != 0), "weeklyGoal": .int(row[5].int),
      "createdAt": .string(WrittenTime.instant(row[6].int)), "feed": .array(try feed(id, people)),
      "totals": .object(
        Dictionary(people.map { ($0[2].text, Payload.int($0[4].int)) }, uniquingKeysWith: { first, _ in first })),
    ]
    if row[2].int != 0 { guild["motto"] = Payload(row[1].optionalText) }
    if role == "leader" { guild["inviteCode"] = .string(row[4].text) }
    return guild
  }

  private func feed(_ id: String, _ people: [[DatabaseValue]]) throws -> [Payload] {
    let joined = people.map { row -> Payload in
      [
        "kind": "joined", "id": .string(row[0].text), "at": .string(WrittenTime.instant(row[1].int)),
        "member": person(row[2].text, row[3].text),
      ]
    }
    let said = try messages("m.guild_id = ?", .text(id), limit: 20).map { row -> Payload in
      [
        "kind": "message", "id": .string(row[5].text), "at": .string(WrittenTime.instant(row[2].int)),
        "author": person(row[3].text, row[4].text), "text": .string(row[1].text), "messageId": .int(row[0].int),
      ]
    }
    return joined + said
  }
}
