internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

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
}
