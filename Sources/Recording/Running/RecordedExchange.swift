internal import Diagnostics
internal import Transport
internal import Verification

/// One step of a scenario as one run saw it.
struct RecordedExchange: Sendable {
  /// A value of an earlier answer that the step's request used.
  struct Use: Hashable, Sendable {
    /// Name of the step that was answered.
    let step: String
    /// Place in that answer's JSON body.
    let pointer: JSONPointer
  }

  /// The step's name.
  let step: String
  /// The route and case that the answer is saved as; nil when it is not.
  let record: (routeID: String, caseName: String)?
  /// Who asked.
  let persona: String?
  /// Where the step is written.
  let span: SourceSpan
  /// Upper-case method.
  let method: String
  /// Path of the request without the base URL's own path and without the query, percent-encoded.
  let path: String
  /// Query items in order, decoded.
  let query: [(name: String, value: String)]
  /// What is kept of the request's body.
  let request: KeptRequest
  /// Status of the answer.
  let status: Int
  /// Headers of the answer.
  let headers: [HTTPHeader]
  /// Body of the answer, content encoding undone.
  let body: [UInt8]
  /// What the request took from earlier answers.
  let uses: [Use]

  /// The scenario's file name without folder and extension; step names are unique within one.
  var file: String {
    span.file.path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
  }
  /// The step's name with its file's.
  var stepInFile: String { "\(file)#\(step)" }
  /// Whether the step writes: anything other than GET and HEAD.
  var isWrite: Bool { method != "GET" && method != "HEAD" }
  /// Media type of the answer without parameters, in lower case; nil without the header.
  var mediaType: String? {
    headers.first(named: "Content-Type").map {
      String($0.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }).lowercased()
    }
  }
  /// Whether the answer says that it is JSON (RFC 6839 section 3.1 for the suffix).
  var isJSON: Bool { mediaType.map { $0 == "application/json" || $0.hasSuffix("+json") } ?? false }
}

/// One run of all scenarios.
struct RecordedRun: Sendable {
  /// The answers that can be saved, in the order in which they came.
  var exchanges: [RecordedExchange]
  /// The steps without one.
  var failures: [StepFailure] = []
  /// Whether it ended early, since nobody answered any more.
  var isCutShort = false
  /// First and last millisecond since 1970 on this machine's clock.
  let window: ClosedRange<Int>
  /// Texts of this run alone, with what stands for them.
  let knownTexts: [(text: String, placeholder: String)]
  /// Whether a server keeps the state of the run before.
  var sharesState = false
}
