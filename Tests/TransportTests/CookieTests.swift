import Diagnostics
import TestSupport
import Testing
import Transport
import Workspace

/// What a server sets at one URL, and what is sent to another.
private struct Visit: Sendable, CustomTestStringConvertible {
  let field: String
  let from: String
  let to: String
  let sent: String?
  let why: String
  var testDescription: String { why }

  init(_ field: String, from: String = "https://www.reader.example/a/b", to: String, sent: String?, _ why: String) {
    self.field = field
    self.from = from
    self.to = to
    self.sent = sent
    self.why = why
  }

  static let all = [
    Visit("a=b", to: "https://www.reader.example/a/c", sent: "a=b", "the default path is the folder"),
    Visit("a=b", to: "https://www.reader.example/a", sent: "a=b", "the folder itself"),
    Visit("a=b", to: "https://www.reader.example/ab", sent: nil, "a path that only starts alike"),
    Visit("a=b", to: "https://www.reader.example/", sent: nil, "a path above"),
    Visit("a=b; Path=/", to: "https://www.reader.example/x?y", sent: "a=b", "the whole host"),
    Visit("a=b; Path=/a/", to: "https://www.reader.example/a", sent: nil, "a path with a slash at its end"),
    Visit("a=b; Path=x", to: "https://www.reader.example/a/c", sent: "a=b", "a path that is none"),
    Visit("a=b; Path=/", to: "https://api.reader.example/", sent: nil, "host-only: a neighbour"),
    Visit("a=b; Path=/", to: "https://x.www.reader.example/", sent: nil, "host-only: a host below"),
    Visit("a=b; Path=/; Domain=reader.example", to: "https://api.reader.example/", sent: "a=b", "a domain"),
    Visit("a=b; Path=/; Domain=.Reader.Example", to: "https://reader.example/", sent: "a=b", "a domain with a dot"),
    Visit("a=b; Path=/; Domain=reader.example", to: "https://evilreader.example/", sent: nil, "a suffix without a dot"),
    Visit("a=b; Path=/; Domain=api.reader.example", to: "https://api.reader.example/", sent: nil, "a foreign domain"),
    Visit("a=b; Path=/; Domain=example", to: "https://www.reader.example/", sent: nil, "a domain without a dot"),
    Visit(
      "a=b; Path=/; Domain=0.0.1", from: "http://127.0.0.1/", to: "http://127.0.0.1/", sent: nil, "part of an address"),
    Visit("a=b; Path=/; Secure", to: "https://www.reader.example/", sent: "a=b", "secure over https"),
    Visit("a=b; Path=/; Secure", to: "http://www.reader.example/", sent: nil, "secure over http"),
    Visit(
      "a=b; Path=/; Secure", from: "http://www.reader.example/", to: "https://www.reader.example/", sent: nil,
      "secure, set over http"),
    Visit(
      "a=b; Path=/; Secure", from: "http://127.0.0.1:4010/", to: "http://127.0.0.1:4010/", sent: "a=b",
      "secure on loopback"),
    Visit("a=b; Path=/; Max-Age=60", to: "https://www.reader.example/", sent: "a=b", "a minute"),
    Visit("a=b; Path=/; Max-Age=0", to: "https://www.reader.example/", sent: nil, "no time at all"),
    Visit("a=b; Path=/; Max-Age=-1", to: "https://www.reader.example/", sent: nil, "less than none"),
    Visit("a=b; Path=/; Max-Age=x", to: "https://www.reader.example/", sent: "a=b", "a time that is none"),
    Visit(
      "a=b; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", to: "https://www.reader.example/", sent: nil, "long ago"),
    Visit(
      "a=b; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60", to: "https://www.reader.example/", sent: "a=b",
      "Max-Age wins"),
    Visit("a=b=c; Path=/", to: "https://www.reader.example/", sent: "a=b=c", "a value with ="),
    Visit("a=\"b c\"; Path=/", to: "https://www.reader.example/", sent: "a=\"b c\"", "a quoted value"),
    Visit("a=; Path=/", to: "https://www.reader.example/", sent: "a=", "an empty value"),
    Visit("=b; Path=/", to: "https://www.reader.example/", sent: nil, "no name"),
    Visit("b; Path=/", to: "https://www.reader.example/", sent: nil, "no ="),
    Visit("__Host-a=b; Path=/; Secure", to: "https://www.reader.example/", sent: "__Host-a=b", "a kept promise"),
    Visit("__Host-a=b; Path=/", to: "https://www.reader.example/", sent: nil, "__Host- without Secure"),
    Visit(
      "__Host-a=b; Path=/; Secure; Domain=reader.example", to: "https://www.reader.example/", sent: nil,
      "__Host- with a domain"),
    Visit("__Secure-a=b; Path=/", to: "https://www.reader.example/", sent: nil, "__Secure- without Secure"),
  ]
}

@Suite struct CookieTests {
  private func answer(_ fields: [String], from url: String) -> HTTPExchange {
    HTTPExchange(request: HTTPRequestSpec(url: url), status: 200, headers: fields.map { HTTPHeader("Set-Cookie", $0) })
  }

  @Test(arguments: Visit.all) private func followTheirAttributes(_ visit: Visit) {
    let jar = CookieJar(owner: "reader", clock: .fixed(1_000_000))
    jar.store(answer([visit.field], from: visit.from))
    #expect(jar.header(for: visit.to) == visit.sent)
  }

  @Test func longerPathsComeFirstThenOlderOnes() {
    let jar = CookieJar(owner: "reader", clock: .fixed(1_000_000))
    let url = "https://reader.example/a/b"
    jar.store(answer(["x=1; Path=/", "y=2; Path=/a", "z=3; Path=/"], from: url))
    #expect(jar.header(for: url) == "y=2; x=1; z=3")
    jar.store(answer(["x=4; Path=/"], from: url))
    #expect(jar.header(for: url) == "y=2; x=4; z=3", "a new value keeps the place of the old one")
    jar.store(answer(["y=; Path=/a; Max-Age=0", "z=; Path=/other; Max-Age=0"], from: url))
    #expect(jar.header(for: url) == "x=4; z=3", "what is ended at another path stays")
  }

  @Test func theyEndWithTheirTime() {
    let time = TestTime(1_000_000)
    let jar = CookieJar(owner: "reader", clock: WallClock { time.now })
    let url = "https://reader.example/"
    jar.store(answer(["a=b; Max-Age=60", "c=d"], from: url))
    time.advance(by: 59)
    #expect(jar.header(for: url) == "a=b; c=d")
    time.advance(by: 1)
    #expect(jar.header(for: url) == "c=d")
    #expect(!jar.contains("a") && jar.contains("c"))
  }

  @Test func aJarIsBounded() {
    let jar = CookieJar(owner: "reader", clock: .fixed(0))
    let url = "https://reader.example/"
    for number in 0..<1000 { jar.store(answer(["c\(number)=v; Path=/"], from: url)) }
    #expect(jar.header(for: url)?.split(separator: ";").count == 300)
    jar.store(answer(["big=" + String(repeating: "x", count: 5000)], from: url))
    #expect(jar.value("big", for: url) == nil)
  }

  @Test func valuesAreSecrets() {
    CookieJar(owner: "reader").store(answer(["a=s%3Aecret-4711"], from: "https://reader.example/"))
    #expect(SecretRegistry.shared.mask("x s%3Aecret-4711 y s:ecret-4711") == "x ‹reader's cookie› y ‹reader's cookie›")
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
  ])
  func datesAreRead(_ text: String, _ seconds: Double) {
    #expect(HTTPDate.seconds(of: text) == seconds)
  }

  @Test(arguments: ["", "tomorrow", "Thu, 30 Feb 2023 00:00:00 GMT", "Thu, 01 Jan 1970 24:00:00 GMT", "01 Jan 1970"])
  func whatIsNoDateIsNone(_ text: String) {
    #expect(HTTPDate.seconds(of: text) == nil)
  }

  @Test func redirectsCarryWhatTheirAnswersSet() async throws {
    let server = try FaultServer { request in
      switch request.target {
      case "/sign-in": .status(303, ["Location: /home", "Set-Cookie: session=cookie-4711; Path=/; HttpOnly"])
      default: .status(200, body: request.header("Cookie") ?? "none")
      }
    }
    defer { server.stop() }
    let origin = try #require(HTTPOrigin(url: server.url))
    let transport = CookieTransport(
      CurlTransport(options: .patient), jar: CookieJar(owner: "reader"), audiences: [origin])
    let exchange = try await transport.send(HTTPRequestSpec(method: "POST", url: server.url + "/sign-in", body: [0x61]))
    #expect(exchange.body == Array("session=cookie-4711".utf8))
    #expect(exchange.hops.map(\.status) == [303])
    #expect(exchange.setCookies.map(\.name) == ["session"])
    var bare = HTTPRequestSpec(url: server.url)
    bare.usesCookies = false
    #expect(try await transport.send(bare).body == Array("none".utf8))
    let own = HTTPRequestSpec(url: server.url, headers: [HTTPHeader("Cookie", "mine=1")])
    #expect(try await transport.send(own).body == Array("mine=1".utf8))
  }

  @Test func otherPortsOfTheHostGetNone() async throws {
    let server = try FaultServer { _ in .status(200, ["Set-Cookie: session=cookie-4712; Path=/"]) }
    let other = try FaultServer { _ in .status(200, ["Set-Cookie: planted=cookie-4713; Path=/"]) }
    defer {
      server.stop()
      other.stop()
    }
    let origin = try #require(HTTPOrigin(url: server.url))
    let jar = CookieJar(owner: "reader")
    let transport = CookieTransport(CurlTransport(options: .patient), jar: jar, audiences: [origin])
    _ = try await transport.send(HTTPRequestSpec(url: server.url))
    _ = try await transport.send(HTTPRequestSpec(url: other.url))
    #expect(other.requests.first?.header("Cookie") == nil)
    #expect(jar.contains("session") && !jar.contains("planted"))
  }
}
