/// Finds the handler of a request and turns everything that can happen into an answer.
///
/// Used by one thread: the server's polling thread.
final class Router {
  private let table: RouteTable
  private let drifts: Set<Drift>
  private let appKey: String?

  init(_ database: Database, options: Options) {
    table = RouteTable(database, options: options)
    drifts = options.drifts
    appKey = options.appKey
  }

  /// The answer to a request; HEAD is answered as GET, its body is left out by the server.
  func answer(_ request: Request) -> Answer {
    var request = request
    guard let path = Drift.path(request.path, drifts) else { return changed(.refusal(.notFound), route: "") }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var matches: [(route: Route, parameters: [String: String])] = []
    for route in table.routes {
      if let parameters = route.parameters(of: segments) { matches.append((route, parameters)) }
    }
    guard !matches.isEmpty else { return changed(.refusal(.notFound), route: "") }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let match = matches.first(where: { $0.route.method == method }) else {
      return changed(.wrongMethod(allowed: matches.map(\.route.method)), route: "")
    }
    request.parameters = match.parameters
    return changed(perform(match.route, request), route: match.route.id)
  }

  private func perform(_ route: Route, _ request: Request) -> Answer {
    do {
      if route.isOfTheApp { try checkApp(request) }
      switch route.access {
      case .anyone(let handler): return try handler(request)
      case .signedIn(let handler):
        let caller = try table.authentication.caller(request)
        var request = request
        request.family = caller.family
        return try handler(request, caller.user)
      }
    } catch let refusal as Refusal {
      return .refusal(refusal)
    } catch {
      return Answer(status: 500, body: ["error": ["code": "internal", "message": .string("\(error)")]])
    }
  }

  private func checkApp(_ request: Request) throws {
    if !drifts.contains(.minimumVersionIgnored) { try AppVersion.check(request) }
    if let appKey, request.isWrite, !Digest.areEqual(request.headers["X-App-Key"] ?? "", appKey) {
      throw Refusal.forbidden("X-App-Key is not the app's key.")
    }
  }

  private func changed(_ answer: Answer, route: String) -> Answer {
    Drift.allCases.filter(drifts.contains).reduce(answer) { $1.change($0, route: route) }
  }
}
