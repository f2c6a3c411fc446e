/// Finds the handler of a request and turns everything that can happen into an answer.
///
/// Used by one thread: the server's polling thread.
final class Router {
  private enum Access {
    case anyone((Request) throws -> Answer)
    case signedIn((Request, String) throws -> Answer)
  }
  private struct Route {
    let id: String
    let method: String
    let segments: [Substring]
    let access: Access

    init(
      _ id: String, _ method: String, _ path: String, _ handler: @escaping (Request, String) throws -> Answer
    ) {
      self.id = id
      self.method = method
      segments = path.split(separator: "/")
      access = .signedIn(handler)
    }

    init(_ id: String, _ method: String, _ path: String, anyone handler: @escaping (Request) throws -> Answer) {
      self.id = id
      self.method = method
      segments = path.split(separator: "/")
      access = .anyone(handler)
    }
  }

  private let accounts: Accounts
  private let routes: [Route]
  private let drifts: Set<Drift>

  init(_ database: Database, options: Options) {
    let accounts = Accounts(database: database)
    self.accounts = accounts
    drifts = options.drifts
    routes = Self.routes(database, accounts, options)
  }

  private static func routes(_ database: Database, _ accounts: Accounts, _ options: Options) -> [Route] {
    let guilds = Guilds(database: database)
    let readings = Readings(database: database, accounts: accounts)
    let journal = Journal(database: database, accounts: accounts)
    let status = Status(options: options)
    return [
      Route("dev.status", "GET", "/api/dev/status", anyone: { status.show($0) }),
      Route("auth.signIn", "POST", "/api/auth/sign-in", anyone: { try accounts.signIn($0) }),
      Route("auth.refresh", "POST", "/api/auth/refresh", anyone: { try accounts.refresh($0) }),
      Route("me.show", "GET", "/api/me") { try accounts.me($0, user: $1) },
      Route("profile.show", "GET", "/api/profile") { try accounts.profile($0, user: $1) },
      Route("leaderboard.show", "GET", "/api/leaderboard") { try accounts.leaderboard($0, user: $1) },
      Route("guilds.create", "POST", "/api/guilds") { try guilds.create($0, user: $1) },
      Route("guilds.list", "GET", "/api/guilds") { try guilds.list($0, user: $1) },
      Route("guilds.show", "GET", "/api/guilds/{guildId}") { try guilds.show($0, user: $1) },
      Route("guilds.join", "POST", "/api/guilds/{guildId}/join") { try guilds.join($0, user: $1) },
      Route("guilds.members", "GET", "/api/guilds/{guildId}/members") { try guilds.members($0, user: $1) },
      Route("messages.send", "POST", "/api/guilds/{guildId}/messages") { try guilds.send($0, user: $1) },
      Route("messages.list", "GET", "/api/guilds/{guildId}/messages") { try guilds.messages($0, user: $1) },
      Route("plans.list", "GET", "/api/plans") { try readings.plans($0, user: $1) },
      Route("plans.start", "POST", "/api/plans/{planSlug}/start") { try readings.start($0, user: $1) },
      Route("plans.progress", "GET", "/api/plans/{planSlug}/progress") { try readings.progress($0, user: $1) },
      Route("today.show", "GET", "/api/today") { try readings.today($0, user: $1) },
      Route("today.check", "POST", "/api/today/check") { try readings.check($0, user: $1) },
      Route("journal.write", "POST", "/api/journal") { try journal.write($0, user: $1) },
      Route("journal.list", "GET", "/api/journal") { try journal.list($0, user: $1) },
      Route("journal.show", "GET", "/api/journal/{entryId}") { try journal.show($0, user: $1) },
      Route("journal.change", "PATCH", "/api/journal/{entryId}") { try journal.change($0, user: $1) },
      Route("journal.delete", "DELETE", "/api/journal/{entryId}") { try journal.delete($0, user: $1) },
    ]
  }

  /// The answer to a request; HEAD is answered as GET, its body is left out by the server.
  func answer(_ request: Request) -> Answer {
    var request = request
    var path = request.path
    if drifts.contains(.basePathMoved) {
      if path.hasPrefix("/api/") { return .refusal(.notFound) }
      path = "/api" + path
    }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var matches: [(route: Route, parameters: [String: String])] = []
    for route in routes {
      if let parameters = Self.match(route.segments, segments) { matches.append((route, parameters)) }
    }
    guard !matches.isEmpty else { return .refusal(.notFound) }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let match = matches.first(where: { $0.route.method == method }) else {
      return .wrongMethod(allowed: matches.map(\.route.method))
    }
    request.parameters = match.parameters
    var answer = perform(match.route, request)
    for drift in Drift.allCases where drifts.contains(drift) { answer = drift.change(answer, route: match.route.id) }
    return answer
  }

  private func perform(_ route: Route, _ request: Request) -> Answer {
    do {
      switch route.access {
      case .anyone(let handler): return try handler(request)
      case .signedIn(let handler): return try handler(request, try accounts.user(of: request))
      }
    } catch let refusal as Refusal {
      return .refusal(refusal)
    } catch {
      return Answer(status: 500, body: ["error": ["code": "internal", "message": .string("\(error)")]])
    }
  }

  private static func match(_ template: [Substring], _ path: ArraySlice<Substring>) -> [String: String]? {
    guard template.count == path.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, segment) in zip(template, path) {
      if part.hasPrefix("{") {
        guard !segment.isEmpty else { return nil }
        parameters[String(part.dropFirst().dropLast())] = String(segment)
      } else if part != segment {
        return nil
      }
    }
    return parameters
  }
}
