public import Diagnostics

/// What one run has to say, ready for any ``Reporter``.
public struct Report: Sendable {
  /// Sorted, merged findings.
  public var findings: [Finding]
  /// What the run was and how it ended.
  public var summary: RunSummary
  /// The rules that the findings speak in, by id, for formats that explain them.
  public var rules: [Rule]

  /// Creates a report; `rules` may name more rules than speak here.
  public init(findings: [Finding], summary: RunSummary, rules: [Rule] = []) {
    self.findings = findings
    self.summary = summary
    self.rules = rules
  }

  /// How many findings have a severity.
  public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  /// The rules of the findings, sorted by id; a rule that is not in the catalogue is left out.
  var speakingRules: [Rule] {
    let ids = Set(findings.map(\.rule))
    return rules.filter { ids.contains($0.id) }.sorted { $0.id < $1.id }
  }
}

/// What a run was and how it ended; holds no clock and no path of the machine, so that equal runs report equal bytes.
public struct RunSummary: Sendable {
  /// The command, such as `gate`.
  public var command: String
  /// The version of Assay.
  public var version: String
  /// What was looked at, such as `14 fixtures`; in the order in which they are shown.
  public var facts: [String]
  /// Exit code of the run (see `assay explain exit-codes`).
  public var exitCode: Int
  /// Findings at or above this severity fail the run.
  public var threshold: Severity
  /// The command to type next, where there is one.
  public var nextStep: String?

  /// Creates a summary.
  public init(
    command: String, version: String, facts: [String] = [], exitCode: Int = 0, threshold: Severity = .error,
    nextStep: String? = nil
  ) {
    self.command = command
    self.version = version
    self.facts = facts
    self.exitCode = exitCode
    self.threshold = threshold
    self.nextStep = nextStep
  }
}

extension Report {
  /// `2 errors, 1 warning (1 approved)`, or `no findings`.
  var verdict: String {
    var parts: [String] = []
    for severity in Severity.allCases.reversed() {
      let count = count(severity)
      if count > 0 { parts.append("\(count) \(severity.name)\(count == 1 ? "" : "s")") }
    }
    let text = parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
    return approvedCount > 0 ? "\(text) (\(approvedCount) approved)" : text
  }

  /// Findings that an approval turned into notes.
  var approvedCount: Int { findings.count { $0.standing == .approved } }
}
