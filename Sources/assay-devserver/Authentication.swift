/// Says whom a request comes from: by bearer token, signature, API key or cookie.
struct Authentication {
  private static let signatureScheme = "HMAC-SHA256 "
  private static let keyID = "ada"
  /// Seconds that a signature's time may be off.
  private static let tolerance = 300

  let sessions: Sessions
  let accounts: Accounts
  let run: ServerRun
  /// Whether a bad Authorization header gives way to a good cookie, as one drift has it.
  let fallsBackToCookie: Bool
  /// The machine's time in seconds since 1970, which clients sign with while the server's own clock is shifted.
  let machineTime: @Sendable () -> Int

  /// The caller; a request with an Authorization header is judged by that alone.
  ///
  /// - Returns: The user's id, and the family of the session where one was used.
  func caller(_ request: Request) throws -> (user: String, family: String?) {
    if let authorization = request.headers["Authorization"] {
      if let caller = try caller(request, authorization) { return caller }
      guard fallsBackToCookie else { throw Refusal.unauthenticated }
    } else if let key = request.headers["X-API-Key"] {
      guard Digest.areEqual(key, run.apiKey) else { throw Refusal.unauthenticated }
      return (try accounts.ada(), nil)
    }
    guard let token = request.cookie("session"),
      let holder = try sessions.holder(of: token, isCookie: true, now: request.now)
    else { throw Refusal.unauthenticated }
    if request.isWrite {
      guard let expected = request.cookie("csrf"), !expected.isEmpty,
        Digest.areEqual(request.headers["X-CSRF-Token"] ?? "", expected)
      else { throw Refusal.forbidden("The X-CSRF-Token header is not the csrf cookie.") }
    }
    return holder
  }

  private func caller(_ request: Request, _ authorization: String) throws -> (user: String, family: String?)? {
    if authorization.hasPrefix(Self.signatureScheme) {
      let credentials = authorization.dropFirst(Self.signatureScheme.count)
      return isSigned(request, String(credentials)) ? (try accounts.ada(), nil) : nil
    }
    guard authorization.lowercased().hasPrefix("bearer ") else { return nil }
    return try sessions.holder(of: String(authorization.dropFirst(7)), now: request.now)
  }

  private func isSigned(_ request: Request, _ credentials: String) -> Bool {
    let parts = credentials.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == Self.keyID, let timestamp = request.headers["X-Timestamp"],
      timestamp.utf8.count <= 12, let time = Int(timestamp),
      [request.now / 1000, machineTime()].contains(where: { abs($0 - time) <= Self.tolerance })
    else { return false }
    let message = "\(request.method)\n\(request.target)\n\(timestamp)\n\(Digest.hex(request.body))"
    return Digest.areEqual(parts[1].lowercased(), Digest.code(message, key: Array(run.signingKey.utf8)))
  }
}
