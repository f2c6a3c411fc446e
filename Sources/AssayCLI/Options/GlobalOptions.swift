import Diagnostics
import Reporting

/// Where one report goes.
struct ReportTarget: Hashable, Sendable {
  /// Its format.
  let format: ReportFormat
  /// The file it is written to; nil for standard output.
  let file: String?
}

/// The options that every command takes.
struct GlobalOptions: Sendable {
  /// When to colour.
  enum Color: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// Configuration file as given.
  var config: String?
  /// Name of the environment.
  var environment: String?
  /// Reports, in the order given; empty for text on standard output.
  var reports: [ReportTarget] = []
  /// Findings at or above this fail the run; nil where the command line does not say.
  var threshold: Severity?
  /// Colour of text on a terminal.
  var color = Color.auto
  /// Prints only findings that fail the run.
  var isQuiet = false
  /// Prints what is being done, on standard error.
  var isVerbose = false

  /// Their table.
  static let specs: [OptionSpec] = [
    OptionSpec("config", short: "c", value: .file("FILE"), help: "configuration (contracts/assay.json)"),
    OptionSpec("env", short: "e", value: .text("NAME"), help: "environment of the configuration"),
    OptionSpec(
      "format", short: "f", value: .choiceWithFile(ReportFormat.allCases.map(\.rawValue)), repeats: true,
      help: "report format, to standard output or to a file"),
    OptionSpec(
      "fail-on", value: .choice(["error", "warning", "note"]), help: "least severity that fails the run (error)"),
    OptionSpec("strict", help: "the same as --fail-on warning"),
    OptionSpec("color", value: .choice(Color.allCases.map(\.rawValue)), help: "colour text (auto)"),
    OptionSpec("quiet", short: "q", help: "print only what fails the run"),
    OptionSpec("verbose", short: "v", help: "say on standard error what is being done"),
    OptionSpec("help", short: "h", help: "print help"),
  ]

  /// Reads them from parsed arguments.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    config = arguments.value("config")
    environment = arguments.value("env")
    for text in arguments.values("format") { reports.append(try Self.target(text)) }
    let printed = reports.filter { $0.file == nil }
    if let second = printed.dropFirst().first {
      throw .usage(
        "standard output takes one report, not \(printed.map(\.format.rawValue).joined(separator: " and "))",
        help: "give all but one a file: --format \(second.format.rawValue)=FILE")
    }
    if arguments.has("strict") { threshold = .warning }
    if let name = arguments.value("fail-on"), let severity = Severity(name: name) { threshold = severity }
    if let name = arguments.value("color"), let color = Color(rawValue: name) { self.color = color }
    isQuiet = arguments.has("quiet")
    isVerbose = arguments.has("verbose")
  }

  private static let formats = "it takes \(ReportFormat.allCases.map(\.rawValue).joined(separator: "|"))[=FILE]"

  private static func target(_ text: String) throws(CommandFailure) -> ReportTarget {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let format = ReportFormat(rawValue: String(name)) else {
      throw .usage("--format does not know '\(text)'", help: Self.formats)
    }
    guard parts.count == 2 else { return ReportTarget(format: format, file: nil) }
    guard !parts[1].isEmpty else { throw .usage("--format \(text) names no file", help: Self.formats) }
    return ReportTarget(format: format, file: String(parts[1]))
  }
}
