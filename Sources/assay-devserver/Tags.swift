/// Words that readers collect.
struct Tags {
  let database: Database

  /// All tags in no order, as a set gives them, and each owner's in theirs.
  func list(_ request: Request, user: String) throws -> Answer {
    let rows = try database.rows(
      "SELECT u.id, t.tag FROM users u LEFT JOIN tags t ON t.user_id = u.id ORDER BY u.email, t.tag")
    var byOwner: [String: [Payload]] = [:]
    for row in rows { byOwner[row[0].text, default: []] += row[1].optionalText.map { [.string($0)] } ?? [] }
    var generator = SystemRandomNumberGenerator()
    let all = Set(rows.compactMap { $0[1].optionalText }).sorted().shuffled(using: &generator)
    return .ok(["tags": .array(all.map(Payload.string)), "byOwner": .object(byOwner.mapValues(Payload.array))])
  }
}
