import ContractModel
import Diagnostics
import JSONText
import Scenarios
import Transport
import Verification

@testable import Recording

/// One step of a recording made in memory, with what each run answered.
struct RunStep {
  var name = "step"
  var method = "GET"
  /// The path of the route; a parameter takes the text of `parameters`, or of the run.
  var template = "/api/things"
  /// Actual path in each run; the template where none is given.
  var paths: [String] = []
  var query: [[(name: String, value: String)]] = []
  var headers: [[HTTPHeader]] = []
  /// Body of the answer in each run.
  var answers: [String]
  var requests: [String] = []
  var requestType = "application/json"
  var uses: [RecordedExchange.Use] = []
  var type: TypeExpression?
  var isRecorded = true
  var mediaType = "application/json"
  var persona: String?

  /// The route's id, which is the last word of its path and the method.
  var routeID: String {
    let words = template.split(separator: "/").filter { !$0.hasPrefix("{") }
    return "\(words.last ?? "root").\(method.lowercased())"
  }

  /// The label of the step in names.
  var label: String { isRecorded ? "\(routeID)/\(name)" : name }

  static func post(_ template: String, _ name: String, _ answers: [String], paths: [String] = []) -> RunStep {
    RunStep(name: name, method: "POST", template: template, paths: paths, answers: answers)
  }
  static func get(
    _ template: String, _ name: String, _ answers: [String], paths: [String] = [], uses: [RecordedExchange.Use] = []
  ) -> RunStep {
    RunStep(name: name, template: template, paths: paths, answers: answers, uses: uses)
  }
}

/// Puts together what a recording of these steps writes.
struct RunBuilder {
  /// 2026-03-02T10:00:00Z, a Monday.
  static let start = 1_772_445_600_000
  static let file = SourceFile(path: "scenarios/test.http", bytes: Array("### test\n".utf8))

  var steps: [RunStep]
  var record = VolatilityRecord()
  /// The runs that are compared, by index; all of the first step where none are given.
  var runs: [Int]?
  var knownTexts: [[(text: String, placeholder: String)]] = []

  var contract: Contract {
    let span = SourceSpan(file: Self.file, start: 0, end: 1)
    var routes: [String: Route] = [:]
    for step in steps where step.isRecorded && routes[step.routeID] == nil {
      guard let path = PathTemplate(step.template) else { continue }
      routes[step.routeID] = Route(
        id: step.routeID, method: step.method, path: path, response: step.type ?? TypeExpression(.anyJSON, span: span),
        span: span)
    }
    return Contract(routes: Array(routes.values))
  }

  private func exchange(_ step: RunStep, _ run: Int) -> RecordedExchange {
    let headers = step.headers.isEmpty ? [] : step.headers[run]
    return RecordedExchange(
      step: step.name, record: step.isRecorded ? (step.routeID, step.name) : nil, persona: step.persona,
      span: SourceSpan(file: Self.file, start: 0, end: 1), method: step.method,
      path: step.paths.isEmpty ? step.template : step.paths[run], query: step.query.isEmpty ? [] : step.query[run],
      request: KeptRequest(
        step.requests.isEmpty ? nil : Array(step.requests[run].utf8), contentType: step.requestType),
      status: 200,
      headers: [HTTPHeader("Content-Type", step.mediaType)] + headers, body: Array(step.answers[run].utf8),
      uses: step.uses)
  }

  /// The set that these runs make.
  func assemble() -> AssembledSet {
    let runs = runs ?? Array(steps[0].answers.indices)
    let recorded = runs.map { run in
      RecordedRun(
        exchanges: steps.map { exchange($0, run) },
        window: (Self.start + run * 20_000)...(Self.start + run * 20_000 + 10_000),
        knownTexts: knownTexts.isEmpty ? [] : knownTexts[run])
    }
    return FixtureAssembly(contract: contract, runs: recorded, record: record, registry: SecretRegistry()).assemble()
  }
}

extension AssembledSet {
  /// The body of a step's answer on one line.
  func body(_ step: RunStep) -> String {
    guard let bytes = files["\(step.routeID)/\(step.name).json"], let document = try? JSONDocument(parsing: bytes)
    else {
      return "(none)"
    }
    return String(decoding: document.root.value.canonicalText(indent: 0), as: UTF8.self)
  }

  /// The errors among the findings, as rule and pointer.
  var errors: [String] {
    findings.filter { $0.severity == .error }.map { "\($0.rule.rawValue) \($0.place.pointer?.description ?? "")" }
  }

  /// What was remembered.
  var remembered: VolatilityRecord {
    get throws {
      try VolatilityRecord(parsing: JSONDocument(parsing: files[VolatilityRecord.fileName] ?? []))
    }
  }
}

/// Whether a text is like a pattern in which `<form>` stands for any text of that form; the texts that it stood for.
func match(_ text: String, _ pattern: String) -> [String]? {
  var rest = text[...]
  var found: [String] = []
  var pattern = pattern[...]
  while let open = pattern.firstIndex(of: "<") {
    guard let close = pattern[open...].firstIndex(of: ">"), rest.hasPrefix(pattern[..<open]) else { return nil }
    let form = pattern[pattern.index(after: open)..<close]
    rest = rest.dropFirst(pattern[..<open].count)
    pattern = pattern[pattern.index(after: close)...]
    let next = pattern.prefix { $0 != "<" }
    let end = next.isEmpty ? rest.endIndex : rest.firstRange(of: next)?.lowerBound
    guard let end else { return nil }
    let value = String(rest[..<end])
    guard value == form || ValueFormat(of: value).name == form || form == "any" else { return nil }
    found.append(value)
    rest = rest[end...]
  }
  return rest == pattern ? found : nil
}
