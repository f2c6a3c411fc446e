/// Reading plans and today's reading.
struct Readings {
  let database: Database
  let accounts: Accounts

  func plans(_ request: Request, user: String) throws -> Answer {
    let rows = try database.rows("SELECT slug, title, days FROM plans ORDER BY place")
    return .ok(
      .array(
        try rows.map { row in
          [
            "slug": .string(row[0].text), "title": .string(row[1].text), "days": .int(row[2].int),
            "status": .string(try status(row[0].text, user, days: row[2].int)),
          ]
        }))
  }

  /// A plan with what is read on each of its days.
  func plan(_ request: Request, user: String) throws -> Answer {
    let slug = try plan(request).slug
    let row = try database.rows("SELECT title, days FROM plans WHERE slug = ?", .text(slug)).first ?? []
    let readings = try database.rows(
      "SELECT day, reference, title, half_minutes FROM readings WHERE plan_slug = ? ORDER BY day", .text(slug))
    return .ok([
      "slug": .string(slug), "title": .string(row[0].text), "days": .int(row[1].int),
      "status": .string(try status(slug, user, days: row[1].int)),
      "readings": .array(
        readings.map { reading in
          [
            "day": .int(reading[0].int), "reference": .string(reading[1].text), "title": .string(reading[2].text),
            "minutes": .double(Double(reading[3].int) / 2),
          ]
        }),
    ])
  }

  /// Chapters read on each day of the month.
  func calendar(_ request: Request, user: String) throws -> Answer {
    let month = String(WrittenTime.day(request.now).prefix(7))
    let rows = try database.rows(
      "SELECT day, COUNT(*) FROM checks WHERE user_id = ? AND substr(day, 1, 7) = ? GROUP BY day", .text(user),
      .text(month))
    let days = rows.map { ($0[0].text, ["chapters": .int($0[1].int)] as Payload) }
    return .ok(["month": .string(month), "days": .object(Dictionary(days) { first, _ in first })])
  }

  func start(_ request: Request, user: String) throws -> Answer {
    let plan = try plan(request)
    guard try startedAt(plan.slug, user) == nil else { throw Refusal.conflict("The plan has been started.") }
    try database.rows(
      "INSERT INTO started_plans (user_id, plan_slug, started_at) VALUES (?, ?, ?)", .text(user), .text(plan.slug),
      .int(request.now))
    return .created(try progress(plan, user))
  }

  func progress(_ request: Request, user: String) throws -> Answer { .ok(try progress(try plan(request), user)) }

  func today(_ request: Request, user: String) throws -> Answer {
    guard
      let row = try database.rows(
        "SELECT plan_slug FROM started_plans WHERE user_id = ? ORDER BY started_at DESC, plan_slug LIMIT 1", .text(user)
      ).first
    else { throw Refusal.notFound }
    return .ok(try today(row[0].text, user, request))
  }

  func check(_ request: Request, user: String) throws -> Answer {
    let body = try Fields(request.body)
    let slug = body.text("planSlug", required: true) ?? ""
    try body.check()
    guard try startedAt(slug, user) != nil else { throw Refusal.notFound }
    let day = WrittenTime.day(request.now)
    let isNew = try database.rows(
      "SELECT 1 FROM checks WHERE user_id = ? AND plan_slug = ? AND day = ?", .text(user), .text(slug), .text(day)
    ).isEmpty
    if isNew {
      try database.transaction {
        try database.rows(
          "INSERT INTO checks (user_id, plan_slug, day, checked_at) VALUES (?, ?, ?, ?)", .text(user), .text(slug),
          .text(day), .int(request.now))
        try accounts.reward(user, xp: 10)
      }
    }
    return .ok(try today(slug, user, request))
  }

  private func today(_ slug: String, _ user: String, _ request: Request) throws -> Payload {
    let day = WrittenTime.day(request.now)
    let done = try completed(slug, user)
    let checked = try database.rows(
      "SELECT checked_at FROM checks WHERE user_id = ? AND plan_slug = ? AND day = ?", .text(user), .text(slug),
      .text(day)
    ).first?.first?.optionalInt
    let index = max(1, done + (checked == nil ? 1 : 0))
    guard
      let row = try database.rows(
        "SELECT reference, title, half_minutes FROM readings WHERE plan_slug = ? AND day <= ? ORDER BY day DESC LIMIT 1",
        .text(slug), .int(index)
      ).first
    else { throw Refusal.notFound }
    return [
      "day": .string(day), "planSlug": .string(slug),
      "reading": [
        "reference": .string(row[0].text), "title": .string(row[1].text), "minutes": .double(Double(row[2].int) / 2),
      ],
      "checkedAt": checked.map { .string(WrittenTime.instant($0)) } ?? .null,
    ]
  }

  private func plan(_ request: Request) throws -> (slug: String, days: Int) {
    let slug = request.parameters["planSlug"] ?? ""
    guard let row = try database.rows("SELECT days FROM plans WHERE slug = ?", .text(slug)).first else {
      throw Refusal.notFound
    }
    return (slug, row[0].int)
  }

  private func progress(_ plan: (slug: String, days: Int), _ user: String) throws -> Payload {
    let done = try completed(plan.slug, user)
    let started = try startedAt(plan.slug, user)
    return [
      "planSlug": .string(plan.slug), "status": .string(try status(plan.slug, user, days: plan.days)),
      "startedAt": started.map { .string(WrittenTime.instant($0)) } ?? .null, "completed": .int(done),
      "share": .double(Double(done) / Double(plan.days)),
    ]
  }

  private func status(_ slug: String, _ user: String, days: Int) throws -> String {
    guard try startedAt(slug, user) != nil else { return "notStarted" }
    return try completed(slug, user) >= days ? "finished" : "active"
  }

  private func startedAt(_ slug: String, _ user: String) throws -> Int? {
    try database.rows(
      "SELECT started_at FROM started_plans WHERE user_id = ? AND plan_slug = ?", .text(user), .text(slug)
    ).first?.first?.int
  }

  private func completed(_ slug: String, _ user: String) throws -> Int {
    try database.rows("SELECT COUNT(*) FROM checks WHERE user_id = ? AND plan_slug = ?", .text(user), .text(slug))
      .first?.first?.int ?? 0
  }
}
