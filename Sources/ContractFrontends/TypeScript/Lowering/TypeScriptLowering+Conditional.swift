internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// What `Check extends Bound ? Then : Otherwise` comes to; nil, with a finding, when it cannot be decided.
  ///
  /// A check that is a bare type parameter is decided for each member of a union on its own, as TypeScript does.
  func decide(_ type: LazyType) -> LazyType? {
    guard case .syntax(let syntax, let environment) = type.form,
      case .conditional(let check, let bound, let then, let otherwise) = syntax.node
    else { return nil }
    let branches = Branches(bound: bound, then: then, otherwise: otherwise, span: syntax.span)
    guard let name = bareParameter(check, environment), let binding = environment.bindings[name] else {
      return branch(LazyType(check, environment), branches, environment)
    }
    guard let parts = members(ofDistributed: binding.type) else {
      return branch(LazyType(check, environment), branches, environment)
    }
    var results: [LazyType] = []
    for part in parts {
      guard let result = branch(part, branches, environment.binding(name, to: part)) else { return nil }
      results.append(result)
    }
    return LazyType(union: results, span: type.span)
  }

  private struct Branches {
    let bound: TypeSyntax
    let then: TypeSyntax
    let otherwise: TypeSyntax
    let span: SourceSpan
  }

  /// The name of the type parameter that a check is, parentheses aside.
  private func bareParameter(_ check: TypeSyntax, _ environment: Environment) -> String? {
    guard case .reference(let path, let arguments) = check.withoutParentheses.node, path.count == 1,
      arguments.isEmpty, environment.bindings[path[0].text] != nil
    else { return nil }
    return path[0].text
  }

  /// The members of a union, `boolean` and enums written out; nil for what is none.
  private func members(ofDistributed type: LazyType) -> [LazyType]? {
    let head = head(type)
    if let parts = alternatives(of: head) ?? distributed(head) {
      return descend(at: type.span, otherwise: []) { parts.flatMap { members(ofDistributed: $0) ?? [$0] } }
    }
    if case .syntax(let syntax, let environment) = head.form {
      switch syntax.node {
      case .keyword(.never): return []
      case .keyword(.boolean):
        return [true, false].map {
          LazyType(TypeSyntax(.literal(.boolean($0)), span: syntax.span), environment)
        }
      default: break
      }
    }
    return nil
  }

  private func branch(_ check: LazyType, _ branches: Branches, _ environment: Environment) -> LazyType? {
    let bound = LazyType(branches.bound, environment)
    let then = LazyType(branches.then, environment)
    let otherwise = LazyType(branches.otherwise, environment)
    if keyword(of: check) == .any, ![.any, .unknown].contains(keyword(of: bound)) {
      return LazyType(union: [then, otherwise], span: branches.span)
    }
    var inferred = Inference()
    switch assigns(check, to: bound, &inferred) {
    case .yes: return LazyType(branches.then, inferred.bind(in: environment, for: bound))
    case .no: return otherwise
    case .unknown:
      // An enum of which only some members pass is decided member by member.
      if case .symbol(let symbol) = target(of: head(check)), !symbol.enums.isEmpty {
        return enumBranches(symbol, check, branches, environment)
      }
      _ = unsupported(
        "this conditional type cannot be decided for '\(shown(check))'", help: "write out the type that it comes to",
        at: branches.span)
      return nil
    }
  }

  private func enumBranches(
    _ symbol: TypeSymbol, _ check: LazyType, _ branches: Branches, _ environment: Environment
  ) -> LazyType? {
    var results: [LazyType] = []
    for member in enumCases(symbol) {
      let literal: LiteralSyntax
      switch member.value {
      case .string(let text): literal = .string(text)
      case .number(let text): literal = .number(text)
      default: continue
      }
      let part = LazyType(TypeSyntax(.literal(literal), span: check.span), environment)
      guard let result = branch(part, branches, environment) else { return nil }
      results.append(result)
    }
    return LazyType(union: results, span: branches.span)
  }

  /// A type in a message: what is written, shortened.
  func shown(_ type: LazyType) -> String {
    if case .parameter(let binding) = target(of: type) { return shown(binding.type) }
    var text = type.span.text.split { $0.isWhitespace }.joined(separator: " ")
    if case .syntax(let syntax, _) = type.form, case .literal(.string(let value)) = syntax.node { text = value }
    return text.count > 40 ? text.prefix(37) + "…" : text
  }

  func keyword(of type: LazyType) -> KeywordType? {
    let head = head(type)
    if case .union(let parts) = head.form, parts.isEmpty { return .never }
    if case .syntax(let syntax, _) = head.form, case .keyword(let word) = syntax.node { return word }
    return nil
  }

  // MARK: Intrinsic string types

  /// What `Uppercase<T>` and the like come to; nil when `T` is not a string that is known.
  func changedCase(_ name: String, _ argument: LazyType) -> LazyType? {
    let head = head(argument)
    if let parts = alternatives(of: head) {
      let changed = parts.compactMap { changedCase(name, $0) }
      return changed.count == parts.count ? LazyType(union: changed, span: argument.span) : nil
    }
    guard case .syntax(let syntax, let environment) = head.form else { return nil }
    switch syntax.node {
    case .literal(.string(let text)):
      return LazyType(TypeSyntax(.literal(.string(Self.changedCase(name, text))), span: syntax.span), environment)
    // The pattern that is left is wider than TypeScript's: any string.
    case .keyword(.string), .keyword(.any), .template:
      return LazyType(TypeSyntax(.keyword(.string), span: syntax.span), environment)
    case .keyword(.never): return head
    default: return nil
    }
  }

  private static func changedCase(_ name: String, _ text: String) -> String {
    switch name {
    case "Uppercase": text.uppercased()
    case "Lowercase": text.lowercased()
    case "Capitalize": text.prefix(1).uppercased() + text.dropFirst()
    default: text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}

/// What `infer` found on the way through a bound.
struct Inference {
  private(set) var found: [String: [LazyType]] = [:]

  /// Notes that a name stands for a type.
  mutating func add(_ name: String, _ type: LazyType) { found[name, default: []].append(type) }

  /// The environment with every name of the bound: what was found, and `unknown` for what was not.
  func bind(in environment: Environment, for bound: LazyType) -> Environment {
    var environment = environment
    guard case .syntax(let syntax, _) = bound.form else { return environment }
    for name in syntax.inferredNames {
      let types = found[name] ?? []
      let unknown = LazyType(TypeSyntax(.keyword(.unknown), span: bound.span), environment)
      let type = types.count == 1 ? types[0] : types.isEmpty ? unknown : LazyType(union: types, span: bound.span)
      environment.bindings[name] = Binding(type)
    }
    return environment
  }
}

extension TypeSyntax {
  /// The names after `infer` in a type, those of inner conditional types left to them.
  var inferredNames: [String] {
    switch node {
    case .infer(let name, _): [name.text]
    case .reference(_, let arguments), .typeQuery(_, let arguments), .importType(_, _, let arguments, _):
      arguments.flatMap(\.inferredNames)
    case .template(_, let types), .union(let types), .intersection(let types): types.flatMap(\.inferredNames)
    case .array(let inner), .keyof(let inner), .readonly(let inner), .parenthesized(let inner): inner.inferredNames
    case .tuple(let elements): elements.flatMap(\.type.inferredNames)
    case .indexedAccess(let object, let index): object.inferredNames + index.inferredNames
    case .function(let returns, _): returns.inferredNames
    case .object(let members): members.flatMap(\.inferredNames)
    case .mapped(let mapped): mapped.keys.inferredNames + (mapped.value?.inferredNames ?? [])
    case .keyword, .literal, .conditional, .predicate, .invalid: []
    }
  }
}

extension TypeMemberSyntax {
  fileprivate var inferredNames: [String] {
    switch kind {
    case .property(let type), .getter(let type): type?.inferredNames ?? []
    case .index(_, let value): value.inferredNames
    case .method, .call, .setter: []
    }
  }
}
