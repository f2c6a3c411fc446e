/// What happened in the reader's guilds.
struct Notifications {
  private static let greatestCount = 50
  /// Milliseconds that a notification is worth showing at once.
  private static let life = 60_000
  let database: Database

  /// Tells those who are members that somebody has joined.
  func tell(membersOf guild: String, thatJoined actor: String, at instant: Int) throws {
    let members = try database.rows("SELECT user_id FROM members WHERE guild_id = ?", .text(guild))
    for member in members {
      try database.rows(
        "INSERT INTO notifications (id, user_id, guild_id, actor_id, reference, sent_at) VALUES (?, ?, ?, ?, ?, ?)",
        .text(Random.ulid(at: instant)), .text(member[0].text), .text(guild), .text(actor), .text(Random.nanoid()),
        .int(instant))
    }
  }

  /// Newest first.
  func list(_ request: Request, user: String) throws -> Answer {
    let rows = try database.rows(
      """
      SELECT n.id, n.guild_id, n.reference, n.sent_at, g.name, u.display_name,
        (SELECT COUNT(*) FROM members WHERE guild_id = g.id)
      FROM notifications n JOIN guilds g ON g.id = n.guild_id JOIN users u ON u.id = n.actor_id
      WHERE n.user_id = ? ORDER BY n.sent_at DESC, n.id DESC LIMIT ?
      """, .text(user), .int(Self.greatestCount))
    return .ok(.array(try rows.map { try notification($0, request) }))
  }

  private func notification(_ row: [DatabaseValue], _ request: Request) throws -> Payload {
    let guild = row[1].text
    let sent = row[3].int
    let age = max(0, request.now - sent)
    let path = "/guilds/\(guild)"
    let payload: Payload = ["guildId": .string(guild), "memberCount": .int(row[6].int)]
    return [
      "id": .string(row[0].text), "text": .string("\(row[5].text) joined \(row[4].text) \(WrittenTime.ago(age))"),
      "path": .string(path), "url": .string("http://\(request.host)\(path)?ref=\(row[2].text)"),
      "payload": .string(String(decoding: payload.bytes, as: UTF8.self)), "ageMs": .int(age),
      "ids": .string(try messages(guild)), "sentEpoch": .int(sent / 1000), "sentEpochMs": .int(sent),
      "sentDate": .string(WrittenTime.mailDate(sent)),
      "ttl": .string(WrittenTime.duration(max(0, Self.life - age))),
    ]
  }

  /// The ids of the guild's first messages, joined.
  private func messages(_ guild: String) throws -> String {
    let rows = try database.rows("SELECT id FROM messages WHERE guild_id = ? ORDER BY id LIMIT 20", .text(guild))
    return rows.map { String($0[0].int) }.joined(separator: ",")
  }
}
