internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  private static let tableTags: Set<String> = ["monotonic", "unique", "references"]

  /// The constant tables of a file: exported arrays and objects that are `as const` or frozen, or that carry a table's
  /// tags. Without such tags, one that holds more than literals is left out with a note.
  func lowerTables(of module: Module) -> [ConstantTable] {
    let scope = module.scope
    return scope.constantNames.compactMap { name in
      guard let symbol = scope.constants[name], symbol.isExported, let value = symbol.syntax.value else { return nil }
      let facts = DocFacts(symbol.documentation)
      let isTagged = facts.tags.contains { Self.tableTags.contains($0.tag.name) }
      guard isTagged || ConstantTyping.isMarked(value) else { return nil }
      switch ConstantTyping.bare(value).node {
      case .array, .object: break
      default: return nil
      }
      return lowerTable(symbol, value, facts, isTagged: isTagged)
    }
  }

  private func lowerTable(
    _ symbol: ConstantSymbol, _ value: ExpressionSyntax, _ facts: DocFacts, isTagged: Bool
  ) -> ConstantTable? {
    let name = symbol.syntax.name
    begin()
    member = name.text
    part = .table
    defer {
      member = nil
      part = nil
    }
    do throws(ConstantFault) {
      let lowered = try lowerConstant(value, symbol.scope, remaining: Self.maximumDepth)
      return ConstantTable(
        name: name.text, value: lowered, invariants: invariants(facts), documentation: facts.documentation,
        span: name.span)
    } catch {
      if work >= Self.maximumWork { endlessConstants.insert(ObjectIdentifier(symbol)) }
      if isTagged {
        report(
          TypeScriptRules.unsupportedConstant, .error, "table '\(name.text)' \(error.fact)",
          help: "write the value out", at: error.span)
        progress.refused.others.insert(LeftOutPart(title: "table '\(name.text)'", span: name.span))
      } else {
        report(
          TypeScriptRules.leftOut, .note, "constant '\(name.text)' is left out: it \(error.fact)",
          help: "write the value out if a client needs it", at: error.span)
      }
      return nil
    }
  }

  private func invariants(_ facts: DocFacts) -> [TableInvariant] {
    facts.tags.compactMap { tag, words in
      guard Self.tableTags.contains(tag.name) else { return nil }
      if tag.name == "references", words.count == 2, let dot = words[1].lastIndex(of: ".") {
        let table = String(words[1][..<dot])
        let column = String(words[1][words[1].index(after: dot)...])
        if !table.isEmpty, !column.isEmpty { return .references(column: words[0], table: table, otherColumn: column) }
      } else if tag.name != "references", let column = words.first {
        return tag.name == "monotonic" ? .monotonic(column: column) : .unique(column: column)
      }
      let wanted = tag.name == "references" ? "a column and TABLE.column" : "a column"
      report(
        TypeScriptRules.invalidDocTag, .error, "@\(tag.name) needs \(wanted)", help: "write it after the tag",
        at: tag.span)
      return nil
    }
  }

  // MARK: Values

  /// Why a value is no literal.
  private struct ConstantFault: Error {
    let fact: String
    let span: SourceSpan
  }

  private func lowerConstant(
    _ expression: ExpressionSyntax, _ scope: Scope, remaining: Int
  ) throws(ConstantFault) -> ConstantValue {
    let bare = ConstantTyping.bare(expression)
    let span = bare.span
    guard remaining > 0 else { throw ConstantFault(fact: "refers to itself", span: span) }
    // Each list or object that takes another one in twice doubles it.
    work += 1
    guard work < Self.maximumWork else { throw tooManyValues(at: span) }
    switch bare.node {
    case .literal(let literal):
      guard let value = Literal(literal) else {
        throw ConstantFault(fact: "holds a big integer, which has no JSON form", span: span)
      }
      return ConstantValue(.literal(value), span: span)
    case .null: return ConstantValue(.literal(.null), span: span)
    case .array(let elements): return ConstantValue(.array(try lowerElements(elements, scope, remaining)), span: span)
    case .object(let entries): return ConstantValue(.object(try lowerEntries(entries, scope, remaining)), span: span)
    case .reference(let path):
      if let literal = constantLiteral(path, scope) { return ConstantValue(.literal(literal), span: span) }
      if let symbol = graph.find(path, from: scope).constant, let value = symbol.syntax.value {
        guard !endlessConstants.contains(ObjectIdentifier(symbol)) else { throw tooManyValues(at: span) }
        return try lowerConstant(value, symbol.scope, remaining: remaining - 1)
      }
      throw ConstantFault(fact: "holds '\(span.text)', which is not a constant that can be read", span: span)
    case .undefined: throw ConstantFault(fact: "holds 'undefined', which has no JSON form", span: span)
    case .spread, .call, .asConst, .typed, .operation, .opaque:
      throw ConstantFault(fact: "holds a value that is not a literal", span: span)
    }
  }

  private func tooManyValues(at span: SourceSpan) -> ConstantFault {
    ConstantFault(fact: "is made of too many values", span: span)
  }

  private func lowerElements(
    _ elements: [ExpressionSyntax], _ scope: Scope, _ remaining: Int
  ) throws(ConstantFault) -> [ConstantValue] {
    var values: [ConstantValue] = []
    for element in elements {
      guard case .spread(let inner) = element.node else {
        values.append(try lowerConstant(element, scope, remaining: remaining - 1))
        continue
      }
      let spread = try lowerConstant(inner, scope, remaining: remaining - 1)
      guard case .array(let more) = spread.shape, values.count + more.count < 1_000_000 else {
        throw ConstantFault(fact: "spreads what is not a list", span: element.span)
      }
      values += more
    }
    return values
  }

  private func lowerEntries(
    _ entries: [ObjectEntrySyntax], _ scope: Scope, _ remaining: Int
  ) throws(ConstantFault) -> [ConstantValue.Member] {
    var members: [ConstantValue.Member] = []
    func set(_ member: ConstantValue.Member) {
      if let place = members.firstIndex(where: { $0.name == member.name }) {
        members[place] = member
      } else {
        members.append(member)
      }
    }
    for entry in entries {
      if let name = entry.name {
        if case .undefined = entry.value.node { continue }
        set(
          ConstantValue.Member(
            name: name.text, value: try lowerConstant(entry.value, scope, remaining: remaining - 1)))
      } else if case .spread(let inner) = entry.value.node {
        guard case .object(let more) = try lowerConstant(inner, scope, remaining: remaining - 1).shape else {
          throw ConstantFault(fact: "spreads what is not an object", span: entry.value.span)
        }
        for member in more { set(member) }
      } else {
        throw ConstantFault(fact: "has a member whose name is computed", span: entry.value.span)
      }
    }
    return members
  }
}
