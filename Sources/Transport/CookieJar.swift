internal import Diagnostics
internal import Synchronization
public import Workspace

/// The cookies of one persona (RFC 6265); each value is a registered secret before anything else sees it.
public final class CookieJar: Sendable {
  /// Most cookies of a jar; of more the oldest go.
  private static let capacity = 300

  private let owner: String
  private let clock: WallClock
  /// In the order in which they were first set.
  private let cookies = Mutex<[HTTPCookie]>([])

  /// Creates an empty jar.
  ///
  /// - Parameters:
  ///   - owner: Whose cookies these are, for the names of secrets.
  ///   - clock: Tells when cookies end.
  public init(owner: String, clock: WallClock = .system) {
    self.owner = owner
    self.clock = clock
  }

  /// Keeps what an answer sets, and forgets what it ends.
  public func store(_ exchange: HTTPExchange) {
    guard let url = ParsedURL(exchange.url) else { return }
    let now = clock.now()
    for field in exchange.headers.all(named: "Set-Cookie") {
      guard let cookie = HTTPCookie(field: field, from: url, now: now) else { continue }
      SecretRegistry.shared.register(cookie.value, name: "\(owner)'s cookie")
      SecretRegistry.shared.register(PercentEncoding.decode(cookie.value), name: "\(owner)'s cookie")
      cookies.withLock { Self.keep(cookie, in: &$0, now) }
    }
  }

  /// The value of `Cookie` for a request; nil when no cookie belongs to it.
  public func header(for url: String) -> String? {
    let found = belonging(to: url)
    return found.isEmpty ? nil : found.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// The value of the cookie that a request would carry under a name; nil when it carries none.
  public func value(_ name: String, for url: String) -> String? {
    belonging(to: url).first { $0.name == name }?.value
  }

  /// Whether there is a cookie with a name, wherever it goes.
  public func contains(_ name: String) -> Bool {
    let now = clock.now()
    return cookies.withLock { $0 }.contains { $0.name == name && ($0.expiry ?? .infinity) > now }
  }

  /// Longer paths first, then older cookies (section 5.4).
  private func belonging(to url: String) -> [HTTPCookie] {
    guard let url = ParsedURL(url) else { return [] }
    let now = clock.now()
    let found = cookies.withLock { $0 }.filter { ($0.expiry ?? .infinity) > now && $0.belongs(to: url) }
    return found.enumerated().sorted { a, b in
      let lengths = (a.element.path.utf8.count, b.element.path.utf8.count)
      return lengths.0 == lengths.1 ? a.offset < b.offset : lengths.0 > lengths.1
    }.map(\.element)
  }

  private static func keep(_ cookie: HTTPCookie, in cookies: inout [HTTPCookie], _ now: Double) {
    let isOver = (cookie.expiry ?? .infinity) <= now
    if let index = cookies.firstIndex(where: { cookie.replaces($0) }) {
      if isOver { cookies.remove(at: index) } else { cookies[index] = cookie }
    } else if !isOver {
      cookies.append(cookie)
      if cookies.count > capacity { cookies.removeFirst() }
    }
  }
}
