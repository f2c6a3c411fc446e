import Diagnostics
import JSONText
import Recording
import Transport
import Workspace

/// The exchanges of a recording as an HTTP Archive 1.2, every secret masked.
///
/// Times (`startedDateTime`, `time`, `timings`) are those of the run; so are a chosen port and what the server itself makes
/// anew. Everything else, the order included, is the same in each recording.
struct HARLog: Sendable {
  /// An exchange and what it belongs to.
  struct Entry: Sendable {
    /// The run, from 1.
    let run: Int
    /// The step; nil for a request of the guard or of a reset.
    let step: String?
    let exchange: ObservedExchange
  }

  let entries: [Entry]

  /// Canonical bytes.
  func text(version: String) -> [UInt8] {
    let runs = Dictionary(grouping: entries, by: \.run).sorted { $0.key < $1.key }
    let pages = runs.map { run, entries in
      Self.object([
        ("startedDateTime", .string(Self.instant(entries.first?.exchange.start ?? 0))), ("id", .string("run_\(run)")),
        ("title", .string("run \(run)")), ("pageTimings", .object([])),
      ])
    }
    return Self.object([
      (
        "log",
        Self.object([
          ("version", .string("1.2")),
          ("creator", Self.object([("name", .string("assay")), ("version", .string(version))])),
          ("pages", .array(pages)), ("entries", .array(entries.map(Self.entry))),
        ])
      )
    ]).canonicalText()
  }

  private static func entry(_ entry: Entry) -> JSONValue {
    let exchange = entry.exchange
    let masked = MaskedExchange(exchange)
    let phases = Phases(exchange)
    var members: [(String, JSONValue)] = [
      ("pageref", .string("run_\(entry.run)")), ("startedDateTime", .string(instant(exchange.start))),
      ("time", milliseconds(phases.total)), ("request", request(masked)), ("response", response(exchange, masked)),
      ("cache", .object([])), ("timings", phases.json),
    ]
    if let peer = exchange.answer?.peerAddress, !peer.isEmpty { members.append(("serverIPAddress", .string(peer))) }
    let failure = exchange.failure.map { SecretRegistry.shared.mask($0.finding.message) }
    let comment = [entry.step, failure].compactMap(\.self).joined(separator: ": ")
    if !comment.isEmpty { members.append(("comment", .string(comment))) }
    return object(members)
  }

  private static func request(_ masked: MaskedExchange) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("method", .string(masked.method)), ("url", .string(masked.url)), ("httpVersion", .string("HTTP/1.1")),
      (
        "cookies",
        cookies(masked.requestHeaders.all(named: "Cookie").flatMap { $0.split(separator: ";").map(String.init) })
      ),
      ("headers", headers(masked.requestHeaders)),
      ("queryString", .array(masked.query.map { pair($0.name, $0.value) })), ("headersSize", .integer(-1)),
      ("bodySize", .integer(masked.requestSize)),
    ]
    let type = masked.requestHeaders.first(named: "Content-Type") ?? "application/octet-stream"
    switch masked.requestBody {
    case .none: break
    case .text(let text): members.append(("postData", object([("mimeType", .string(type)), ("text", .string(text))])))
    case .binary:
      members.append(
        (
          "postData",
          object([("mimeType", .string(type)), ("text", .string("")), ("comment", .string(Self.notText))])
        ))
    }
    return object(members)
  }

  private static func response(_ exchange: ObservedExchange, _ masked: MaskedExchange) -> JSONValue {
    var content: [(String, JSONValue)] = [
      ("size", .integer(masked.answerSize)),
      ("mimeType", .string(masked.answerHeaders.first(named: "Content-Type") ?? "")),
    ]
    switch masked.answerBody {
    case .none: break
    case .text(let text): content.append(("text", .string(text)))
    case .binary: content.append(("comment", .string(Self.notText)))
    }
    let setCookies = masked.answerHeaders.all(named: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }
    return object([
      ("status", .integer(exchange.answer?.status ?? 0)), ("statusText", .string("")),
      ("httpVersion", .string("HTTP/1.1")), ("cookies", cookies(setCookies)),
      ("headers", headers(masked.answerHeaders)),
      ("content", object(content)), ("redirectURL", .string(masked.answerHeaders.first(named: "Location") ?? "")),
      ("headersSize", .integer(-1)), ("bodySize", .integer(-1)),
    ])
  }

  private static let notText = "bytes that are no text are left out: secrets in them could not be masked"

  private static func cookies(_ pairs: [String]) -> JSONValue {
    .array(
      pairs.map { text in
        let parts = text.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return pair(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
      })
  }

  private static func headers(_ headers: [HTTPHeader]) -> JSONValue {
    .array(headers.map { pair($0.name, $0.value) })
  }

  private static func pair(_ name: String, _ value: String) -> JSONValue {
    object([("name", .string(name)), ("value", .string(value))])
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
  }

  /// Milliseconds with three digits at most; -1 for a phase that did not take place.
  private static func milliseconds(_ seconds: Double?) -> JSONValue {
    guard let seconds else { return .integer(-1) }
    let micro = Int((max(0, min(seconds, 1e9)) * 1e6).rounded())
    let digits = String(micro % 1000)
    return .number("\(micro / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)")
  }

  /// An instant as ISO 8601 has it, in UTC.
  private static func instant(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded(.down))
    let (second, rest) = (milliseconds / 1000, milliseconds % 1000)
    func padded(_ number: Int, _ width: Int = 2) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    let time = [second / 3600 % 24, second / 60 % 60, second % 60].map { padded($0) }.joined(separator: ":")
    return "\(CalendarDay(days: second / 86_400).text)T\(time).\(padded(rest, 3))Z"
  }

  /// Seconds of each phase; nil for one that did not take place.
  private struct Phases {
    let dns: Double?
    let connect: Double?
    let tls: Double?
    let wait: Double
    let receive: Double

    init(_ exchange: ObservedExchange) {
      guard let times = exchange.answer?.timings else {
        (dns, connect, tls, wait, receive) = (nil, nil, nil, exchange.duration, 0)
        return
      }
      let isNew = exchange.answer?.reusedConnection == false && times.connect > 0
      dns = isNew ? times.nameLookup : nil
      tls = isNew && times.tls > 0 ? times.tls - times.connect : nil
      // HAR counts TLS into the connection.
      let connected = max(times.connect, times.tls)
      connect = isNew ? connected - times.nameLookup : nil
      wait = max(0, times.firstByte - (isNew ? connected : 0))
      receive = max(0, times.total - times.firstByte)
    }

    var total: Double { (dns ?? 0) + (connect ?? 0) + wait + receive }

    var json: JSONValue {
      object([
        ("blocked", .integer(-1)), ("dns", milliseconds(dns)), ("connect", milliseconds(connect)),
        ("ssl", milliseconds(tls)), ("send", .integer(0)), ("wait", milliseconds(wait)),
        ("receive", milliseconds(receive)),
      ])
    }
  }
}
