import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Times a whole `assay record` against the same requests by one `curl` over one connection, on one dev server.
///
/// The recording reads the configuration and the contract, runs the scenario twice, compares what it saw, and writes the
/// set. `curl` gets the finished requests of both runs and throws the answers away.
struct RecordingBenchmark {
  let folder: String

  /// Reads of each run.
  private static let reads = 200
  /// Writes of each run, all refused by the server, so that its state stays.
  private static let writes = 20
  private static let password = "a password of the benchmark"
  private static let routes = [
    ("me.show", "/api/me"), ("plans.list", "/api/plans"), ("guilds.list", "/api/guilds"),
    ("profile.show", "/api/profile"),
  ]

  /// Starts the server, compares, and stops it; nil, with the reason printed, where there is no `curl`.
  func run(times: Int) throws(BenchFailure) -> Comparison.Result? {
    guard let curl = Executables.find("curl") else {
      print("recording: skipped: curl is not on the path")
      return nil
    }
    let project = try TemporaryFolder(name: "recording")
    defer { project.remove() }
    setenv("ASSAY_DEV_PASSWORD", Self.password, 1)
    let server = try BenchServer.start(
      [
        folder + "/assay-devserver", "--port", "0", "--database", project.path + "/assay_dev.sqlite", "--request-log",
        project.path + "/requests.log",
      ])
    defer { server.stop() }
    try writeProject(project.path, url: server.url)
    let own = Program(
      label: "assay record", path: folder + "/assay",
      arguments: ["record", "--config", project.path + "/contracts/assay.json"])
    let requests = try curlRequests(server.url, token: signIn(curl, server.url))
    try TemporaryFile.create(project.path + "/curl.conf", Array(requests.utf8))
    let peer = Program(label: "curl, one connection", path: curl, arguments: ["-K", project.path + "/curl.conf"])
    try compareRequests(own, peer, project.path)
    let title = "assay record, 2 runs of \(Self.reads + Self.writes + 1) requests"
    let result = try Comparison(title: title, own: own, peer: peer).run(times: times)
    print(
      "a recording takes \(ResultTable.fixed(result.own.wall / result.peer.wall, digits: 2)) times as long as curl"
        + " with the same requests (CPU \(ResultTable.fixed(result.own.cpu / result.peer.cpu, digits: 2)));"
        + " after each of its \(2 * Self.writes) writes it waits 25 ms, so that instants are apart in every run")
    return result
  }

  // MARK: What is asked

  /// A read or a write of the scenario, by its number.
  private static func isWrite(_ number: Int) -> Bool { number % ((reads + writes) / writes) == 0 }

  private func writeProject(_ path: String, url: String) throws(BenchFailure) {
    try BenchFailure.attempt { () throws(WorkspaceError) in
      for name in try FileSystem.list("contracts", recursive: true)
      where name.hasPrefix("types/") || name.hasPrefix("requests/") {
        try FileSystem.write(FileSystem.read("contracts/" + name), to: path + "/contracts/" + name)
      }
    }
    let configuration = """
      {
        "sources": [
          { "kind": "typescript", "include": ["types/**/*.ts"] }, { "kind": "zod", "include": ["requests/*.ts"] }
        ],
        "scenarios": ["scenarios/*.http"],
        "environments": {
          "local": {
            "baseURL": "\(url)",
            "guard": { "statusPath": "/api/dev/status", "hosts": ["localhost"], "databases": ["assay_dev"] }
          }
        },
        "personas": { "reader": {} }
      }

      """
    try TemporaryFile.create(path + "/contracts/assay.json", Array(configuration.utf8))
    try TemporaryFile.create(path + "/contracts/scenarios/all.http", Array(scenario.utf8))
  }

  private var scenario: String {
    var text = """
      # @name signIn
      # @persona reader
      # @sign-in token=$.accessToken refreshToken=$.refreshToken expiresIn=$.expiresIn refresh=POST /api/auth/refresh
      POST {{baseURL}}/api/auth/sign-in
      Content-Type: application/json

      { "email": "bob@example.test", "password": "{{$processEnv ASSAY_DEV_PASSWORD}}" }


      """
    for number in 0..<(Self.reads + Self.writes) {
      let (id, path) = Self.routes[number % Self.routes.count]
      let isWrite = Self.isWrite(number)
      text += """
        ###
        # @name step\(number)
        # @persona reader
        # @record \(isWrite ? "guilds.create" : id) step\(number)
        \(isWrite ? "# @expect 422\nPOST {{baseURL}}/api/guilds" : "GET {{baseURL}}\(path)")
        Authorization: Bearer {{signIn.response.body.$.accessToken}}
        \(isWrite ? "Content-Type: application/json\n\n{ \"name\": \"\", \"isPublic\": true }" : "")

        """
    }
    return text
  }

  /// Both runs' requests, as `curl -K` reads them.
  private func curlRequests(_ url: String, token: String) -> String {
    var blocks: [String] = []
    for _ in 0..<2 {
      blocks.append(Self.guardRequest(url))
      blocks.append(Self.signInRequest(url))
      for number in 0..<(Self.reads + Self.writes) {
        let authorization = "header = \"Authorization: Bearer \(token)\"\n"
        blocks.append(
          Self.isWrite(number)
            ? "url = \"\(url)/api/guilds\"\n\(authorization)\(Self.json)"
              + #"data = "{ \"name\": \"\", \"isPublic\": true }""# + "\n"
            : "url = \"\(url)\(Self.routes[number % Self.routes.count].1)\"\n\(authorization)")
      }
    }
    return blocks.map { $0 + "output = \"/dev/null\"\nsilent\nwrite-out = \"%{num_connects}\\n\"\n" }
      .joined(separator: "next\n")
  }

  private static let json = "header = \"Content-Type: application/json\"\n"
  private static func guardRequest(_ url: String) -> String { "url = \"\(url)/api/dev/status\"\n" }
  private static func signInRequest(_ url: String) -> String {
    "url = \"\(url)/api/auth/sign-in\"\n\(json)"
      + #"data = "{ \"email\": \"bob@example.test\", \"password\": \""# + password + #"\" }""# + "\n"
  }

  private func signIn(_ curl: String, _ url: String) throws(BenchFailure) -> String {
    let answer = try TemporaryFile(name: "session")
    defer { answer.remove() }
    let request = try TemporaryFile(name: "sign-in")
    defer { request.remove() }
    try request.write(Array((Self.signInRequest(url) + "silent\nfail\n").utf8))
    _ = try Program(label: "curl", path: curl, arguments: ["-K", request.path]).run(output: answer.path)
    guard let match = answer.text().firstMatch(of: /"accessToken": ?"([^"]+)"/) else {
      throw BenchFailure(message: "the dev server's sign-in answers no token: \(answer.text())")
    }
    return String(match.1)
  }

  /// The work is the same only when the requests are; `curl` must have made them over one connection.
  private func compareRequests(_ own: Program, _ peer: Program, _ path: String) throws(BenchFailure) {
    func requests(_ program: Program) throws(BenchFailure) -> (lines: [String], output: String) {
      let output = try TemporaryFile(name: "output")
      defer { output.remove() }
      let before = TemporaryFile.bytes(of: path + "/requests.log").count
      _ = try program.run(output: output.path)
      let log = String(decoding: TemporaryFile.bytes(of: path + "/requests.log").dropFirst(before), as: UTF8.self)
      return (log.split(separator: "\n").map(String.init), output.text())
    }
    let asked = try requests(own).lines
    let repeated = try requests(peer)
    guard asked == repeated.lines else {
      throw BenchFailure(
        message: "assay record and curl do not ask the same: \(asked.count) and \(repeated.lines.count) requests")
    }
    let connections = repeated.output.split(separator: "\n").compactMap { Int($0) }.reduce(0, +)
    print("assay record and curl send the same \(asked.count) requests; curl opened \(connections) connection(s)")
  }
}
