internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// What a reference leads to.
  enum Target {
    case parameter(Binding)
    case symbol(TypeSymbol)
    /// A member of an enum, by its own name.
    case enumMember(TypeSymbol, String)
    /// A type of TypeScript's library; `Array` also stands for `ReadonlyArray`.
    case builtin(String)
    /// A type for which the configuration says what stands in the JSON.
    case mapped(WireForm)
    case none(NameMeanings)
  }

  /// Types of TypeScript's library that mean something here, or that are refused with a reason.
  private static let builtins: Set<String> = [
    "Array", "ReadonlyArray", "Record", "Partial", "Required", "Readonly", "Pick", "Omit", "Exclude", "Extract",
    "NonNullable", "Awaited", "Date", "Object", "NoInfer", "PropertyKey", "ThisType", "URL",
  ]
  /// Whether a library type is an object made from its arguments, which has members to compare.
  static func isObjectUtility(_ name: String) -> Bool {
    ["Record", "Partial", "Required", "Readonly", "Pick", "Omit", "Object", "ThisType", "Array"].contains(name)
  }

  /// Those of them that choose among the members of a union.
  static let selections: Set<String> = ["Exclude", "Extract", "NonNullable", "Awaited"]
  private static let refusals: [String: String] = [
    "Map": "a Map becomes {} in JSON", "Set": "a Set becomes {} in JSON", "WeakMap": "a WeakMap has no JSON form",
    "WeakSet": "a WeakSet has no JSON form", "Promise": "a Promise has no JSON form",
    "PromiseLike": "a Promise has no JSON form", "ReadonlyMap": "a Map becomes {} in JSON",
    "ReadonlySet": "a Set becomes {} in JSON", "Error": "an Error becomes {} in JSON",
    "URLSearchParams": "a URLSearchParams becomes {} in JSON", "FormData": "a FormData has no JSON form",
    "ReadableStream": "a stream has no JSON form", "Iterable": "an iterable has no JSON form",
    "ArrayBufferView": "an ArrayBufferView has no agreed JSON form",
    "Function": "a function has no JSON form", "RegExp": "a RegExp becomes {} in JSON",
    "Buffer": "a Buffer has no agreed JSON form", "Uint8Array": "a Uint8Array has no agreed JSON form",
    "ArrayBuffer": "an ArrayBuffer becomes {} in JSON", "Blob": "a Blob has no JSON form",
    "File": "a File has no JSON form", "String": "'String' is the wrapper object, not the primitive",
    "Number": "'Number' is the wrapper object, not the primitive",
    "Boolean": "'Boolean' is the wrapper object, not the primitive", "BigInt": "a BigInt has no JSON form",
    "Symbol": "a symbol has no JSON form", "ReturnType": "the function's result is not written as a type",
    "Parameters": "'Parameters' needs the function's type", "InstanceType": "'InstanceType' needs a class",
    "ConstructorParameters": "'ConstructorParameters' needs a class",
    "Uppercase": "'Uppercase' needs a string", "Lowercase": "'Lowercase' needs a string",
    "Capitalize": "'Capitalize' needs a string", "Uncapitalize": "'Uncapitalize' needs a string",
  ]

  /// Whether a library type has no JSON form.
  static func isRefused(_ name: String) -> Bool { refusals[name] != nil }

  /// What a reference or `import()` type leads to; nothing is reported.
  func target(of type: LazyType) -> Target {
    guard case .syntax(let syntax, let environment) = type.form else { return .none(NameMeanings()) }
    switch syntax.node {
    case .reference(let path, _):
      if path.count == 1, let binding = environment.bindings[path[0].text] { return .parameter(binding) }
      if !typeMap.isEmpty, let form = typeMap[path.map(\.text).joined(separator: ".")] { return .mapped(form) }
      let meanings = graph.find(path, from: environment.scope)
      if let symbol = meanings.type { return .symbol(symbol) }
      if path.count > 1, let symbol = graph.find(path.dropLast(), from: environment.scope).type, !symbol.enums.isEmpty {
        return .enumMember(symbol, path[path.count - 1].text)
      }
      if path.count == 1, meanings.isEmpty { return builtin(path[0].text) ?? .none(meanings) }
      return .none(meanings)
    case .importType(let module, let path, _, false):
      let meanings = graph.find(path, inModule: module, from: environment.scope.module)
      return meanings.type.map(Target.symbol) ?? .none(meanings)
    default: return .none(NameMeanings())
    }
  }

  private func builtin(_ name: String) -> Target? {
    guard Self.builtins.contains(name) || Self.refusals[name] != nil else { return nil }
    return .builtin(name == "ReadonlyArray" ? "Array" : name)
  }

  /// The type arguments of a reference, in its own environment.
  func arguments(of type: LazyType) -> [LazyType] {
    guard case .syntax(let syntax, let environment) = type.form else { return [] }
    switch syntax.node {
    case .reference(_, let arguments), .importType(_, _, let arguments, _):
      return arguments.map { LazyType($0, environment) }
    default: return []
    }
  }

  func lowerReference(_ type: LazyType) -> TypeExpression {
    if let inferred = inferredType(type) { return inferred }
    switch target(of: type) {
    case .parameter(let binding): return lowered(binding)
    case .symbol(let symbol): return reference(to: symbol, arguments: arguments(of: type), at: type.span)
    case .enumMember(let symbol, let name):
      guard let value = enumCases(symbol).first(where: { $0.name == name })?.value else {
        return unresolved("enum '\(symbol.name.text)' has no member '\(name)'", at: type.span)
      }
      return TypeExpression(.literal(value), span: type.span)
    case .builtin(let name): return lowerBuiltin(name, type)
    case .mapped(let form): return TypeExpression(form.shape, span: type.span)
    case .none(let meanings): return lowerUnresolved(type, meanings)
    }
  }

  /// The lowered form of what a type parameter stands for.
  func lowered(_ binding: Binding) -> TypeExpression {
    if let lowered = binding.lowered { return lowered }
    let faultCount = progress.faultCount
    let lowered = lower(binding.type)
    // What cannot be read is read again wherever it is used, so that each of these is known to hold it.
    if progress.faultCount == faultCount { binding.lowered = lowered }
    return lowered
  }

  private func lowerBuiltin(_ name: String, _ type: LazyType) -> TypeExpression {
    let span = type.span
    let head = head(type)
    if case .builtin(let same) = target(of: head), same == name {} else { return lowerInPlace(type) }
    if let reason = Self.refusals[name] {
      return unsupported(reason, help: "declare the type that stands in the JSON", at: span)
    }
    let arguments = arguments(of: type)
    switch name {
    case "Date": return TypeExpression(.string(StringFacts(format: "date-time")), span: span)
    case "URL": return TypeExpression(.string(StringFacts(format: "uri")), span: span)
    case "Object": return loose("Object", at: span)
    case "Array":
      guard let element = arguments.first else { return wrongArguments(name, wanted: "1", at: span) }
      return lowerArray(element, at: span)
    default: return lowerInPlace(type)
    }
  }

  // MARK: Unresolved names

  func unresolved(_ message: String, help: String? = nil, at span: SourceSpan) -> TypeExpression {
    fail(
      TypeScriptRules.unresolvedName, message, help: help ?? "declare it, import it, or correct its spelling", at: span)
  }

  func wrongArguments(_ name: String, wanted: String, at span: SourceSpan) -> TypeExpression {
    fail(
      TypeScriptRules.typeArguments, "'\(name)' needs \(wanted) type argument\(wanted == "1" ? "" : "s")",
      help: "give one for each parameter without a default", at: span)
  }

  private func lowerUnresolved(_ type: LazyType, _ meanings: NameMeanings) -> TypeExpression {
    guard case .syntax(let syntax, let environment) = type.form else {
      return TypeExpression(.anyJSON, span: type.span)
    }
    var path: [Identifier] = []
    switch syntax.node {
    case .reference(let name, _), .importType(_, let name, _, _): path = name
    default: break
    }
    let name = path.map(\.text).joined(separator: ".")
    if let failure = meanings.failure {
      return unresolved(
        "'\(name)' cannot be found: \(failure)", help: "declare it in a file that Assay may read", at: type.span)
    }
    if let other = meanings.passedOver {
      return unsupported(
        "'\(name)' is a \(other.keyword), not a type of data", help: "declare an interface with its fields",
        at: type.span)
    }
    if meanings.constant != nil {
      return unresolved("'\(name)' is a constant, not a type", help: "write typeof \(name)", at: type.span)
    }
    // A file that could not be parsed may well declare it; its own finding says so.
    if meanings.isExplained || environment.scope.module.tree.hasErrors {
      return TypeExpression(.anyJSON, span: type.span)
    }
    let known = graph.visibleNames(from: environment.scope)
    if let near = Suggestion.nearest(to: name, among: known) {
      return unresolved("no type is called '\(name)'", help: "did you mean '\(near)'?", at: type.span)
    }
    return unresolved("no type is called '\(name)'", at: type.span)
  }
}
