internal import JSONText

extension ContractText {
  mutating func write(_ assertion: SchemaAssertion) {
    text += " where "
    switch assertion {
    case .nothing: text += "nothing"
    case .number(let facts): text += Self.describe(facts)
    case .string(let facts): text += "string" + Self.describe(facts)
    case .values(let values):
      text += "in " + values.map { String(decoding: $0.canonicalText(indent: 0), as: UTF8.self) }.joined(separator: "|")
    case .elementCount(let minimum, let maximum): text += "elements \(Self.bounds(minimum, maximum))"
    case .uniqueElements: text += "unique"
    case .elements(let prefix, let rest):
      write(prefix, after: "elements")
      if let rest { write([rest], after: "...") }
    case .contains(let type, let minimum, let maximum):
      write([type], after: "contains \(Self.bounds(minimum, maximum))")
    case .memberCount(let minimum, let maximum): text += "members \(Self.bounds(minimum, maximum))"
    case .members(let members):
      write(members.named, after: "members")
      write(members.patterns, after: "patterns")
      if let others = members.others {
        write([others], after: "others " + members.declared.map(Self.quoted).joined(separator: "|"))
      }
    case .required(let names): text += "required " + names.map(Self.quoted).joined(separator: "|")
    case .dependentRequired(let entries):
      for entry in entries {
        text += "\(Self.quoted(entry.name)) needs " + entry.required.map(Self.quoted).joined(separator: "|") + ";"
      }
    case .dependentTypes(let entries): write(entries, after: "dependent")
    case .keys(let type): write([type], after: "keys")
    case .all(let types): write(types, after: "all")
    case .any(let types): write(types, after: "any")
    case .exactlyOne(let types): write(types, after: "one")
    case .atMostOne(let types): write(types, after: "at most one")
    case .not(let type): write([type], after: "not")
    case .condition(let type, let then, let otherwise):
      write([type], after: "if")
      if let then { write([then], after: "then") }
      if let otherwise { write([otherwise], after: "else") }
    case .unevaluatedMembers(let type, let seen):
      write([type], after: "unevaluated members")
      write(seen)
    case .unevaluatedElements(let type, let seen):
      write([type], after: "unevaluated elements")
      write(seen)
    }
  }

  private mutating func write(_ evaluations: [SchemaEvaluation]) {
    text += " seen("
    for evaluation in evaluations {
      switch evaluation {
      case .members(let names, let patterns):
        text += (names + patterns.map { "/\($0)/" }).map(Self.quoted).joined(separator: "|")
      case .everything: text += "everything"
      case .leading(let count): text += "\(count)"
      case .fitting(let type): write([type], after: "fitting")
      case .when(let type, let inner):
        write([type], after: "when")
        write(inner)
      case .unless(let type, let inner):
        write([type], after: "unless")
        write(inner)
      case .present(let name, let inner):
        text += "present \(Self.quoted(name))"
        write(inner)
      }
      text += ";"
    }
    text += ")"
  }

  private mutating func write(_ entries: [SchemaAssertion.NamedType], after prefix: String) {
    guard !entries.isEmpty else { return }
    text += prefix + "{"
    for entry in entries {
      text += Self.quoted(entry.name) + ":"
      write(entry.type)
      text += ";"
    }
    text += "}"
  }

  private mutating func write(_ types: [TypeExpression], after prefix: String) {
    text += prefix + "("
    for type in types {
      write(type)
      text += ","
    }
    text += ")"
  }
}
