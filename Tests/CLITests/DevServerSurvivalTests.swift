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
