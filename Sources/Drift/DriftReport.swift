public import Diagnostics

/// What a drift run told.
public struct DriftReport: Sendable {
  /// Whether the run learned anything.
  public enum Outcome: Hashable, Sendable {
    /// Answers were compared; the findings say how they differ.
    case checked
    /// The run did not reach the server's logic, or not all of it (exit code 3); ``DriftReport/obstacles`` say why.
    case couldNotCheck
  }

  /// A recorded answer that was not asked for again.
  public struct NotExercised: Hashable, Sendable {
    /// Route id.
    public let route: String
    /// Case name.
    public let caseName: String
    /// What is missing.
    public let reason: String
  }

  /// Whether the run learned anything.
  public let outcome: Outcome
  /// How the answers differ, merged and sorted; routes that were not exercised are among them.
  public let findings: [Finding]
  /// Why the run could not check; empty when it could.
  public let obstacles: [Finding]
  /// Ids of the routes of which an answer was compared, sorted.
  public let exercisedRoutes: [String]
  /// How many answers were compared.
  public let exercisedCount: Int
  /// What was not asked for, in the manifest's order.
  public let notExercised: [NotExercised]
  /// How many recorded answers belong to requests that write, or failed on purpose; they are never asked for.
  public let skippedCount: Int
}
