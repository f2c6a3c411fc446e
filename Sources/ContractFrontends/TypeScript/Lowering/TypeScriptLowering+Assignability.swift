internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// Whether something holds, as far as it can be told.
enum Decision {
  case yes
  case no
  case unknown

  /// Whether all hold.
  static func all<Element>(_ elements: some Sequence<Element>, _ holds: (Element) -> Decision) -> Decision {
    var result = Decision.yes
    for element in elements {
      switch holds(element) {
      case .yes: continue
      case .no: return .no
      case .unknown: result = .unknown
      }
    }
    return result
  }

  /// Whether one holds.
  static func any<Element>(_ elements: some Sequence<Element>, _ holds: (Element) -> Decision) -> Decision {
    var result = Decision.no
    for element in elements {
      switch holds(element) {
      case .yes: return .yes
      case .no: continue
      case .unknown: result = .unknown
      }
    }
    return result
  }
}

extension TypeScriptLowering {
  /// Whether a type is assignable to another, which may hold `infer`; TypeScript's relation as far as types of data need
  /// it, with parameters of functions passed over.
  func assigns(_ source: LazyType, to target: LazyType, _ inferred: inout Inference) -> Decision {
    var copy = inferred
    let result = descend(at: target.span, otherwise: Decision.unknown) {
      decideAssignment(source, target, &copy)
    }
    if result == .yes { inferred = copy }
    return result
  }

  /// Whether a type is assignable to another that holds no `infer`.
  func assigns(_ source: LazyType, to target: LazyType) -> Decision {
    var inferred = Inference()
    return assigns(source, to: target, &inferred)
  }

  private func decideAssignment(_ source: LazyType, _ target: LazyType, _ inferred: inout Inference) -> Decision {
    if source.isSame(as: target) { return .yes }
    let wanted = head(target)
    if case .syntax(let syntax, let environment) = wanted.form, case .infer(let name, let bound) = syntax.node {
      if let bound {
        let holds = assigns(source, to: LazyType(bound, environment), &inferred)
        guard holds == .yes else { return holds }
      }
      inferred.add(name.text, source)
      return .yes
    }
    let actual = head(source)
    if actual.isSame(as: wanted) { return .yes }
    let wantedWord = keyword(of: wanted)
    let actualWord = keyword(of: actual)
    if wantedWord == .any || wantedWord == .unknown || actualWord == .never || actualWord == .any { return .yes }
    if wantedWord == .never || actualWord == .unknown { return .no }
    if let same = sameSymbol(actual, wanted, &inferred) { return same }
    if let parts = alternatives(of: actual) {
      var gathered = inferred
      let result = Decision.all(parts) { assigns($0, to: wanted, &gathered) }
      inferred = gathered
      return result
    }
    if let parts = alternatives(of: wanted) {
      if actualWord == .boolean, !parts.contains(where: { keyword(of: $0) == .boolean }) {
        return Decision.all([true, false]) { value in
          let literal = LazyType(TypeSyntax(.literal(.boolean(value)), span: source.span), anyEnvironment(actual))
          return Decision.any(parts) { assigns(literal, to: $0, &inferred) }
        }
      }
      return Decision.any(parts) { assigns(actual, to: $0, &inferred) }
    }
    if let parts = intersectionParts(of: wanted) {
      var gathered = inferred
      let result = Decision.all(parts) { assigns(actual, to: $0, &gathered) }
      inferred = gathered
      return result
    }
    if let parts = intersectionParts(of: actual), parts.contains(where: isScalar) {
      return Decision.any(parts) { assigns($0, to: wanted, &inferred) }
    }
    return decideHeads(actual, wanted, &inferred)
  }

  /// Neither is a union; the target is no intersection.
  private func decideHeads(_ actual: LazyType, _ wanted: LazyType, _ inferred: inout Inference) -> Decision {
    if isScalar(wanted) { return decideScalar(actual, wanted, &inferred) }
    if isFunction(wanted) {
      guard isFunction(actual) else { return .no }
      guard let result = functionResult(wanted), let own = functionResult(actual) else { return .yes }
      return assigns(own, to: result, &inferred)
    }
    if isScalar(actual) { return isEmptyObject(wanted) && !isNothing(actual) ? .yes : .no }
    if keyword(of: wanted) == .object || isEmptyObject(wanted) { return .yes }
    if let elements = patternElements(wanted) { return decideTuple(actual, elements, &inferred) }
    if let element = elementType(of: wanted) {
      if let own = elementType(of: actual) { return assigns(own, to: element, &inferred) }
      guard let own = tupleElements(actual) else { return .no }
      var gathered = inferred
      let result = Decision.all(own) { assigns($0.type, to: element, &gathered) }
      inferred = gathered
      return result
    }
    if let named = decideNamed(actual, wanted) { return named }
    return decideMembers(actual, wanted, &inferred)
  }

  private func functionResult(_ type: LazyType) -> LazyType? {
    guard case .syntax(let syntax, let environment) = head(type).form, case .function(let returns, _) = syntax.node
    else { return nil }
    return LazyType(returns, environment)
  }

  /// Types of TypeScript's library that are compared by name; nil for everything else.
  private func decideNamed(_ actual: LazyType, _ wanted: LazyType) -> Decision? {
    func name(_ type: LazyType) -> String? {
      guard case .builtin(let name) = target(of: type), !Self.isObjectUtility(name) else { return nil }
      return name
    }
    let own = name(actual)
    guard let other = name(wanted) else {
      if own == nil { return nil }
      return .unknown
    }
    return own == other ? nil : .no
  }

  /// References to one symbol or library type: compared by their arguments.
  private func sameSymbol(_ actual: LazyType, _ wanted: LazyType, _ inferred: inout Inference) -> Decision? {
    let isSame: Bool
    switch (target(of: actual), target(of: wanted)) {
    case (.symbol(let left), .symbol(let right)): isSame = left === right
    case (.builtin(let left), .builtin(let right)): isSame = left == right && !Self.isObjectUtility(left)
    default: isSame = false
    }
    guard isSame else { return nil }
    let own = arguments(of: actual)
    let other = arguments(of: wanted)
    guard own.count == other.count else { return nil }
    var gathered = inferred
    let result = Decision.all(zip(own, other)) { assigns($0.0, to: $0.1, &gathered) }
    inferred = gathered
    return result
  }

  // MARK: Scalars

  /// Whether a type is a primitive, a literal, a template or a member of an enum.
  func isScalar(_ type: LazyType) -> Bool {
    let head = head(type)
    switch target(of: head) {
    case .enumMember: return true
    case .symbol(let symbol): return !symbol.enums.isEmpty
    default: break
    }
    guard case .syntax(let syntax, _) = head.form else { return false }
    switch syntax.node {
    case .literal, .template: return true
    case .keyword(let word): return ![.any, .unknown, .object, .never, .this, .intrinsic].contains(word)
    default: return false
    }
  }

  private func isNothing(_ type: LazyType) -> Bool {
    switch keyword(of: type) {
    case .null, .undefined, .void: true
    default: false
    }
  }

  private func decideScalar(_ actual: LazyType, _ wanted: LazyType, _ inferred: inout Inference) -> Decision {
    if case .symbol(let symbol) = target(of: actual), !symbol.enums.isEmpty {
      let results = enumCases(symbol).map { decide($0.value, wanted, &inferred) }
      if results.allSatisfy({ $0 == .yes }) { return .yes }
      return results.allSatisfy { $0 == .no } ? .no : .unknown
    }
    if let literal = literalValue(of: actual) { return decide(literal, wanted, &inferred) }
    guard let word = keyword(of: actual) else {
      // A template is a string; whether it fits into another one is told only when both are the same.
      guard case .syntax(let syntax, _) = actual.form, case .template = syntax.node else { return .no }
      if keyword(of: wanted) == .string { return .yes }
      if case .syntax(let other, _) = wanted.form, case .template = other.node {
        return lower(actual).shape == lower(wanted).shape ? .yes : .unknown
      }
      return .no
    }
    if let other = keyword(of: wanted) {
      if word == .undefined, other == .void { return .yes }
      return word == other || (word == .uniqueSymbol && other == .symbol) ? .yes : .no
    }
    if word == .string, case .syntax(let syntax, let environment) = wanted.form,
      case .template(let texts, let types) = syntax.node, texts.allSatisfy(\.isEmpty), types.count == 1
    {
      return assigns(actual, to: LazyType(types[0], environment), &inferred)
    }
    return .no
  }

  private func decide(_ literal: Literal, _ wanted: LazyType, _ inferred: inout Inference) -> Decision {
    if case .symbol(let symbol) = target(of: wanted), !symbol.enums.isEmpty {
      return enumCases(symbol).contains { $0.value == literal } ? .yes : .no
    }
    if let other = literalValue(of: wanted) { return literal == other ? .yes : .no }
    if let word = keyword(of: wanted) {
      switch (literal, word) {
      case (.string, .string), (.number, .number), (.boolean, .boolean): return .yes
      default: return .no
      }
    }
    guard case .syntax(let syntax, let environment) = wanted.form, case .template(let texts, let types) = syntax.node
    else { return .no }
    let text: String
    switch literal {
    case .string(let value), .number(let value): text = value
    default: return .no
    }
    let parts = types.map { LazyType($0, environment) }
    return matches(text, texts, parts, &inferred) ? .yes : .no
  }

  /// Whether a text fits a template: each part takes as little as it can, the last one the rest.
  private func matches(
    _ text: String, _ texts: [String], _ types: [LazyType], _ inferred: inout Inference
  ) -> Bool {
    guard text.hasPrefix(texts[0]) else { return false }
    var rest = text.dropFirst(texts[0].count)
    for (place, type) in types.enumerated() {
      let next = texts[place + 1]
      var piece: Substring
      if place == types.count - 1 {
        guard rest.hasSuffix(next) else { return false }
        piece = rest.dropLast(next.count)
        rest = ""
      } else if next.isEmpty {
        piece = rest.prefix(1)
        rest = rest.dropFirst(1)
      } else {
        guard let range = rest.firstRange(of: next) else { return false }
        piece = rest[..<range.lowerBound]
        rest = rest[range.upperBound...]
      }
      guard fits(String(piece), type, &inferred) else { return false }
    }
    return rest.isEmpty
  }

  private func fits(_ text: String, _ type: LazyType, _ inferred: inout Inference) -> Bool {
    let environment = anyEnvironment(type)
    func literal(_ syntax: LiteralSyntax) -> LazyType {
      LazyType(TypeSyntax(.literal(syntax), span: type.span), environment)
    }
    if Self.isWrittenBigint(type) { return NumberSpelling.isPlain(text) && !text.contains(".") }
    var candidates = [literal(.string(text))]
    if NumberSpelling.isPlain(text) { candidates.append(literal(.number(text))) }
    if text == "true" || text == "false" { candidates.append(literal(.boolean(text == "true"))) }
    return candidates.contains { assigns($0, to: type, &inferred) == .yes }
  }

  // MARK: Tuples

  /// The elements of a tuple type that may hold `...infer Rest`; nil for what is none.
  private func patternElements(_ type: LazyType) -> [TupleElement]? {
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

  private func decideTuple(
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

  private func decideMembers(_ actual: LazyType, _ wanted: LazyType, _ inferred: inout Inference) -> Decision {
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

/// Numbers as JavaScript prints them.
enum NumberSpelling {
  /// Whether a text is a plain decimal number.
  static func isPlain(_ text: String) -> Bool {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return false }
    if whole.count > 1, whole.first == UInt8(ascii: "0") { return false }
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 >= 48 && $0 <= 57 } }
  }
}
