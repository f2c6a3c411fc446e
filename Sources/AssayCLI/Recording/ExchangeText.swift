import Diagnostics
import Recording
import Transport

/// An exchange as `--verbose` shows it, secrets masked.
enum ExchangeText {
  /// Most characters of a body, and of a header's value.
  private static let bodyLength = 400
  private static let valueLength = 120
  /// Header fields that say something about the answer; the rest is in `--har`.
  private static let shownHeaders = [
    "Content-Type", "Content-Encoding", "Location", "ETag", "If-None-Match", "Retry-After", "WWW-Authenticate",
    "Authorization", "Cookie", "Set-Cookie", "Link", "Cache-Control",
  ]

  /// Lines that end in a line feed.
  ///
  /// - Parameters:
  ///   - step: The step that it belongs to; nil for the guard's own.
  ///   - showsBodies: Not where people's data is answered: what is private in it is not known.
  static func lines(_ exchange: ObservedExchange, step: String?, showsBodies: Bool = true) -> String {
    let masked = MaskedExchange(exchange)
    let name = step.map { $0 + ": " } ?? ""
    var lines = ["assay: \(name)\(masked.method) \(masked.url) \(outcome(exchange, masked))"]
    lines += headers(masked.requestHeaders, ">") + (showsBodies ? body(masked.requestBody, ">") : [])
    lines += headers(masked.answerHeaders, "<") + (showsBodies ? body(masked.answerBody, "<") : [])
    return lines.map { $0 + "\n" }.joined()
  }

  private static func outcome(_ exchange: ObservedExchange, _ masked: MaskedExchange) -> String {
    let time = "\(Int((exchange.duration * 1000).rounded())) ms"
    guard let answer = exchange.answer else {
      return "got no answer: \(exchange.failure?.finding.message ?? "cancelled"), \(time)"
    }
    return "answered \(answer.status), \(counted(masked.answerSize, "byte")), \(time)"
  }

  private static func headers(_ headers: [HTTPHeader], _ mark: String) -> [String] {
    headers.filter { header in shownHeaders.contains { header.isNamed($0) } }
      .map { "  \(mark) \($0.name): \(cut($0.value, valueLength).withoutControls)" }
  }

  private static func body(_ body: MaskedExchange.Body, _ mark: String) -> [String] {
    switch body {
    case .none: return []
    case .binary(let count): return ["  \(mark) (\(counted(count, "byte")) that are no text)"]
    case .text(let text):
      return cut(text, bodyLength).split(separator: "\n").map { "  \(mark) \(String($0).withoutControls)" }
    }
  }

  private static func cut(_ text: String, _ length: Int) -> String {
    text.count > length ? text.prefix(length) + "… (\(counted(text.utf8.count, "byte")))" : text
  }
}
