public import Diagnostics

extension TransportError.Reason {
  /// Rule, fact and next step.
  var description: (rule: RuleID, message: String, help: String) {
    switch self {
    case .badURL, .badRequest, .refusedByPolicy, .redirectRefused, .tooManyRedirects: requestDescription
    case .signInFailed, .refreshRefused, .serverNotReady, .linkRefused: sessionDescription
    case .truncated, .malformedAnswer, .badContentCoding, .bodyTooLarge, .headersTooLarge, .emptyAnswer:
      answerDescription
    default: connectionDescription
    }
  }

  private var requestDescription: (RuleID, String, String) {
    switch self {
    case .badURL(let why): ("transport/bad-url", why, "write an absolute http or https URL, percent-encoded")
    case .badRequest(let why): ("transport/bad-request", why, "correct the method or the header")
    case .refusedByPolicy(let why):
      ("transport/refused-by-policy", why, "change the request, or the environment's policy in assay.json")
    case .redirectRefused(let why):
      ("transport/redirect-refused", why, "request the final URL, or correct the server's Location header")
    case .tooManyRedirects(let limit):
      (
        "transport/too-many-redirects", "more than \(limit) redirects",
        "look for a loop in the server's Location headers"
      )
    default: connectionDescription
    }
  }

  private var sessionDescription: (RuleID, String, String) {
    switch self {
    case .signInFailed(let why):
      (
        "session/sign-in-failed", "sign-in failed: \(why)",
        "check the persona's credentials and the paths in the scenario's @sign-in directive"
      )
    case .linkRefused(let why):
      (
        "session/link-refused", "the sign-in link is refused: \(why)",
        "look at who wrote the link; name the host that links lead to under signIn.linkHost in assay.json"
      )
    case .refreshRefused(let status):
      (
        "session/refresh-refused", "the server answered \(status) to the refresh of the session",
        "check that the refresh token is used once only and is not revoked, then run again"
      )
    case .serverNotReady(let status):
      (
        "session/server-not-ready", "the server answered \(status) to the sign-in or refresh",
        "look into the server's log, wait, then run again"
      )
    default: connectionDescription
    }
  }

  private var answerDescription: (RuleID, String, String) {
    switch self {
    case .truncated:
      ("transport/truncated", "the answer ended before it was complete", "look into the server's log: it closed early")
    case .malformedAnswer(let why):
      ("transport/malformed-answer", "the answer is not HTTP: \(why)", "check that the port is the web server's")
    case .badContentCoding:
      (
        "transport/bad-content-coding", "the body is not in its declared content coding",
        "correct the server's Content-Encoding, or its compression"
      )
    case .bodyTooLarge(let limit):
      ("transport/body-too-large", "the body has more than \(limit) bytes", "page the answer")
    case .headersTooLarge(let limit):
      ("transport/headers-too-large", "the headers have more than \(limit) bytes", "send fewer or shorter headers")
    case .emptyAnswer:
      (
        "transport/empty-answer", "the server closed the connection without an answer",
        "look into the server's log: it may have crashed"
      )
    default: connectionDescription
    }
  }

  private var connectionDescription: (RuleID, String, String) {
    switch self {
    case .unknownHost(let host):
      ("transport/unknown-host", "the host '\(host)' has no address", "correct the base URL, or the name service")
    case .connectionRefused:
      ("transport/connection-refused", "connection refused", "start the server, or correct host and port")
    case .unreachable:
      ("transport/unreachable", "the server cannot be reached", "check the network, host and port")
    case .connectionReset:
      ("transport/connection-reset", "the connection was cut", "look into the server's log: it may have crashed")
    case .timedOut(let phase):
      (
        "transport/timed-out", "timed out while \(phase.rawValue)",
        "look into the server's log: it took too long to answer"
      )
    case .stalled(let phase):
      (
        "transport/stalled", "no byte came while \(phase.rawValue)",
        "look into the server's log: it stopped in the middle of an answer"
      )
    case .tls(let fault): ("transport/tls-failed", "no secure connection: \(fault.message)", fault.help)
    case .cancelled: ("transport/cancelled", "cancelled", "run again")
    case .failed(let text): ("transport/failed", text, "report this: the cause is not known to Assay")
    default: ("transport/failed", "failed", "run again with --verbose")
    }
  }
}

/// The rules that this module's findings speak for.
public enum TransportRules {
  /// All rules, by id.
  public static let rules: [Rule] = [
    Rule(
      "session/link-refused", .error,
      summary: "A sign-in link leads elsewhere than the configuration says; nothing was sent.",
      example: "https://reader.example@evil.example/sign-in?token=…, with linkHost \"reader.example\"",
      mend: "Look at who wrote the link; set signIn.linkHost to the host of your own links."),
    Rule(
      "session/refresh-refused", .error, summary: "The server refused to refresh a session; its credentials are gone.",
      example: "POST /api/auth/refresh answers 401", mend: "Use each refresh token once; check that it is not revoked."),
    Rule(
      "session/server-not-ready", .error, summary: "The server could not sign in or refresh now.",
      example: "POST /api/auth/refresh answers 503", mend: "Look into the server's log, wait, then run again."),
    Rule(
      "session/sign-in-failed", .error, summary: "A sign-in gave no usable credentials.",
      example: "# @sign-in token=$.accessToken, but the answer has no accessToken",
      mend: "Check the persona's credentials and the paths in the @sign-in directive."),
    Rule(
      "transport/bad-content-coding", .error, summary: "A body is not in the content coding that its headers declare.",
      example: "Content-Encoding: gzip, but the body is plain text", mend: "Correct the server or the proxy before it."),
    Rule(
      "transport/bad-request", .error, summary: "A method or header cannot be sent.",
      example: "a header value with a line break", mend: "Correct the method or header."),
    Rule(
      "transport/bad-url", .error, summary: "A URL is not an absolute http or https URL.",
      example: "ftp://host/, http://user:password@host/", mend: "Write an absolute http or https URL."),
    Rule(
      "transport/body-too-large", .error, summary: "A body is larger than the limit, after decoding.",
      example: "a few kilobytes of gzip that unpack to gigabytes", mend: "Page the answer."),
    Rule(
      "transport/cancelled", .error, summary: "A request was cancelled before its answer was complete.",
      example: "Ctrl-C while a server is slow", mend: "Run again."),
    Rule(
      "transport/connection-refused", .error, summary: "Nobody listens at the address.",
      example: "the dev server is not started", mend: "Start the server, or correct host and port."),
    Rule(
      "transport/connection-reset", .error, summary: "The connection was cut before the answer was complete.",
      example: "the server process dies while it answers", mend: "Look into the server's log."),
    Rule(
      "transport/empty-answer", .error, summary: "The server closed the connection without a single byte.",
      example: "the server process dies before it answers", mend: "Look into the server's log."),
    Rule(
      "transport/failed", .error, summary: "The system or libcurl failed in a way that has no rule of its own.",
      example: "out of memory", mend: "Run again; report it when it stays."),
    Rule(
      "transport/headers-too-large", .error, summary: "The headers of an answer are larger than the limit.",
      example: "a cookie that grows with each answer", mend: "Send fewer or shorter headers."),
    Rule(
      "transport/malformed-answer", .error, summary: "What came back is not HTTP.",
      example: "the port belongs to a database", mend: "Check host and port."),
    Rule(
      "transport/redirect-refused", .error, summary: "A redirect must not be followed.",
      example: "Location: http://… in an answer over https", mend: "Request the final URL, or correct the server."),
    Rule(
      "transport/refused-by-policy", .error, summary: "The request policy forbids the request; nothing was sent.",
      example: "POST to an environment with \"readOnly\": true",
      mend: "Change the request, or the policy in assay.json."),
    Rule(
      "transport/stalled", .error, summary: "No byte came for longer than the stall limit.",
      example: "the server stops in the middle of a body", mend: "Look into the server's log."),
    Rule(
      "transport/timed-out", .error, summary: "The exchange did not end within its time limit.",
      example: "a database lock holds the answer back", mend: "Look into the server's log."),
    Rule(
      "transport/tls-failed", .error, summary: "No secure connection came about.",
      example: "a certificate of an authority that this machine does not know",
      mend: "Renew the certificate; for an authority of your own, name its file as the environment's \"caFile\"."),
    Rule(
      "transport/too-many-redirects", .error, summary: "Redirects do not end.",
      example: "/a redirects to /b and /b to /a", mend: "Correct the server's Location headers."),
    Rule(
      "transport/truncated", .error, summary: "A body ended before its declared length or its last chunk.",
      example: "Content-Length: 100 and 40 bytes", mend: "Look into the server's log: it closed early."),
    Rule(
      "transport/unknown-host", .error, summary: "A host name has no address.",
      example: "http://api.exmaple.com", mend: "Correct the base URL, or the name service."),
    Rule(
      "transport/unreachable", .error, summary: "The peer cannot be reached.",
      example: "no route to the host", mend: "Check the network, host and port."),
  ]
}
