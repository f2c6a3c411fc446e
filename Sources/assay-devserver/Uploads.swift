/// Takes files at URLs that carry their own permission.
struct Uploads {
  /// The greatest size of a file.
  static let maximumBytes = 4 << 20
  /// Seconds that a URL works.
  private static let life = 900
  static let prefix = "/uploads/"

  let database: Database
  let run: ServerRun

  /// Where files go: another origin than the API's, which gets no credentials.
  static func origin(_ request: Request) -> String { "http://localhost:\(request.port)" }

  /// What a client needs to send the file of a key.
  func permission(_ key: String, _ request: Request) -> Payload {
    let end = request.now + Self.life * 1000
    let path = Self.prefix + key
    let query = "expires=\(end / 1000)&signature=\(signature(path, expires: String(end / 1000)))"
    return [
      "url": .string("\(Self.origin(request))\(path)?\(query)"), "method": "PUT",
      "headers": ["Content-Type": "application/octet-stream"], "expiresAt": .string(WrittenTime.instant(end)),
    ]
  }

  /// Takes a file, also again.
  func put(_ request: Request) throws -> Answer {
    if request.headers["Authorization"] != nil {
      throw Refusal(
        status: 400, code: "unexpected_credentials", message: "The URL is the permission: send no credentials here.")
    }
    let key = request.parameters["key"] ?? ""
    let expires = request.query["expires"] ?? ""
    guard Digest.areEqual(request.query["signature"] ?? "", signature(Self.prefix + key, expires: expires)),
      let end = Int(expires), end > request.now / 1000
    else { throw Refusal.forbidden }
    let digest = Digest.hex(request.body)
    let lines = request.body.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    // What is complete stays as it was summed up.
    try database.rows(
      """
      UPDATE activities SET received_byte_count = ?, received_sha256 = ?, received_lines = ?
      WHERE upload_key = ? AND is_complete = 0
      """,
      .int(request.body.count), .text(digest), .int(lines), .text(key))
    return .ok(["byteCount": .int(request.body.count), "sha256": .string(digest)])
  }

  private func signature(_ path: String, expires: String) -> String {
    Digest.code("PUT\n\(path)\n\(expires)", key: run.uploadKey)
  }
}
