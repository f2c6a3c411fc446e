internal import Diagnostics

/// How far the runs of a recording prove the order of lists on which they agree.
///
/// A set that is served in hash order agrees by chance: two elements do in half of all pairs of runs.
struct OrderProof: Sendable {
  /// A list of a recorded answer.
  struct List: Hashable, Sendable {
    /// `route/case` of the answer.
    let title: String
    /// Its route and the place in it, for people.
    let name: String
    /// Number of elements that can be told apart.
    let count: Int
  }

  /// The lists whose order every run agrees on.
  var lists: [List] = []
  /// Number of runs that were compared.
  var runCount = 2

  /// The runs after which no list of an answer agrees by chance more often than in one of twenty recordings.
  ///
  /// - Parameter isAsked: Whether the answer of a `route/case` is asked about.
  func runsNeeded(where isAsked: (String) -> Bool) -> Int {
    lists.filter { isAsked($0.title) }.map { Self.runsNeeded(for: $0.count) }.max() ?? 0
  }

  private static func runsNeeded(for count: Int) -> Int {
    guard count > 1 else { return 2 }
    let orders = (1...count).prefix(20).reduce(1.0) { $0 * Double($1) }
    var (runs, chance) = (2, 1 / orders)
    while chance > 0.05 { (runs, chance) = (runs + 1, chance / orders) }
    return runs
  }

  /// Says how many lists may have their order by chance; nil where none has.
  func note(where isAsked: (String) -> Bool = { _ in true }) -> Finding? {
    let open = lists.filter { isAsked($0.title) && Self.runsNeeded(for: $0.count) > runCount }
    guard let first = open.first else { return nil }
    let names = open.dropFirst().reduce(into: [first.name]) { if !$0.contains($1.name) { $0.append($1.name) } }
    return Finding(
      RecordingRules.orderNotProved, .note,
      "\(runCount) runs were compared, which does not prove the order of \(open.count) \(open.count == 1 ? "list" : "lists")",
      help: "where the server does not sort, mark the list '@unordered' in the contract; "
        + "without '--runs', as many runs are made as it takes",
      notes: [
        FindingNote(names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : ""))
      ])
  }
}
