public import Diagnostics

/// Why an exchange has no answer.
public struct TransportError: Error, Hashable, Sendable {
  /// What went wrong.
  public let reason: Reason
  /// The request it happened to, as messages may show it.
  public let request: RequestLine?

  /// Creates an error.
  public init(_ reason: Reason, for request: RequestLine? = nil) {
    self.reason = reason
    self.request = request
  }

  /// What an exchange waited for when its time was over.
  public enum Phase: String, Hashable, Sendable {
    /// The connection, TLS included.
    case connecting = "connecting"
    /// The first byte of the answer's head, or the rest of it.
    case awaitingAnswer = "waiting for the answer's headers"
    /// The rest of the body.
    case readingBody = "reading the answer's body"
  }

  /// What went wrong; texts hold no query value and no secret.
  public enum Reason: Hashable, Sendable {
    /// Not an absolute http or https URL, or one with user information.
    case badURL(String)
    /// A method or header that cannot be sent.
    case badRequest(String)
    /// The host's name has no address.
    case unknownHost(String)
    /// Nobody listens at the port.
    case connectionRefused
    /// The peer cannot be reached for another reason.
    case unreachable
    /// The peer, or something between, cut the connection.
    case connectionReset
    /// The peer closed the connection without an answer.
    case emptyAnswer
    /// A time limit was reached.
    case timedOut(Phase)
    /// No byte came for the stall limit.
    case stalled(Phase)
    /// The body ended before its length or its last chunk.
    case truncated
    /// The answer is not HTTP.
    case malformedAnswer(String)
    /// The body is not in its declared content coding.
    case badContentCoding
    /// The body has more than this many bytes after decoding.
    case bodyTooLarge(limit: Int)
    /// The head has more than this many bytes.
    case headersTooLarge(limit: Int)
    /// More redirects than this, or a loop.
    case tooManyRedirects(limit: Int)
    /// A redirect that must not be followed; the text says why.
    case redirectRefused(String)
    /// No secure connection came about.
    case tls(TLSFault)
    /// The request policy forbids it; the text says why. Nothing was sent.
    case refusedByPolicy(String)
    /// A sign-in link that may not be opened; the text says why, without a part of the link. Nothing was sent.
    case linkRefused(String)
    /// A sign-in gave no usable credentials; the text says why.
    case signInFailed(String)
    /// The server refused to refresh the credentials, with this status; they are gone.
    case refreshRefused(status: Int)
    /// The server could not refresh or sign in now (5xx, 429, 408) and may be ready later.
    case serverNotReady(status: Int)
    /// The task was cancelled.
    case cancelled
    /// The system or libcurl failed in another way.
    case failed(String)
  }

  /// Whether a policy refused, rather than the network failed (exit code 4 instead of 3).
  public var isRefusal: Bool {
    switch reason {
    case .refusedByPolicy, .linkRefused: true
    default: false
    }
  }

  /// The error as a finding; secrets are masked.
  public var finding: Finding {
    let description = reason.description
    let message = request.map { "\($0): \(description.message)" } ?? description.message
    let mask = SecretRegistry.shared.mask
    return Finding(description.rule, .error, mask(message), help: mask(description.help))
  }
}
