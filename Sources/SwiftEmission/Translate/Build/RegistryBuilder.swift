internal import ContractModel

/// Declares the list of every route's answers, which a decoder suite walks.
struct RegistryBuilder {
  /// Entries in one list literal: the compiler's memory grows with the square of them.
  private static let entriesInLiteral = 64

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
    return SwiftFile(
      path: "Registry.swift", origin: nil,
      declarations: [
        .type(
          SwiftTypeDeclaration(
            kind: .extension, name: "ContractRegistry", members: [.property(ids)] + list(entries).map { .property($0) }
          ))
      ])
  }

  /// The list, and the parts that a long one is put together from.
  private func list(_ entries: [SwiftExpression]) -> [SwiftProperty] {
    let type = SwiftType.array(.named("Entry"))
    var parts: [SwiftProperty] = []
    if entries.count > Self.entriesInLiteral {
      for start in stride(from: 0, to: entries.count, by: Self.entriesInLiteral) {
        let part = Array(entries[start..<min(start + Self.entriesInLiteral, entries.count)])
        parts.append(
          SwiftProperty(
            visibility: .hidden, isStatic: true, name: "entries\(parts.count + 1)", type: type, value: .array(part)))
      }
    }
    let names = SwiftExpression.array(parts.map { .name($0.name) })
    let value: SwiftExpression =
      parts.isEmpty
      ? .array(entries) : .call(.member(names, "flatMap"), [SwiftArgument(.closure(.name("$0")))])
    return [
      SwiftProperty(
        notes: SwiftNotes(
          documentation: "Every declared answer that has a body: by route id, success first, the default error last."),
        isStatic: true, name: "entries", type: type, value: value)
    ] + parts
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
