public import Diagnostics
public import JSONText

/// Reads what ``JSONReporter`` wrote, so that saved reports can be rendered again and merged.
public struct SavedReport: Sendable {
  /// The findings, in the order of the file.
  public let findings: [Finding]
  /// The summary.
  public let summary: RunSummary

  /// Reads a report.
  /// - Parameters:
  ///   - document: The parsed file.
  ///   - path: Its path, as shown.
  /// - Throws: A finding that says what is missing.
  public init(_ document: JSONDocument, path: String) throws(SavedReportError) {
    let root = document.root
    guard root["version"]?.number?.int64 == Int64(JSONReporter.schemaVersion), let summary = root["summary"],
      let list = root["findings"], list.kind == .array
    else {
      throw SavedReportError(path: path, problem: "the file is not a report of this version of Assay")
    }
    let nodes = Array(list.elements)
    var sources = ReportedSources()
    for node in nodes { sources.collect(node) }
    var findings: [Finding] = []
    for (index, node) in nodes.enumerated() {
      guard let finding = sources.finding(node) else {
        throw SavedReportError(path: path, problem: "finding \(index) lacks its rule, severity or message")
      }
      findings.append(finding)
    }
    self.findings = findings
    self.summary = RunSummary(
      command: summary["command"]?.string ?? "report", version: summary["assay"]?.string ?? "",
      facts: summary["facts"].map { $0.elements.compactMap(\.string) } ?? [],
      exitCode: summary["exitCode"]?.number?.int64.map(Int.init) ?? 0,
      threshold: summary["threshold"]?.string.flatMap(Severity.init(name:)) ?? .error,
      nextStep: summary["nextStep"]?.string)
  }
}

/// A file is not a saved report.
public struct SavedReportError: Error, Sendable {
  /// What to show.
  public let finding: Finding

  init(path: String, problem: String) {
    finding = Finding(
      ReportingRules.reportMalformed, .error, problem, help: "save a report with --format json=FILE",
      at: Place(file: path))
  }
}

/// Source files rebuilt from the lines that a report quotes: lines that it does not quote are empty.
private struct ReportedSources {
  private var lines: [String: [Int: String]] = [:]
  private var files: [String: SourceFile] = [:]
  /// A line number past this is not believed.
  private static let maximumLine = 1_000_000

  mutating func collect(_ node: JSONNode) {
    switch node.kind {
    case .array: for element in node.elements { collect(element) }
    case .object:
      if let path = node["file"]?.string, let line = lineNumber(node["line"]), let end = lineNumber(node["endLine"]) {
        let width = max(column(node["column"]), line == end ? column(node["endColumn"]) : 1) - 1
        note(node["source"]?.string ?? "", width: width, at: line, in: path)
        if end > line { note("", width: column(node["endColumn"]) - 1, at: end, in: path) }
      }
      for (_, value) in node.members { collect(value) }
    default: break
    }
  }

  /// Remembers a line, filled up with spaces to `width` bytes; the longest text known of a line stays.
  private mutating func note(_ source: String, width: Int, at line: Int, in path: String) {
    let text = source + String(repeating: " ", count: max(0, width - source.utf8.count))
    let known = lines[path, default: [:]][line]
    if known == nil || (known ?? "").utf8.count < text.utf8.count { lines[path, default: [:]][line] = text }
  }

  private func lineNumber(_ node: JSONNode?) -> Int? {
    guard let value = node?.number?.int64, (1...Int64(Self.maximumLine)).contains(value) else { return nil }
    return Int(value)
  }

  private func column(_ node: JSONNode?) -> Int {
    guard let value = node?.number?.int64, (1...100_000).contains(value) else { return 1 }
    return Int(value)
  }

  private mutating func file(_ path: String) -> SourceFile {
    if let file = files[path] { return file }
    let known = lines[path] ?? [:]
    var text = ""
    for number in 1...(known.keys.max() ?? 1) {
      text += (known[number] ?? "") + "\n"
    }
    let file = SourceFile(path: path, text: text)
    files[path] = file
    return file
  }

  private mutating func span(_ node: JSONNode?) -> SourceSpan? {
    guard let node, let path = node["file"]?.string, let line = lineNumber(node["line"]) else { return nil }
    let file = file(path)
    let end = lineNumber(node["endLine"]) ?? line
    return SourceSpan(
      file: file, start: offset(in: file, line: line, column: column(node["column"])),
      end: offset(in: file, line: end, column: column(node["endColumn"])))
  }

  private func offset(in file: SourceFile, line: Int, column: Int) -> Int {
    var low = 0
    var high = file.bytes.count
    while low < high {
      let middle = (low + high) / 2
      if file.position(at: middle).line < line { low = middle + 1 } else { high = middle }
    }
    return low + column - 1
  }

  private mutating func place(_ node: JSONNode?) -> Place {
    var place = Place(
      span: span(node?["span"]), route: node?["route"]?.string, file: node?["file"]?.string,
      pointer: node?["pointer"]?.string.flatMap(JSONPointer.init(text:)))
    place.caseName = node?["case"]?.string
    return place
  }

  mutating func finding(_ node: JSONNode) -> Finding? {
    guard let rule = node["rule"]?.string, let severity = node["severity"]?.string.flatMap(Severity.init(name:)),
      let message = node["message"]?.string
    else { return nil }
    var notes: [FindingNote] = []
    for note in node["notes"].map({ Array($0.elements) }) ?? [] {
      notes.append(FindingNote(note["message"]?.string ?? "", at: place(note["place"])))
    }
    var fixIt: FixIt?
    if let replacement = node["fixIt"]?["replacement"]?.string, let span = span(node["fixIt"]?["span"]) {
      fixIt = FixIt(replace: span, with: replacement)
    }
    var finding = Finding(
      RuleID(rule), severity, message, help: node["help"]?.string, at: place(node["place"]),
      member: node["member"]?.string, notes: notes, fixIt: fixIt)
    finding.standing = node["standing"]?.string.flatMap(Standing.init(rawValue:)) ?? .counts
    for more in node["morePlaces"].map({ Array($0.elements) }) ?? [] { finding.morePlaces.append(place(more)) }
    return finding
  }
}
