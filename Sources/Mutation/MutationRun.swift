public import ContractModel
public import Diagnostics
import JSONText
public import Verification

/// A mutant that no check noticed.
public struct Survivor: Hashable, Sendable {
  /// What was done.
  public let mutation: MutationOperator
  /// Route id.
  public let route: String
  /// The fixture, as it is shown.
  public let file: String
  /// Where it was done.
  public let pointer: JSONPointer
  /// Contract member, where it has a name.
  public let member: String?
  /// Why it goes unnoticed.
  public let excuse: String
  /// Where the contract declares the place's type.
  public let span: SourceSpan?
}

/// What a mutation run came to.
public struct MutationScore: Sendable {
  /// Mutants that a check noticed.
  public let killed: Int
  /// Mutants that none noticed, in order of fixture and place.
  public let survivors: [Survivor]
  /// Fixtures that were mutated.
  public let fixtureCount: Int

  /// Mutants in all.
  public var total: Int { killed + survivors.count }
  /// Noticed mutants in whole per cent, rounded down; 0 where there was none.
  public var percentage: Int { total == 0 ? 0 : killed * 100 / total }

  /// One note for each survivor.
  public var findings: [Finding] {
    survivors.map { survivor in
      let subject = survivor.member ?? survivor.pointer.generalized.description
      return Finding(
        MutationRules.survivor, .note,
        "\(survivor.mutation.gerund) '\(subject)' goes unnoticed: \(survivor.excuse)",
        help: "narrow the type, if clients rely on it",
        at: Place(route: survivor.route, file: survivor.file, pointer: survivor.pointer), member: survivor.member,
        notes: survivor.span.map { [FindingNote("declared here", at: Place(span: $0))] } ?? [])
    }
  }
}

/// Breaks recorded answers one place at a time and asks the contract whether it notices.
public struct MutationRun: Sendable {
  private let fixtures: FixtureSet
  private let checker: ValueChecker

  /// Creates a run.
  public init(contract: Contract, fixtures: FixtureSet) {
    self.fixtures = fixtures
    checker = ValueChecker(contract: contract)
  }

  /// Judges every mutant of every JSON fixture that has a type; each kind of place once in a fixture.
  ///
  /// - Complexity: O(distinct places × document) for each fixture.
  public func score() -> MutationScore {
    var killed = 0
    var survivors: [Survivor] = []
    var count = 0
    for entry in fixtures.manifest.entries where entry.isJSON {
      guard let route = checker.contract.route(id: entry.routeID),
        case .body(let type) = route.answer(status: entry.status), let bytes = fixtures.body(of: entry),
        let document = try? JSONDocument(parsing: bytes)
      else { continue }
      count += 1
      let outcome = judge(document.root, type: type, entry: entry)
      killed += outcome.killed
      survivors += outcome.survivors
    }
    return MutationScore(killed: killed, survivors: survivors, fixtureCount: count)
  }

  private func judge(
    _ root: JSONNode, type: TypeExpression, entry: FixtureEntry
  ) -> (killed: Int, survivors: [Survivor]) {
    let value = root.value
    let baseline = noticed(root, type)
    var killed = 0
    var survivors: [Survivor] = []
    var seen: Set<JSONPointer> = []
    for tokens in places(root) where seen.insert(JSONPointer(tokens: tokens).generalized).inserted {
      guard let slot = ContractSlot.find(tokens, in: root, type: type, checker: checker) else { continue }
      for mutation in MutationOperator.allCases where mutation != .unknownValue || slot.isEnumerated {
        guard let mutant = mutation.apply(to: value, at: tokens[...]),
          let document = try? JSONDocument(parsing: mutant.canonicalText(indent: 0))
        else { continue }
        if noticed(document.root, type).subtracting(baseline).isEmpty {
          survivors.append(
            Survivor(
              mutation: mutation, route: entry.routeID, file: fixtures.shownPath(of: entry),
              pointer: JSONPointer(tokens: tokens), member: slot.member, excuse: slot.excuse(for: mutation),
              span: slot.type.span))
        } else {
          killed += 1
        }
      }
    }
    return (killed, survivors)
  }

  /// What the checker has against a document, from warnings up.
  private func noticed(_ root: JSONNode, _ type: TypeExpression) -> Set<Mismatch> {
    Set(checker.check(root, against: type).filter { $0.severity >= .warning })
  }

  /// Every place but the root, in document order.
  private func places(_ root: JSONNode) -> [[String]] {
    var result: [[String]] = []
    var pending: [(tokens: [String], node: JSONNode)] = [([], root)]
    while let (tokens, node) = pending.popLast() {
      if !tokens.isEmpty { result.append(tokens) }
      var inner: [(tokens: [String], node: JSONNode)] = []
      for (key, value) in node.members { inner.append((tokens + [key], value)) }
      for (index, value) in node.elements.enumerated() { inner.append((tokens + [String(index)], value)) }
      pending += inner.reversed()
    }
    return result
  }
}
