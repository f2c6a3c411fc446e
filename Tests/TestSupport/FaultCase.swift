package import Diagnostics

/// A fault of a server below the answer's meaning, and the rule that must speak of it.
package struct FaultCase: Sendable, CustomStringConvertible {
  package let name: String
  package let fault: Fault
  package let rule: RuleID
  /// Seconds that an exchange gets; only those that are about time need them.
  package let timeout: Double

  package var description: String { name }

  private init(_ name: String, _ fault: Fault, _ rule: RuleID, timeout: Double = Patience.limit) {
    self.name = name
    self.fault = fault
    self.rule = rule
    self.timeout = timeout
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static let ok = "HTTP/1.1 200 OK\r\n"
  private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
  /// Unpacks to 77 MB.
  private static let bomb = Gzip.bomb(repetitions: 300_000)

  /// All of them.
  package static let all = connection + time + length + chunks + codings + endless + notHTTP + redirects

  private static let connection = [
    FaultCase("close before the answer", .answerThenClose([]), "transport/empty-answer"),
    FaultCase("reset before the answer", .answerThenReset([]), "transport/connection-reset"),
    FaultCase("close in the headers", .answerThenClose(text(ok + "Content-Le")), "transport/truncated"),
    FaultCase("reset in the headers", .answerThenReset(text(ok + "Content-Le")), "transport/connection-reset"),
    FaultCase(
      "reset in the body", .answerThenReset(text(ok + "Content-Length: 9\r\n\r\nabc")), "transport/connection-reset"),
  ]

  private static let time = [
    FaultCase("stall before the headers", .answerThenStall([]), "transport/timed-out", timeout: 0.3),
    FaultCase("stall in the headers", .answerThenStall(text(ok + "Content-")), "transport/timed-out", timeout: 0.3),
    FaultCase(
      "stall in the body", .answerThenStall(text(ok + "Content-Length: 9\r\n\r\nabc")), "transport/timed-out",
      timeout: 0.3),
    FaultCase("a byte now and then in the headers", .trickle(text(ok + "X-A: ")), "transport/timed-out", timeout: 0.3),
    FaultCase("a byte now and then in the body", .trickle(text(ok + "\r\n")), "transport/timed-out", timeout: 0.3),
  ]

  private static let length = [
    FaultCase(
      "a body that is shorter than its length", .answerThenClose(text(ok + "Content-Length: 9\r\n\r\nabc")),
      "transport/truncated"),
    FaultCase(
      "a length that is no number", .answer(text(ok + "Content-Length: abc\r\n\r\nabc")), "transport/malformed-answer"),
    FaultCase(
      "a length below 0", .answer(text(ok + "Content-Length: -3\r\n\r\nabc")), "transport/malformed-answer"),
    FaultCase(
      "a length that no machine counts to",
      .answer(text(ok + "Content-Length: 99999999999999999999999\r\n\r\nabc")), "transport/body-too-large"),
    FaultCase(
      "a length of a tebibyte", .answerThenStall(text(ok + "Content-Length: 1099511627776\r\n\r\n")),
      "transport/body-too-large"),
    FaultCase(
      "two lengths", .answer(text(ok + "Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde")),
      "transport/malformed-answer"),
  ]

  private static let chunks = [
    FaultCase("truncated chunks", .answerThenClose(text(chunked + "5\r\nabcde\r\n")), "transport/truncated"),
    FaultCase("a chunk that is cut", .answerThenClose(text(chunked + "5\r\nab")), "transport/truncated"),
    FaultCase(
      "a chunk size that is no number", .answerThenClose(text(chunked + "xyz\r\n")), "transport/malformed-answer"),
    FaultCase(
      "a chunk size below 0", .answerThenClose(text(chunked + "-5\r\nabcde\r\n")), "transport/malformed-answer"),
    FaultCase(
      "a chunk size that no machine counts to", .answerThenClose(text(chunked + "FFFFFFFFFFFFFFFFF\r\nabc\r\n")),
      "transport/malformed-answer"),
    FaultCase(
      "a chunk that is longer than it says", .answerThenClose(text(chunked + "3\r\nabcdef\r\n0\r\n\r\n")),
      "transport/malformed-answer"),
  ]

  private static let codings = [
    FaultCase("invalid gzip", .status(200, ["Content-Encoding: gzip"], body: "not gzip"), badCoding),
    FaultCase("invalid deflate", .status(200, ["Content-Encoding: deflate"], body: "\u{7}\u{7}not deflate"), badCoding),
    FaultCase("invalid brotli", .status(200, ["Content-Encoding: br"], body: "not brotli at all"), badCoding),
    FaultCase("a coding that nobody asked for", .status(200, ["Content-Encoding: rot13"], body: "abc"), badCoding),
    FaultCase(
      "gzip bomb", .answerThenClose(text(ok + "Content-Encoding: gzip\r\n\r\n") + bomb), "transport/body-too-large"),
  ]
  private static let badCoding: RuleID = "transport/bad-content-coding"

  private static let endless = [
    FaultCase("endless body", .endless(text(ok + "\r\n")), "transport/body-too-large"),
    FaultCase(
      "endless chunks", .endless(text(chunked), of: text("1000\r\n" + String(repeating: "a", count: 4096) + "\r\n")),
      "transport/body-too-large"),
    FaultCase("an endless header", .endless(text(ok + "X-Long: ")), "transport/headers-too-large"),
    FaultCase("endless headers", .endless(text(ok), of: text("X-Name: value\r\n")), "transport/headers-too-large"),
    FaultCase(
      "endless trailers", .endless(text(chunked + "3\r\nabc\r\n0\r\n"), of: text("X-Name: value\r\n")),
      "transport/headers-too-large"),
    FaultCase(
      "many headers",
      .answer(text(ok + (0..<20_000).map { "X-\($0): aaaaaaaa\r\n" }.joined() + "Content-Length: 0\r\n\r\n")),
      "transport/headers-too-large"),
    FaultCase(
      "endless interim answers", .endless([], of: text("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")),
      "transport/headers-too-large"),
    FaultCase(
      "100 Continue without end", .endless([], of: text("HTTP/1.1 100 Continue\r\n\r\n")),
      "transport/headers-too-large"),
  ]

  private static let notHTTP = [
    FaultCase("another protocol", .answerThenClose(text("-ERR unknown command\r\n")), malformed),
    FaultCase("a banner", .answerThenClose(text("SSH-2.0-OpenSSH_9.6\r\n")), malformed),
    FaultCase("HTTP/0.9", .answerThenClose(text("<html><body>It works</body></html>")), malformed),
    FaultCase("a status that is no number", .answerThenClose(text("HTTP/1.1 abc OK\r\n\r\n")), malformed),
    FaultCase("a version that is none", .answerThenClose(text("HTTP/9.9 200 OK\r\n\r\n")), malformed),
    FaultCase("a header without a name", .answer(text(ok + "Content-Length: 0\r\n: x\r\n\r\n")), malformed),
    FaultCase("a NUL in a header", .answer(text(ok + "X-A: a\0b\r\nContent-Length: 0\r\n\r\n")), malformed),
    FaultCase(
      "a header within a header", .answer(text(ok + "X-A: a\rSet-Cookie: x=y\r\nContent-Length: 0\r\n\r\n")), malformed),
  ]
  private static let malformed: RuleID = "transport/malformed-answer"

  private static let redirects =
    [FaultCase("endless redirects", .status(302, ["Location: /again?and=again"]), "transport/too-many-redirects")]
    + [
      "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1:6379/_FLUSHALL", "javascript:alert(1)",
      "data:application/json,{}", "http://user:pw@127.0.0.1/", "http://[broken/", "http:///x", "http:/x", "https:x",
    ]
    .map { FaultCase("redirect to \($0)", .status(302, ["Location: \($0)"]), "transport/redirect-refused") }
}
