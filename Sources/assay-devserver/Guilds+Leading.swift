/// What leaders change, and how members come and go.
extension Guilds {
  /// Seconds that a code lives once it was asked for; the first one of a guild does not end.
  private static let inviteLife = 7 * 86_400
  private static let roles = ["leader", "officer", "member"]

  /// What the body leaves out stays; null takes the motto away.
  func change(_ request: Request, user: String) throws -> Answer {
    let id = try led(request, user)
    let body = try Fields(request.body)
    let name = body.text("name", limit: 60, trimmed: true)
    let motto = body.text("motto", nullable: true, limit: 200)
    let isPublic = body.optionalBool("isPublic")
    let goal = body.has("weeklyGoal") ? body.requiredInt("weeklyGoal", in: 1...100) : nil
    try body.check()
    try database.transaction {
      if let name { try database.rows("UPDATE guilds SET name = ? WHERE id = ?", .text(name), .text(id)) }
      if body.has("motto") {
        try database.rows(
          "UPDATE guilds SET motto = ?, has_motto = 1 WHERE id = ?", DatabaseValue(motto), .text(id))
      }
      if let isPublic {
        try database.rows("UPDATE guilds SET is_public = ? WHERE id = ?", .int(isPublic ? 1 : 0), .text(id))
      }
      if let goal { try database.rows("UPDATE guilds SET weekly_goal = ? WHERE id = ?", .int(goal), .text(id)) }
    }
    return .ok(try detail(id, user: user))
  }

  func leave(_ request: Request, user: String) throws -> Answer {
    let id = try membership(request, user)
    try keepLeader(of: id, without: user)
    try database.rows("DELETE FROM members WHERE guild_id = ? AND user_id = ?", .text(id), .text(user))
    return .empty
  }

  /// What an invite shows before joining.
  func preview(_ request: Request, user: String) throws -> Answer {
    let code = request.parameters["inviteCode"] ?? ""
    guard
      let row = try database.rows(
        """
        SELECT id, name, (SELECT COUNT(*) FROM members WHERE guild_id = guilds.id) FROM guilds
        WHERE invite_code = ? AND (invite_ends_at IS NULL OR invite_ends_at > ?)
        """, .text(code), .int(request.now)
      ).first
    else { throw Refusal.notFound }
    return .ok([
      "guildId": .string(row[0].text), "name": .string(row[1].text), "memberCount": .int(row[2].int),
      "invitePath": .string("/join/\(code)"),
    ])
  }

  func rotateInvite(_ request: Request, user: String) throws -> Answer {
    let id = try led(request, user)
    let code = Random.inviteCode()
    let end = request.now + Self.inviteLife * 1000
    try database.rows(
      "UPDATE guilds SET invite_code = ?, invite_ends_at = ? WHERE id = ?", .text(code), .int(end), .text(id))
    return .created([
      "inviteCode": .string(code), "inviteUrl": .string("https://reader.example/join/\(code)"),
      "expiresAt": .string(WrittenTime.instant(end)),
    ])
  }

  func changeMember(_ request: Request, user: String) throws -> Answer {
    let id = try led(request, user)
    let member = request.parameters["userId"] ?? ""
    guard try self.role(of: member, in: id) != nil else { throw Refusal.notFound }
    let body = try Fields(request.body)
    let role = body.choice("role", Self.roles, required: true) ?? ""
    try body.check()
    if role != "leader" { try keepLeader(of: id, without: member) }
    try database.rows(
      "UPDATE members SET role = ? WHERE guild_id = ? AND user_id = ?", .text(role), .text(id), .text(member))
    let row =
      try database.rows(
        """
        SELECT u.display_name, m.joined_at FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.guild_id = ? AND m.user_id = ?
        """, .text(id), .text(member)
      ).first ?? []
    return .ok([
      "user": person(member, row[0].text), "role": .string(role), "joinedAt": .string(WrittenTime.instant(row[1].int)),
    ])
  }

  /// The guild that the path names, which the user must lead.
  private func led(_ request: Request, _ user: String) throws -> String {
    let id = try membership(request, user)
    guard try role(of: user, in: id) == "leader" else { throw Refusal.forbidden }
    return id
  }

  /// Refuses to take the last leader away.
  private func keepLeader(of guild: String, without user: String) throws {
    let leaders = try database.rows("SELECT user_id FROM members WHERE guild_id = ? AND role = 'leader'", .text(guild))
    if leaders.map({ $0[0].text }) == [user] { throw Refusal.conflict("A guild needs a leader.") }
  }
}
