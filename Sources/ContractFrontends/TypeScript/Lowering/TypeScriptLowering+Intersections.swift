internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// Combinations that an intersection of unions is written out to, at most.
  private static let maximumCombinations = 2000

  /// Lowers `A & B`: unions are distributed, what is impossible falls away, objects are merged, and a brand on a
  /// primitive is dropped.
  func lowerIntersection(_ type: LazyType) -> TypeExpression {
    let span = type.span
    if let choices = distributed(type) {
      guard !choices.isEmpty else {
        return unsupported("no value belongs to this intersection", help: "leave the member out", at: span)
      }
      return choices.count == 1 ? lowerParts(choices[0]) : lower(LazyType(union: choices, span: span))
    }
    return lowerParts(type)
  }

  /// The members of the union that an intersection comes to, the impossible ones left out; nil when no part of it is a
  /// union and nothing has to fall away.
  func distributed(_ type: LazyType) -> [LazyType]? {
    guard let written = intersectionParts(of: type) else { return nil }
    return descend(at: type.span, otherwise: nil) {
      var combinations: [[LazyType]] = [[]]
      var isChanged = false
      for part in flattened(written) {
        let head = head(part)
        var choices = [part]
        // An open enum stays whole: `("a" | string) & Brand` is text.
        if let parts = alternatives(of: head) {
          choices = flattenedUnion(parts)
          isChanged = true
        } else if let inner = distributed(head) {
          choices = inner
          isChanged = true
        }
        guard combinations.count * choices.count <= Self.maximumCombinations else {
          _ = unsupported(
            "this intersection of unions comes to more than \(Self.maximumCombinations) types",
            help: "write the union out, with a name for each member", at: type.span)
          return []
        }
        combinations = combinations.flatMap { known in choices.map { known + [$0] } }
      }
      let possible = combinations.filter(isPossible)
      guard isChanged || possible.count != combinations.count else { return nil }
      return possible.map { parts in
        let parts = simplified(parts)
        return parts.count == 1 ? parts[0] : LazyType(intersection: parts, span: type.span)
      }
    }
  }

  /// The parts without those that another one makes needless: a literal is all that is left of scalars.
  private func simplified(_ parts: [LazyType]) -> [LazyType] {
    guard parts.allSatisfy({ isScalar($0) || isEmptyObject($0) }) else { return parts }
    if let literal = parts.first(where: { literalValue(of: $0) != nil }) { return [literal] }
    let words = parts.map { keyword(of: $0) }
    if let first = words.first, first != nil, words.allSatisfy({ $0 == first }) { return [parts[0]] }
    return parts
  }

  private func flattened(_ parts: [LazyType]) -> [LazyType] {
    parts.flatMap { part -> [LazyType] in
      guard let inner = intersectionParts(of: head(part)) else { return [part] }
      return descend(at: part.span, otherwise: [part]) { flattened(inner) }
    }
  }

  private func flattenedUnion(_ parts: [LazyType]) -> [LazyType] {
    parts.flatMap { part -> [LazyType] in
      guard let inner = alternatives(of: head(part)) else { return [part] }
      return descend(at: part.span, otherwise: [part]) { flattenedUnion(inner) }
    }
  }

  /// Whether some value may belong to all of these, none of which is a union.
  private func isPossible(_ parts: [LazyType]) -> Bool {
    guard parts.count > 1 else { return parts.first.map { keyword(of: $0) != .never } ?? true }
    var literals: Set<Literal> = []
    var kinds: Set<String> = []
    for part in parts {
      if let literal = literalValue(of: part) { literals.insert(literal) }
      guard let kind = kind(of: part) else { continue }
      if kind == "never" { return false }
      kinds.insert(kind)
    }
    if literals.count > 1 { return false }
    // `string & { __brand: "Id" }` is a string.
    if kinds.isSubset(of: ["string", "number", "boolean", "bigint", "object"]) {
      if kinds.count(where: { $0 != "object" }) > 1 { return false }
    } else if kinds.count > 1 {
      return false
    }
    return kinds != ["object"] || !hasContradiction(parts)
  }

  private func kind(of type: LazyType) -> String? {
    let head = head(type)
    if let literal = literalValue(of: head) {
      switch literal {
      case .string: return "string"
      case .number: return "number"
      case .boolean: return "boolean"
      case .null: return "null"
      }
    }
    if let word = keyword(of: head) {
      switch word {
      case .any, .unknown: return nil
      case .void: return "undefined"
      case .object: return "object"
      default: return word.rawValue
      }
    }
    if isScalar(head) {
      guard case .symbol(let symbol) = target(of: head), let first = enumCases(symbol).first else { return "string" }
      if case .number = first.value { return "number" }
      return "string"
    }
    if isEmptyObject(head) { return nil }
    return "object"
  }

  /// Whether a member would have to be two literals at once, so that no object has all these types.
  private func hasContradiction(_ parts: [LazyType]) -> Bool {
    var sets: [MemberSet] = []
    for part in parts where isObject(part) {
      guard let set = memberSet(part) else { return false }
      sets.append(set)
    }
    // A member of one part alone contradicts nothing, and may well lead back here.
    var counts: [String: Int] = [:]
    for member in sets.flatMap(\.members) { counts[member.name, default: 0] += member.types.count }
    var known: [String: Set<Literal>] = [:]
    for set in sets {
      for member in set.members where !member.isOptional && counts[member.name, default: 0] > 1 {
        guard let own = literals(of: member) else { continue }
        let common = known[member.name].map { $0.intersection(own) } ?? Set(own)
        if common.isEmpty { return true }
        known[member.name] = common
      }
    }
    return false
  }

  /// The type of a member that must belong to several types at once.
  func lowerIntersection(of types: [LazyType], at span: SourceSpan) -> TypeExpression {
    if let first = types.first, types.dropFirst().allSatisfy({ keyText($0) == keyText(first) }) { return lower(first) }
    let whole = LazyType(intersection: types, span: types.last?.span ?? span)
    if let choices = distributed(whole), choices.isEmpty, let last = types.last, let first = types.first {
      return fail(
        TypeScriptRules.unsupportedType,
        "member '\(member?.split(separator: ".").last ?? "")' would have to belong to two types at once",
        help: "declare it once, with the type that it has", at: last.span,
        notes: [FindingNote("the other type is here", at: Place(span: first.span))])
    }
    return lower(whole)
  }

  /// An intersection that holds no union.
  private func lowerParts(_ type: LazyType) -> TypeExpression {
    guard let written = intersectionParts(of: type) else { return lower(type) }
    var parts = flattened(written)
    parts.removeAll { keyword(of: $0) == .unknown }
    if parts.contains(where: { keyword(of: $0) == .any }) || parts.isEmpty {
      return TypeExpression(.anyJSON, span: type.span)
    }
    if parts.count == 1 { return lower(parts[0]) }
    let scalars = parts.filter(isScalar)
    if let first = scalars.first {
      return scalars.dropFirst().reduce(lower(first)) { intersection($0, lower($1), name: nil) }
    }
    if let list = lowerLists(parts) { return list }
    guard let set = memberSet(LazyType(intersection: parts, span: type.span)) else { return unread(at: type.span) }
    return lowerMembers(set, span: type.span)
  }

  /// Lists of one type, and the brands beside them; nil when no part is a list.
  private func lowerLists(_ parts: [LazyType]) -> TypeExpression? {
    let lists = parts.filter { part in
      let head = head(part)
      return elementType(of: head) != nil || tupleElements(head) != nil
    }
    guard let first = lists.first else { return nil }
    return lists.dropFirst().reduce(lower(first)) { intersection($0, lower($1), name: nil) }
  }

  /// What belongs to both types.
  func intersection(_ a: TypeExpression, _ b: TypeExpression, name: String?) -> TypeExpression {
    if a.shape == b.shape { return a }
    switch (a.shape, b.shape) {
    case (.anyJSON, _): return b
    case (_, .anyJSON): return a
    case (.nullable(let left), .nullable(let right)):
      return TypeExpression(.nullable(intersection(left, right, name: name)), span: b.span)
    case (.null, .nullable), (.nullable, .null): return TypeExpression(.null, span: b.span)
    case (.nullable(let left), _): return intersection(left, b, name: name)
    case (_, .nullable(let right)): return intersection(a, right, name: name)
    case (.object(let left), .object(let right)): return merged(left, right, b.span)
    case (.array(var left), .array(let right)):
      left.element = intersection(left.element, right.element, name: name)
      left.minimumCount = [left.minimumCount, right.minimumCount].compactMap(\.self).max()
      left.maximumCount = [left.maximumCount, right.maximumCount].compactMap(\.self).min()
      return TypeExpression(.array(left), span: b.span)
    case (.tuple, .array): return a
    case (.array, .tuple): return b
    default: break
    }
    if Self.admits(a, b) { return b }
    if Self.admits(b, a) { return a }
    if let left = Self.literals(of: a), let right = Self.literals(of: b) {
      let common = left.filter { entry in right.contains { $0.value == entry.value } }
      if common.count == 1 { return TypeExpression(.literal(common[0].value), span: b.span) }
      if !common.isEmpty { return TypeExpression(.enumeration(EnumerationShape(cases: common)), span: b.span) }
    }
    let subject = name.map { "member '\($0)'" } ?? "a value"
    return fail(
      TypeScriptRules.unsupportedType, "\(subject) would have to belong to two types at once",
      help: "declare it once, with the type that it has", at: b.span,
      notes: [FindingNote("the other type is here", at: Place(span: a.span))])
  }

  private func merged(_ left: ObjectShape, _ right: ObjectShape, _ span: SourceSpan) -> TypeExpression {
    var result = left
    for property in right.properties {
      guard let place = result.properties.firstIndex(where: { $0.name == property.name }) else {
        result.properties.append(property)
        continue
      }
      let known = result.properties[place]
      result.properties[place].type = intersection(known.type, property.type, name: property.name)
      result.properties[place].isRequired = known.isRequired || property.isRequired
    }
    if case .undeclared = result.additional { result.additional = right.additional }
    return TypeExpression(.object(result), span: span)
  }

  private static func literals(of type: TypeExpression) -> [EnumerationShape.Case]? {
    switch type.shape {
    case .literal(let literal): [EnumerationShape.Case(literal)]
    case .enumeration(let shape): shape.isOpen ? nil : shape.cases
    case .boolean: [EnumerationShape.Case(.boolean(true)), EnumerationShape.Case(.boolean(false))]
    default: nil
    }
  }

  /// Whether a primitive takes in every literal of another type.
  private static func admits(_ wide: TypeExpression, _ narrow: TypeExpression) -> Bool {
    if case .string(let facts) = wide.shape, case .string = narrow.shape { return facts == StringFacts() }
    if case .number(let facts) = wide.shape, case .number = narrow.shape { return facts == NumberFacts() }
    guard let literals = literals(of: narrow) else { return false }
    return literals.allSatisfy { entry in
      switch (wide.shape, entry.value) {
      case (.string, .string), (.number, .number), (.boolean, .boolean): true
      case (.enumeration(let shape), .string): shape.isOpen
      default: false
      }
    }
  }
}
