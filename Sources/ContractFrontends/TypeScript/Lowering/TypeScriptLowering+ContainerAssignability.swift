internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// Whether tuples, lists and objects can be assigned.
extension TypeScriptLowering {
  // MARK: Tuples

  /// The elements of a tuple type that may hold `...infer Rest`; nil for what is none.
  func patternElements(_ type: LazyType) -> [TupleElement]? {
    guard case .syntax(let syntax, let environment) = type.form, case .tuple(let written) = syntax.node,
      written.contains(where: { element in
        guard element.isRest, case .infer = element.type.withoutParentheses.node else { return false }
        return true
      })
    else { return tupleElements(type) }
    var elements: [TupleElement] = []
    for element in written {
      let part = LazyType(element.type, environment)
      if element.isRest, case .infer = element.type.withoutParentheses.node {
        elements.append(TupleElement(type: part, isOptional: false, isRest: true, isWhole: true))
      } else if element.isRest {
        if let inner = tupleElements(head(part)) {
          elements += inner
        } else if let item = elementType(of: head(part)) {
          elements.append(TupleElement(type: item, isOptional: false, isRest: true))
        } else {
          return nil
        }
      } else {
        elements.append(TupleElement(type: part, isOptional: element.isOptional, isRest: false))
      }
    }
    return elements
  }

  func decideTuple(
    _ actual: LazyType, _ wanted: [TupleElement], _ inferred: inout Inference
  ) -> Decision {
    guard let own = tupleElements(actual) else {
      guard let element = elementType(of: actual) else { return .no }
      // A list may be empty or long: only a pattern that is nothing but a rest takes it.
      guard wanted.count == 1, wanted[0].isRest else { return .no }
      return assigns(wanted[0].isWhole ? actual : element, to: wanted[0].type, &inferred)
    }
    let restPlace = wanted.firstIndex(where: \.isRest)
    let prefix = restPlace ?? wanted.count
    let suffix = restPlace.map { wanted.count - $0 - 1 } ?? 0
    if own.contains(where: \.isRest), restPlace == nil { return .no }
    let required = wanted.filter { !$0.isOptional && !$0.isRest }.count
    guard own.count >= required else { return .no }
    guard restPlace != nil || own.count <= wanted.count else { return .no }
    var gathered = inferred
    func pair(_ element: TupleElement, _ other: TupleElement) -> Decision {
      if element.isRest || (element.isOptional && !other.isOptional) { return .no }
      return assigns(element.type, to: other.type, &gathered)
    }
    var result = Decision.all(zip(own.prefix(prefix), wanted.prefix(prefix)), pair)
    guard result != .no, let restPlace else {
      inferred = gathered
      return result
    }
    let tail = Decision.all(zip(own.suffix(suffix), wanted.suffix(suffix)), pair)
    if tail != .yes { result = tail }
    let middle = Array(own.dropFirst(prefix).dropLast(suffix))
    let rest = wanted[restPlace]
    if rest.isWhole {
      let whole = LazyType(tuple: middle, span: actual.span)
      if assigns(whole, to: rest.type, &gathered) != .yes { result = .no }
    } else {
      let inner = Decision.all(middle) { assigns($0.type, to: rest.type, &gathered) }
      if inner != .yes { result = inner }
    }
    inferred = gathered
    return result
  }

  // MARK: Objects

  func decideMembers(_ actual: LazyType, _ wanted: LazyType, _ inferred: inout Inference) -> Decision {
    let key = keyText(actual) + " < " + keyText(wanted)
    // Types that hold themselves are compared once.
    guard openComparisons.insert(key).inserted else { return .yes }
    defer { openComparisons.remove(key) }
    guard let expected = quietMembers(wanted) else { return .unknown }
    if elementType(of: actual) != nil || tupleElements(actual) != nil { return decideList(actual, expected, &inferred) }
    if isFunction(actual) { return expected.members.isEmpty ? .yes : .no }
    guard let own = quietMembers(actual) else { return .unknown }
    var gathered = inferred
    var result = Decision.all(expected.members) { member -> Decision in
      guard let mine = own.member(member.name) else {
        if let index = own.index, member.isOptional, let type = member.types.first {
          return assigns(index.value, to: type, &gathered)
        }
        return member.isOptional ? .yes : .no
      }
      if mine.isOptional, !member.isOptional { return .no }
      if mine.isFunction || member.isFunction { return mine.isFunction == member.isFunction ? .yes : .unknown }
      guard let type = Self.whole(member), let ownType = Self.whole(mine) else { return .unknown }
      return assigns(ownType, to: type, &gathered)
    }
    if result == .yes, let index = expected.index { result = decideIndex(actual, own, index, &gathered) }
    inferred = gathered
    return result
  }

  private func decideIndex(
    _ actual: LazyType, _ own: MemberSet, _ index: MemberSet.Index, _ inferred: inout Inference
  ) -> Decision {
    if keyword(of: index.value) == .any { return .yes }
    if case .symbol(let symbol) = target(of: actual), !symbol.interfaces.isEmpty, own.index == nil { return .no }
    var gathered = inferred
    let members = own.members.filter { !$0.isFunction }
    var result = Decision.all(members) { member in
      Self.whole(member).map { assigns($0, to: index.value, &gathered) } ?? .unknown
    }
    if result == .yes, let value = own.index?.value { result = assigns(value, to: index.value, &gathered) }
    inferred = gathered
    return result
  }

  /// A list against an object type: it has a length and numbered members.
  private func decideList(_ actual: LazyType, _ expected: MemberSet, _ inferred: inout Inference) -> Decision {
    let elements = tupleElements(actual)
    var gathered = inferred
    let result = Decision.all(expected.members) { member -> Decision in
      guard let type = Self.whole(member) else { return member.isFunction ? .yes : .unknown }
      if member.name == "length" {
        let isFixed = elements.map { !$0.contains { $0.isRest || $0.isOptional } } ?? false
        let node: TypeSyntax.Node =
          isFixed ? .literal(.number(String(elements?.count ?? 0))) : .keyword(.number)
        return assigns(LazyType(TypeSyntax(node, span: actual.span), anyEnvironment(actual)), to: type, &gathered)
      }
      if let place = Int(member.name), let elements, place >= 0, place < elements.count {
        return assigns(elements[place].type, to: type, &gathered)
      }
      return member.isOptional ? .yes : .no
    }
    inferred = gathered
    return result
  }

  /// The members of an object type; nil, without a finding, when there are none to be had.
  private func quietMembers(_ type: LazyType) -> MemberSet? { quietly { self.memberSet(type) } }

  private static func whole(_ member: LazyMember) -> LazyType? {
    guard let first = member.types.first else { return nil }
    return member.types.count == 1 ? first : LazyType(intersection: member.types, span: first.span)
  }
}
