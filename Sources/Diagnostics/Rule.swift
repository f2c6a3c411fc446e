/// How much a finding matters.
public enum Severity: Int, Comparable, Sendable, CaseIterable {
  /// Worth knowing; nothing breaks.
  case note
  /// Likely wrong, or weaker than it should be.
  case warning
  /// Breaks a client, or could not be checked.
  case error

  /// The word that reports print.
  public var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
  /// Reads a severity's name.
  public init?(name: String) {
    guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
  /// Orders from note to error.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The public, stable name of a rule: `family/kebab-case`.
public struct RuleID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, such as `decode/type-mismatch`.
  public let rawValue: String
  /// Creates an id from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Creates an id from a literal.
  public init(stringLiteral value: String) { rawValue = value }
  /// The name.
  public var description: String { rawValue }
  /// Orders by UTF-8 bytes.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue.precedesByBytes(b.rawValue) }
}

/// What a rule means, for `assay explain` and for the catalogue that the command line assembles.
///
/// Each module that makes findings exports its rules as a static list.
public struct Rule: Sendable {
  /// The stable name.
  public let id: RuleID
  /// Severity when nothing says otherwise.
  public let severity: Severity
  /// One sentence: what is wrong when this rule speaks.
  public let summary: String
  /// A short example of what triggers it.
  public let example: String
  /// What to do about it.
  public let mend: String

  /// Creates a rule.
  public init(_ id: RuleID, _ severity: Severity, summary: String, example: String, mend: String) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.example = example
    self.mend = mend
  }
}
