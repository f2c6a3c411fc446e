internal import Diagnostics
internal import Scenarios

/// What one run of the scenarios came to.
struct ScenarioOutcome: Sendable {
  /// Steps in a row without any answer after which nobody is asked any more.
  private static let patience = 2

  /// The answers that can be saved, in the order in which they came.
  private(set) var exchanges: [RecordedExchange] = []
  /// The steps without one, in the same order.
  private(set) var failures: [StepFailure] = []
  /// Whether nobody answers any more.
  private(set) var isOver = false

  private var openSteps: Int
  private var silence = 0
  /// Numbers of the failures, by the steps of this scenario that have no answer.
  private var lost: [String: Int] = [:]
  /// The same of its steps that were answered with another success than the expected one.
  private var doubtful: [String: Int] = [:]

  /// - Parameter stepCount: How many steps there are.
  init(stepCount: Int) { openSteps = stepCount }

  /// Begins a scenario, whose steps take nothing from those of another one.
  mutating func begin() {
    lost = [:]
    doubtful = [:]
  }

  /// Begins a step.
  ///
  /// - Returns: Whether it can run; one that cannot is told with the failure that is to blame.
  mutating func begin(_ step: ScenarioStep, of scenario: Scenario) -> Bool {
    openSteps -= 1
    guard let cause = cause(of: step, in: scenario, among: lost) else { return true }
    skip(step, for: cause)
    return false
  }

  /// Ends a step with an answer.
  mutating func end(_ exchange: RecordedExchange) {
    silence = 0
    exchanges.append(exchange)
  }

  /// Ends a step that failed.
  ///
  /// - Parameter isAnswered: Whether later steps may look in its answer for what they need.
  mutating func end(_ step: ScenarioStep, of scenario: Scenario, with failure: StepFailure, isAnswered: Bool) {
    if !failure.wasSent, let cause = cause(of: step, in: scenario, among: doubtful) { return skip(step, for: cause) }
    if isAnswered { doubtful[step.name] = failures.count } else { lost[step.name] = failures.count }
    failures.append(failure)
    silence = failure.isUnanswered ? silence + 1 : 0
    isOver = failure.isServerGone || silence >= Self.patience
    if isOver, openSteps > 0 {
      let steps = openSteps == 1 ? "the step" : "the \(openSteps) steps"
      failures[failures.count - 1].add(FindingNote("nobody answers: \(steps) after it did not run"))
    }
  }

  private mutating func skip(_ step: ScenarioStep, for cause: Int) {
    lost[step.name] = cause
    failures[cause].add(needy: step)
  }

  /// The first failure that keeps a step from what it needs.
  private func cause(of step: ScenarioStep, in scenario: Scenario, among steps: [String: Int]) -> Int? {
    steps.isEmpty ? nil : scenario.needs(of: step).compactMap { steps[$0] }.min()
  }
}
