import Diagnostics
import JSONText
import Recording
import Synchronization
import Testing
import Transport
import Workspace

@testable import AssayCLI

/// What is seen of a recording while it runs, and what `--har` keeps of it.
@Suite struct RecordingProgressTests {
  private static func exchange(
    _ method: String = "GET", _ url: String = "http://127.0.0.1:4010/api/me", headers: [HTTPHeader] = [],
    body: String? = nil, answer: String = "{}",
    answerHeaders: [HTTPHeader] = [HTTPHeader("Content-Type", "application/json")]
  ) -> ObservedExchange {
    let request = HTTPRequestSpec(method: method, url: url, headers: headers, body: body.map { Array($0.utf8) })
    return ObservedExchange(
      request: request,
      answer: HTTPExchange(request: request, status: 200, headers: answerHeaders, body: Array(answer.utf8)),
      failure: nil, start: 1_764_000_000.25, duration: 0.0125)
  }

  private static func shown(_ display: RecordingObserver.Display, _ events: [RecordingEvent]) -> String {
    let text = Mutex("")
    let observer = RecordingObserver(display: display, keepsExchanges: false) { part in text.withLock { $0 += part } }
    for event in events { observer.handle(event) }
    observer.finish()
    return text.withLock { $0 }
  }

  private static let events: [RecordingEvent] = [
    .runStarted(number: 1, of: 2, steps: 3), .exchanged(exchange("GET", "http://127.0.0.1:4010/status")),
    .guardPassed(baseURL: "http://127.0.0.1:4010"), .exchanged(exchange()),
    .stepAnswered(name: "me", line: "GET /api/me", status: 200),
  ]

  @Test func aTerminalShowsOneLineThatIsTakenAway() {
    let text = Self.shown(.line(columns: 60), Self.events)
    let lines = text.split(separator: "\r", omittingEmptySubsequences: true)
    #expect(!text.contains("\n"))
    #expect(lines.last == "\u{1B}[K", "the line is taken away")
    #expect(lines.dropLast().allSatisfy { $0.count <= 60 + 2 && $0.hasSuffix("\u{1B}[K") }, "\(lines)")
    #expect(lines[lines.count - 2].contains("run 1 of 2, 1 of 3 steps, 2 requests, 0."), "\(lines)")
    let narrow = Self.shown(.line(columns: 30), Self.events).split(separator: "\r")
    #expect(narrow.allSatisfy { $0.count < 30 + 3 }, "a line that wraps could not be taken away: \(narrow)")
    #expect(Self.shown(.none, Self.events).isEmpty)
    let verbose = Self.shown(.verbose, Self.events)
    #expect(!verbose.contains("\u{1B}") && !verbose.contains("\r"))
    #expect(
      verbose.contains("assay: me: GET http://127.0.0.1:4010/api/me answered 200, 2 bytes, 13 ms\n"), "\(verbose)")
    #expect(verbose.contains("assay: GET http://127.0.0.1:4010/status answered 200"), "\(verbose)")
  }

  /// A secret that an exchange holds, and where.
  struct Secret: Sendable, CustomTestStringConvertible {
    let name: String
    let exchange: ObservedExchange
    var testDescription: String { name }
  }

  @Test(arguments: [
    Secret(name: "bearer", exchange: exchange(headers: [HTTPHeader("Authorization", "Bearer pl4nt")])),
    Secret(name: "basic", exchange: exchange(headers: [HTTPHeader("authorization", "Basic pl4nt")])),
    Secret(name: "bare credentials", exchange: exchange(headers: [HTTPHeader("Authorization", "pl4nt")])),
    Secret(name: "API key", exchange: exchange(headers: [HTTPHeader("X-API-Key", "pl4nt")])),
    Secret(name: "cookie", exchange: exchange(headers: [HTTPHeader("Cookie", "a=pl4nt; b=pl4nt")])),
    Secret(
      name: "cookie that is set", exchange: exchange(answerHeaders: [HTTPHeader("Set-Cookie", "sid=pl4nt; HttpOnly")])),
    Secret(name: "query", exchange: exchange("GET", "http://127.0.0.1:4010/a?x=1&access_token=pl4nt")),
    Secret(
      name: "encoded name in a query", exchange: exchange("GET", "http://127.0.0.1:4010/a?access%5Ftoken=pl4nt")),
    Secret(
      name: "location",
      exchange: exchange(answerHeaders: [HTTPHeader("Location", "http://127.0.0.1:4010/?token=pl4nt")])),
    Secret(
      name: "JSON of the request",
      exchange: exchange(
        "POST", headers: [HTTPHeader("Content-Type", "application/json")], body: #"{"user":{"password":"pl4nt"}}"#)),
    Secret(
      name: "form",
      exchange: exchange(
        "POST", headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")], body: "a=1&password=pl4nt")),
    Secret(name: "JSON of the answer", exchange: exchange(answer: #"{"list":[{"refreshToken":"pl4nt"}]}"#)),
    Secret(name: "number in JSON", exchange: exchange(answer: #"{"otp":901234,"a":"pl4nt-is-not-here"}"#)),
    Secret(
      name: "registered text",
      exchange: exchange(
        answer: "so it says: registered-pl4nt", answerHeaders: [HTTPHeader("Content-Type", "text/plain")])),
    Secret(name: "registered in the path", exchange: exchange("GET", "http://127.0.0.1:4010/x/registered-pl4nt")),
  ])
  func noSecretIsShownOrKept(secret: Secret) {
    SecretRegistry.shared.register("registered-pl4nt", name: "a planted secret")
    let har = String(
      decoding: HARLog(entries: [.init(run: 1, step: "s", exchange: secret.exchange)]).text(version: "0"), as: UTF8.self
    )
    let verbose = ExchangeText.lines(secret.exchange, step: "s")
    for text in [har, verbose] {
      #expect(!text.replacing("pl4nt-is-not-here", with: "").contains("pl4nt"), "\(text)")
      #expect(!text.contains("901234"))
    }
    #expect(har.contains("‹"), "something is masked")
  }

  @Test func bodiesAreCutAndControlCharactersShown() {
    let long = String(repeating: "x", count: 5_000)
    let text = ExchangeText.lines(Self.exchange(answer: "\u{1B}[2J" + long, answerHeaders: []), step: nil)
    #expect(text.utf8.count < 1_500)
    #expect(text.contains("… (5004 bytes)"), "\(text)")
    #expect(!text.contains("\u{1B}"))
    let binary = ObservedExchange(
      request: HTTPRequestSpec(url: "http://127.0.0.1:1/"),
      answer: HTTPExchange(request: HTTPRequestSpec(url: "http://127.0.0.1:1/"), status: 200, body: [0xFF, 0xFE, 0]),
      failure: nil, start: 0, duration: 0)
    #expect(ExchangeText.lines(binary, step: nil).contains("(3 bytes that are no text)"))
  }

  @Test func anExchangeWithoutAnswerIsKept() throws {
    let request = HTTPRequestSpec(url: "http://127.0.0.1:9/")
    let failed = ObservedExchange(
      request: request, answer: nil, failure: TransportError(.connectionRefused, for: request.line), start: 0,
      duration: 1)
    #expect(ExchangeText.lines(failed, step: "s").contains("got no answer"))
    let har = HARLog(entries: [.init(run: 1, step: "s", exchange: failed)]).text(version: "0")
    let document = try JSONDocument(parsing: har)
    let entry = try #require(document.root["log"]?["entries"].flatMap { Array($0.elements).first })
    #expect(entry["response"]?["status"]?.numberText == "0")
    #expect(entry["comment"]?.string?.hasPrefix("s: ") == true)
  }
}

/// `--har` and `--verbose` of the binary.
@Suite struct RecordingArchiveTests {
  @Test func theArchiveIsHAR12AndTheSameButForItsTimes() async throws {
    let folder = try MainJobTests.project()
    let password = "Planted-Secret/9+x&y"
    let secrets = SecretRegistry()
    secrets.register(password, name: "the password")
    let environment = SampleRecording.environment.merging(["ASSAY_DEV_PASSWORD": password]) { $1 }
    var shapes: [[String]] = []
    for name in ["first.har", "second.har"] {
      let run = try await AssayBinary.assay(
        ["record", "--runs", "2", "--har", name], in: folder.path, environment: environment)
      #expect(run.status == 0, "\(run.output)\(run.error)")
      #expect(run.error.isEmpty, "no progress in a file: \(run.error)")
      let bytes = try FileSystem.read(folder.path + "/" + name)
      #expect(secrets.scan(bytes).isEmpty)
      let text = String(decoding: bytes, as: UTF8.self)
      // Tokens are long and random; what is only hexadecimal is a digest of something that is sent.
      let long = text.matches(of: /[A-Za-z0-9_\-]{40,}/).filter { !$0.0.allSatisfy(\.isHexDigit) }
      #expect(long.isEmpty, "\(long.map { String($0.0) })")
      let document = try JSONDocument(parsing: bytes)
      #expect(HARSchema.faults(in: document.root) == [])
      let entries = try #require(document.root["log"]?["entries"]?.elements)
      #expect(entries.count > 60)
      // How often a step asks until something is ready is a matter of time.
      var shape: [String] = []
      for entry in entries {
        let path = entry["request"]?["url"]?.string?.prefix { $0 != "?" }.split(separator: "/").count ?? 0
        let line = [
          entry["pageref"]?.string, entry["comment"]?.string, entry["request"]?["method"]?.string, "\(path)",
          entry["response"]?["status"]?.numberText,
        ].map { $0 ?? "-" }.joined(separator: " ")
        if line != shape.last { shape.append(line) }
      }
      shapes.append(shape)
    }
    #expect(shapes[0] == shapes[1])
    let inside = try await AssayBinary.assay(
      ["record", "--har", "fixtures/x.har"], in: folder.path, environment: environment)
    #expect(inside.status == 2)
    #expect(inside.error.contains("lies in the fixtures folder"))
  }

  /// `script` gives the program a terminal.
  @Test(.enabled(if: FileSystem.exists("/usr/bin/script") && FileSystem.exists("/proc"), "needs Linux's script(1)"))
  func progressIsShownOnATerminalAndNotInCI() async throws {
    let folder = try await SampleRecording.recorded()
    let command = "script -qec 'assay record --only me.show' /dev/null"
    for (variables, isShown) in [([:], true), (["CI": "true"], false), (["TERM": "dumb"], false)] {
      var environment = EnvironmentVariables.current.merging(SampleRecording.environment) { $1 }
      environment["CI"] = nil
      environment["TERM"] = "xterm"
      environment.merge(variables) { $1 }
      let run = try await ChildProcess.run(
        ["/bin/sh", "-c", command], workingDirectory: folder.path, environment: environment, timeout: 300)
      let text = String(decoding: run.output, as: UTF8.self)
      #expect(run.status == 0, "\(text)")
      #expect(text.contains("recording: run 2 of 2, ") == isShown, "\(variables): \(text)")
      #expect(text.contains(" fixtures of "), "\(text)")
    }
  }

  @Test func anArchiveIsWrittenOfARecordingThatFailed() async throws {
    let folder = try MainJobTests.project()
    let file = "contracts/scenarios/auth.http"
    try folder.write(
      try folder.read(file).replacing("# @record wrongPassword", with: "").replacing(
        "# @expect 401", with: "# @expect 418", maxReplacements: 1), to: file)
    let run = try await AssayBinary.assay(
      ["record", "--har", "run.har"], in: folder.path, environment: SampleRecording.environment)
    #expect(run.status == 1, "\(run.output)\(run.error)")
    let document = try JSONDocument(parsing: try FileSystem.read(folder.path + "/run.har"))
    #expect(HARSchema.faults(in: document.root) == [])
    #expect(document.root["log"]?["entries"]?.elements.isEmpty == false)
  }
}

/// What HAR 1.2 asks of each object: the members it must have, with their kinds, and those that it may have.
///
/// From the specification, http://www.softwareishard.com/blog/har-12-spec/.
enum HARSchema {
  indirect enum Shape: Sendable {
    case text
    case instant
    case number
    case list(Shape)
    case object(required: [String: Shape], optional: [String: Shape])
  }

  private static let pair = Shape.object(required: ["name": .text, "value": .text], optional: ["comment": .text])
  private static let cookie = Shape.object(
    required: ["name": .text, "value": .text],
    optional: ["path": .text, "domain": .text, "expires": .instant, "comment": .text])
  private static let request = Shape.object(
    required: [
      "method": .text, "url": .text, "httpVersion": .text, "cookies": .list(cookie), "headers": .list(pair),
      "queryString": .list(pair), "headersSize": .number, "bodySize": .number,
    ],
    optional: [
      "comment": .text,
      "postData": .object(
        required: ["mimeType": .text, "text": .text], optional: ["params": .list(pair), "comment": .text]),
    ])
  private static let response = Shape.object(
    required: [
      "status": .number, "statusText": .text, "httpVersion": .text, "cookies": .list(cookie), "headers": .list(pair),
      "content": .object(
        required: ["size": .number, "mimeType": .text],
        optional: ["compression": .number, "text": .text, "encoding": .text, "comment": .text]),
      "redirectURL": .text, "headersSize": .number, "bodySize": .number,
    ], optional: ["comment": .text])
  private static let timings = Shape.object(
    required: ["send": .number, "wait": .number, "receive": .number],
    optional: ["blocked": .number, "dns": .number, "connect": .number, "ssl": .number, "comment": .text])
  private static let entry = Shape.object(
    required: [
      "startedDateTime": .instant, "time": .number, "request": request, "response": response,
      "cache": .object(required: [:], optional: [:]), "timings": timings,
    ], optional: ["pageref": .text, "serverIPAddress": .text, "connection": .text, "comment": .text])
  private static let page = Shape.object(
    required: [
      "startedDateTime": .instant, "id": .text, "title": .text,
      "pageTimings": .object(required: [:], optional: ["onContentLoad": .number, "onLoad": .number]),
    ], optional: ["comment": .text])
  private static let document = Shape.object(
    required: [
      "log": .object(
        required: [
          "version": .text, "entries": .list(entry),
          "creator": .object(required: ["name": .text, "version": .text], optional: ["comment": .text]),
        ], optional: ["pages": .list(page), "comment": .text])
    ], optional: [:])

  /// What is wrong, with its place; times must be those of their phases.
  static func faults(in root: JSONNode) -> [String] {
    var faults = check(root, document, at: "")
    let pages = Set(root["log"]?["pages"]?.elements.compactMap { $0["id"]?.string } ?? [])
    for (index, entry) in (root["log"]?["entries"]?.elements.map(\.self) ?? []).enumerated() {
      if let page = entry["pageref"]?.string, !pages.contains(page) { faults.append("\(index): no page \(page)") }
      let timings = entry["timings"]
      let sum = ["blocked", "dns", "connect", "send", "wait", "receive"].reduce(0.0) {
        $0 + max(0, timings?[$1]?.number?.double ?? 0)
      }
      if abs(sum - (entry["time"]?.number?.double ?? -1)) > 0.01 {
        faults.append("\(index): time is no sum of timings")
      }
    }
    return faults
  }

  private static func check(_ node: JSONNode, _ shape: Shape, at place: String) -> [String] {
    switch shape {
    case .text: return node.string == nil ? ["\(place) is no text"] : []
    case .number: return node.number == nil ? ["\(place) is no number"] : []
    case .instant:
      let isInstant = node.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
      return isInstant ? [] : ["\(place) is no instant"]
    case .list(let element):
      guard node.kind == .array else { return ["\(place) is no list"] }
      return node.elements.enumerated().flatMap { check($1, element, at: "\(place)/\($0)") }
    case .object(let required, let optional):
      guard node.kind == .object else { return ["\(place) is no object"] }
      var faults = required.keys.filter { node[$0] == nil }.sorted().map { "\(place)/\($0) is missing" }
      for (key, value) in node.members {
        if let shape = required[key] ?? optional[key] {
          faults += check(value, shape, at: "\(place)/\(key)")
        } else {
          faults.append("\(place)/\(key) is unknown")
        }
      }
      return faults
    }
  }
}
