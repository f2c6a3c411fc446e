internal import ContractModel

/// Declares the list of every route's answers, which a decoder suite walks.
struct RegistryBuilder {
  func file(_ endpoints: [PlannedEndpoint]) -> SwiftFile {
    let ids = SwiftProperty(
      notes: SwiftNotes(documentation: "The id of every route of the contract, sorted by bytes."), isStatic: true,
      name: "routeIDs", type: .array(.string),
      value: .array(endpoints.map { .string($0.route.id) }))
    let entries = endpoints.flatMap { endpoint in
      sorted(endpoint.answers).map { answer in
        SwiftExpression.call(
          .type(.named("Entry")),
          [
            SwiftArgument(.string(endpoint.route.id)),
            SwiftArgument(answer.status.map { .number(String($0)) } ?? .null),
            SwiftArgument(.metatype(answer.type)),
          ] + (answer.statusClass.map { [SwiftArgument(.number(String($0)), label: "statusClass")] } ?? []))
      }
    }
    let list = SwiftProperty(
      notes: SwiftNotes(
        documentation: "Every declared answer that has a body: by route id, success first, the default error last."),
      isStatic: true, name: "entries", type: .array(.named("Entry")), value: .array(entries))
    return SwiftFile(
      path: "Registry.swift", origin: nil,
      declarations: [
        .type(
          SwiftTypeDeclaration(kind: .extension, name: "ContractRegistry", members: [.property(ids), .property(list)]))
      ])
  }

  private func sorted(_ answers: [PlannedEndpoint.Answer]) -> [PlannedEndpoint.Answer] {
    // The successful answer comes first in the plan.
    answers.enumerated().sorted { left, right in
      rank(left.element, left.offset) < rank(right.element, right.offset)
    }.map(\.element)
  }

  /// Success, statuses in order, classes of statuses, the default.
  private func rank(_ answer: PlannedEndpoint.Answer, _ offset: Int) -> (Int, Int, Int) {
    (offset == 0 && answer.status != nil ? 0 : 1, answer.status ?? answer.statusClass.map { 1000 + $0 } ?? .max, offset)
  }
}
