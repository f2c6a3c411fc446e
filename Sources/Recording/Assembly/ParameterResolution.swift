internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Verification

/// Says where a later, read-only run finds the value of a path parameter that the recording took from a write.
struct ParameterResolution {
  /// A text of the fixtures with the texts that it stands for: two things may have one number in every run.
  private struct Value: Hashable {
    let shown: String
    let runs: [String]
  }

  private struct Sighting {
    let routeID: String
    let caseName: String
    let pointer: JSONPointer
    let persona: String?
    let parameterCount: Int
  }

  /// Where fixtures show a text, by that text and by what the runs had there.
  private let sightings: [Value: [Sighting]]
  private let parameters: [DocumentID: (value: Value, isStable: Bool)]
  private let exchanges: [RecordedExchange]

  init(
    contract: Contract, exchanges: [RecordedExchange], documents: [(id: DocumentID, value: AlignedValue)],
    values: [DocumentID: JSONValue]
  ) {
    var sightings: [Value: [Sighting]] = [:]
    var parameters: [DocumentID: (value: Value, isStable: Bool)] = [:]
    for document in documents {
      let exchange = exchanges[document.id.step]
      guard let shown = values[document.id] else { continue }
      if case .parameter = document.id.part, case .scalar(let runs) = document.value {
        let tuple = runs.compactMap(\.text)
        parameters[document.id] = (Value(shown: shown.text ?? "", runs: tuple), shown == runs[0] && tuple.allEqual)
      }
      guard document.id.part == .answer, let record = exchange.record, exchange.method == "GET",
        (200..<300).contains(exchange.status), let route = contract.route(id: record.routeID)
      else { continue }
      Self.visit(document.value, shown) { pointer, runs, text in
        let tuple = runs.compactMap(\.text)
        guard tuple.count == runs.count else { return }
        sightings[Value(shown: text, runs: tuple), default: []].append(
          Sighting(
            routeID: record.routeID, caseName: record.caseName, pointer: pointer, persona: exchange.persona,
            parameterCount: route.path.parameters.count))
      }
    }
    self.exchanges = exchanges
    self.sightings = sightings
    self.parameters = parameters
  }

  /// Visits what stands under names and indices that mean the same in every answer.
  private static func visit(
    _ value: AlignedValue, _ shown: JSONValue, at pointer: JSONPointer = JSONPointer(),
    _ body: (JSONPointer, [JSONValue], String) -> Void
  ) {
    switch (value, shown) {
    case (.scalar(let runs), _): if let text = shown.text { body(pointer, runs, text) }
    case (.array(let elements, isUnordered: false), .array(let shown)):
      for (index, pair) in zip(elements, shown).enumerated() {
        visit(pair.0, pair.1, at: pointer.appending(index), body)
      }
    case (.object(let members), .object(let shown)):
      for (member, shown) in zip(members, shown) where member.keys.allEqual && member.keys[0] == shown.key {
        visit(member.value, shown.value, at: pointer.appending(shown.key), body)
      }
    default: break
    }
  }

  /// The origin of each parameter of a step's path.
  ///
  /// Of the answers that show the value, those whose own path needs nothing come first, then those of the same persona,
  /// then the first by route, case and pointer; one that needs a parameter itself is no answer to anything.
  func origins(ofStep step: Int, route: Route) -> [String: ParameterOrigin] {
    var origins: [String: ParameterOrigin] = [:]
    for name in route.path.parameters {
      guard let parameter = parameters[DocumentID(step: step, part: .parameter(name))] else { continue }
      if parameter.isStable {
        origins[name] = .literal(parameter.value.runs[0])
        continue
      }
      let persona = exchanges[step].persona
      let best = (sightings[parameter.value] ?? []).filter { $0.parameterCount == 0 && Self.isIdentifying($0.pointer) }
        .min { a, b in
          if (a.persona == persona) != (b.persona == persona) { return a.persona == persona }
          let left = "\(a.routeID)/\(a.caseName)"
          let right = "\(b.routeID)/\(b.caseName)"
          return left == right ? a.pointer < b.pointer : left.precedesByBytes(right)
        }
      origins[name] = best.map { .answer(route: $0.routeID, case: $0.caseName, pointer: $0.pointer) } ?? .unresolved
    }
    return origins
  }

  /// A value that stands under a key, not one that happens to be equal inside a text.
  private static func isIdentifying(_ pointer: JSONPointer) -> Bool { !pointer.tokens.isEmpty }
}
