import JSONText
import TestSupport
import Testing
import Transport
import Workspace

@Suite struct DevServerSurvivalTests {
  static let rawRequests: [[UInt8]] = [
    [], [0], Array("\r\n\r\n".utf8), Array("GET".utf8), Array("GET /\r\n\r\n".utf8),
    Array("GET / HTTP/9.9\r\n\r\n".utf8),
    Array("GET /api/me%00%ff%zz?%=&&=a&%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8),
    Array("GET /api/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ".utf8)
      + [0xFF, 0xFE] + Array("\r\n\r\n".utf8),
    Array("POST /api/auth/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}".utf8),
    Array("POST /api/auth/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n{}".utf8),
    Array("POST /api/auth/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n{}".utf8),
    Array("POST /api/auth/sign-in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}".utf8),
    Array("BREW /api/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8),
    Array(("GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n\r\n").utf8),
    Array(("GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 20_000) + "\r\n").utf8),
    (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 31) },
    // A host that is none, cookies that are none, a time that no number holds.
    request("GET /api/config HTTP/1.1", "Host: a\"b c\u{7F}"), request("GET /api/config HTTP/1.0"),
    request("GET /api/me HTTP/1.1", "Host: a", "Cookie: ;;=;session;session=;session==\u{E9}"),
    request(
      "GET /api/me HTTP/1.1", "Host: a", "X-Timestamp: -9223372036854775808", "Authorization: HMAC-SHA256 ada:0"),
    request("GET /api/me HTTP/1.1", "Host: a", "X-App-Version: 9223372036854775808.-1"),
    request("GET /api/screens/home HTTP/1.1", "Host: a", "If-None-Match: W/,\"\",*\u{1}"),
    request("PUT /uploads/%00?expires=-9223372036854775808&signature=%00 HTTP/1.1", "Host: a"),
    request("PUT /uploads/a?expires&signature HTTP/1.1", "Host: a", "Content-Length: 4194305"),
    request("POST /api/auth/form HTTP/1.1", "Host: a", "Content-Type: application/x-www-form-urlencoded"),
    request("GET /api/dev/mailbox?to=%ff%00 HTTP/1.1", "Host: a"),
    request("DELETE * HTTP/1.1", "Host: a"), request("OPTIONS * HTTP/1.1", "Host: a"),
    request("GET http://a/api/me?%zz HTTP/1.1", "Host: a"),
  ]

  /// A head without a body.
  private static func request(_ lines: String...) -> [UInt8] {
    Array((lines + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8)
  }

  static let forms: [String] = [
    "", "&", "=", "%", "%a", "%zz=1", "a=%ff", "grant_type", "grant_type=password&grant_type=password", "\0=\0",
    "grant_type=password&username=\0&password=\0", "grant_type=refresh_token&refresh_token=%00",
    "csrf=%00&email=%00&password=%00", String(repeating: "a=b&", count: 200_000),
    String(repeating: "%41", count: 300_000),
  ]

  static let bodies: [[UInt8]] = [
    [0xFF], [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], Array(#"{"email":"\ud800","password":"a"}"#.utf8),
    Array(#"{"email":1e400,"password":"a"}"#.utf8), Array(#"{"email":"a","email":"b","password":"\u0000"}"#.utf8),
    Array(
      "{\"email\":\"\(String(repeating: "é", count: 1999))\",\"password\":\"\(String(repeating: "p", count: 2000))\"}"
        .utf8),
    Array(repeating: UInt8(ascii: "["), count: 1 << 20), Array(repeating: UInt8(ascii: "["), count: 511),
    Array("{\"email\":".utf8) + Array(repeating: UInt8(ascii: "["), count: 509)
      + Array(repeating: UInt8(ascii: "]"), count: 509) + Array("}".utf8),
    Array(repeating: UInt8(ascii: " "), count: 1 << 20), Array(repeating: 0, count: (1 << 20) + 1),
  ]

  @Test func nothingThatComesInEndsTheServer() async throws {
    try await DevServerProcess.serving { server in
      for bytes in Self.rawRequests { _ = try await server.sendRaw(bytes, patience: 0.2) }
      for body in Self.bodies {
        let head =
          "POST /api/auth/sign-in HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        let reply = try await server.sendRaw(Array(head.utf8) + body)
        let status = reply.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        #expect(body.count > 1 << 20 ? status == 413 : [400, 401, 422].contains(status), "\(reply.prefix(200))")
      }
      #expect(try await server.signIn("ada").status == 200)
    }
  }

  @Test func noFormEndsTheServer() async throws {
    try await DevServerProcess.serving { server in
      for form in Self.forms {
        #expect(try await server.send(form: form, to: "/oauth/token").status == 400, "\(form.prefix(60))")
        let reply = try await server.send(form: form, to: "/api/auth/form", headers: ["Cookie": "csrf=a"])
        #expect([403, 422].contains(reply.status), "\(form.prefix(60))")
      }
    }
  }

  @Test func everyRouteStandsAnyBody() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let guild = try await server.foundGuild(token: token).id
      let routes = [
        ("PATCH", "/api/me"), ("PATCH", "/api/guilds/\(guild)"), ("PATCH", "/api/guilds/\(guild)/members/a"),
        ("POST", "/api/guilds"), ("POST", "/api/guilds/\(guild)/messages"), ("POST", "/api/reminders"),
        ("POST", "/api/activities"), ("POST", "/api/auth/magic-link"), ("POST", "/api/auth/magic-link/verify"),
        ("POST", "/api/journal"), ("POST", "/api/today/check"), ("POST", "/api/auth/refresh"),
      ]
      let names = [
        "name", "motto", "isPublic", "weeklyGoal", "displayName", "avatarUrl", "role", "text", "at", "weekdays",
        "enabled", "clientId", "fileName", "byteCount", "sha256", "email", "token", "code", "mood", "reference",
        "planSlug", "refreshToken",
      ]
      let values = [
        "null", "[]", "{}", "[[null]]", "-9223372036854775808", "1e308", "1.5", "\"\\u0000\"", "\"\\ud83d\\ude00\"",
        "\"\"",
        "\"99:99\"", "\"\(String(repeating: "é", count: 3000))\"",
      ]
      for (method, path) in routes {
        for value in values {
          let body = "{" + names.map { "\"\($0)\":\(value)" }.joined(separator: ",") + "}"
          let reply = try await server.send(method, path, token: token, body: body)
          #expect(reply.status < 500, "\(method) \(path) \(value.prefix(40)) \(reply.status)")
        }
      }
      #expect(try await server.send("GET", "/api/guilds/\(guild)", token: token).status == 200)
    }
  }

  @Test func manyAtOnceAreAllAnswered() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let guild = try await server.foundGuild(token: token).id
      let transport = CurlTransport(options: .patient)
      let url = server.address + "/api/guilds/\(guild)/messages"
      let headers = [HTTPHeader("Authorization", "Bearer " + token)]
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<400 {
          group.addTask {
            let body = number % 4 == 0 ? Array(#"{"text":"\#(number)"}"#.utf8) : nil
            let request = HTTPRequestSpec(
              method: body == nil ? "GET" : "POST", url: url, headers: headers, body: body, timeout: Patience.limit)
            return try await transport.send(request).status
          }
        }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 300, 201: 100])
      let page = try await server.send("GET", "/api/guilds/\(guild)/messages?limit=50", token: token)
      #expect(page.json?["items"]?.count == 50)
    }
  }

  struct UsageCase: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let usages = [
    UsageCase(arguments: [], status: 2, says: "--database is missing"),
    UsageCase(arguments: ["--prot", "1"], status: 2, says: "unknown option '--prot'"),
    UsageCase(arguments: ["--port"], status: 2, says: "--port needs a value"),
    UsageCase(arguments: ["--port", "65536"], status: 2, says: "from 0 to 65535"),
    UsageCase(arguments: ["--clock", "+999999999999d"], status: 2, says: "--clock is"),
    UsageCase(arguments: ["--clock", "+nand"], status: 2, says: "--clock is"),
    UsageCase(arguments: ["--app-key", ""], status: 2, says: "--app-key needs a key"),
    UsageCase(arguments: ["--list-drifts"], status: 0, says: "etag-lost: "),
    UsageCase(arguments: ["--drift", "rename"], status: 2, says: "see --list-drifts"),
    UsageCase(arguments: ["--database", "full.sqlite"], status: 1, says: "has data"),
    UsageCase(arguments: ["--database", "full.sqlite", "--reuse"], status: 1, says: "not a database"),
    UsageCase(arguments: ["--database", "no/folder.sqlite"], status: 1, says: "cannot open"),
    UsageCase(
      arguments: ["--database", "a.sqlite", "--request-log", "no/log"], status: 1, says: "cannot write no/log"),
    UsageCase(arguments: ["--help"], status: 0, says: "usage: assay-devserver"),
  ]

  @Test(arguments: usages) func whatKeepsItFromStartingIsSaid(usage: UsageCase) async throws {
    let folder = try ScratchFolder(["full.sqlite": "not SQLite"])
    let run = try await AssayBinary.run("assay-devserver", usage.arguments, in: folder.path)
    #expect(run.status == usage.status)
    #expect((run.output + run.error).contains(usage.says))
    #expect(try folder.read("full.sqlite") == "not SQLite")
  }

  @Test func theStatusStatesTheDatabaseAndTheClock() async throws {
    try await DevServerProcess.serving(["--status-host", "db.internal.example", "--clock", "2031-05-06T07:08:09Z"]) {
      server in
      let status = try #require(try await server.send("GET", "/api/dev/status").json)
      #expect(status["database"]?["host"]?.string == "db.internal.example")
      #expect(status["database"]?["name"]?.string == "assay_dev")
      #expect(status["clock"]?.string?.hasPrefix("2031-05-06T07:") == true)
    }
  }
}
