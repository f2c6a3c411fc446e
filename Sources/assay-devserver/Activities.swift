/// Activities: announced, uploaded, completed, and summed up a little later.
struct Activities {
  /// Reads after completion until the summary is there.
  private static let readsUntilReady = 3
  private static let columns = """
    id, client_id, byte_count, sha256, upload_key, received_byte_count, received_sha256, received_lines, is_complete,
    reads, finished_at, file_name
    """
  let database: Database
  let uploads: Uploads

  /// Announces a file; the same client id again gives the same activity.
  func create(_ request: Request, user: String) throws -> Answer {
    let body = try Fields(request.body)
    let client = body.text("clientId", required: true, must: "a UUID", Self.isUUID)?.lowercased() ?? ""
    let name = body.text("fileName", required: true, limit: 200) ?? ""
    let count = body.requiredInt("byteCount", in: 0...Uploads.maximumBytes) ?? 0
    let digest = body.text("sha256", required: true, must: "64 hexadecimal digits", Self.isDigest)?.lowercased() ?? ""
    try body.check()
    let known = try database.rows(
      "SELECT \(Self.columns) FROM activities WHERE user_id = ? AND client_id = ?", .text(user), .text(client)
    ).first
    if let known {
      guard known[2].int == count, known[3].text == digest, known[11].text == name else {
        throw Refusal.conflict("This clientId has announced another file.")
      }
      return .ok(announcement(known, request))
    }
    let id = Random.cuid()
    try database.rows(
      """
      INSERT INTO activities (id, user_id, client_id, file_name, byte_count, sha256, upload_key, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(id), .text(user), .text(client), .text(name), .int(count), .text(digest), .text(Random.hex(32)),
      .int(request.now))
    return .created(announcement(try row(id, user), request))
  }

  func complete(_ request: Request, user: String) throws -> Answer {
    let row = try row(request.parameters["activityId"] ?? "", user)
    guard let received = row[6].optionalText else { throw Refusal.conflict("The file has not been uploaded.") }
    guard received == row[3].text else { throw Refusal.invalid(["sha256": "is not that of the uploaded file"]) }
    try database.rows("UPDATE activities SET is_complete = 1 WHERE id = ?", row[0])
    return .accepted(["id": .string(row[0].text), "status": "processing"])
  }

  /// Counts the reads since completion, which take the place of the time that a summary needs.
  func show(_ request: Request, user: String) throws -> Answer {
    var row = try row(request.parameters["activityId"] ?? "", user)
    if row[8].int != 0, row[10].optionalInt == nil {
      let reads = row[9].int + 1
      let end: DatabaseValue = reads >= Self.readsUntilReady ? .int(request.now) : .null
      try database.rows("UPDATE activities SET reads = ?, finished_at = ? WHERE id = ?", .int(reads), end, row[0])
      row[10] = end
    }
    let status = Self.status(row)
    guard let end = row[10].optionalInt else {
      return .ok([
        "id": .string(row[0].text), "status": .string(status), "retryAfterMs": status == "announced" ? 1000 : 50,
      ])
    }
    return .ok([
      "id": .string(row[0].text), "status": .string(status),
      "summary": [
        "byteCount": .int(row[5].int), "sha256": .string(row[6].text), "lines": .int(row[7].int),
        "finishedAt": .string(WrittenTime.instant(end)),
      ],
    ])
  }

  private static func status(_ row: [DatabaseValue]) -> String {
    row[8].int == 0 ? "announced" : row[10].optionalInt == nil ? "processing" : "ready"
  }

  private func announcement(_ row: [DatabaseValue], _ request: Request) -> Payload {
    [
      "id": .string(row[0].text), "status": .string(Self.status(row)),
      "upload": uploads.permission(row[4].text, request),
    ]
  }

  private func row(_ id: String, _ user: String) throws -> [DatabaseValue] {
    guard
      let row = try database.rows(
        "SELECT \(Self.columns) FROM activities WHERE id = ? AND user_id = ?", .text(id), .text(user)
      ).first
    else { throw Refusal.notFound }
    return row
  }

  private static func isUUID(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isHexadecimalDigit }
  }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy(\.isHexadecimalDigit)
  }
}
