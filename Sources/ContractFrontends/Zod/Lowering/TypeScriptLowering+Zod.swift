internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// What `z.infer`, `z.input` and `z.output` stand for in TypeScript types.
extension TypeScriptLowering {
  /// The schema's type; nil when the type is none of these.
  func inferredType(_ type: LazyType) -> TypeExpression? {
    guard case .syntax(let syntax, let environment) = type.form,
      let (side, path) = ZodFrontend.inference(syntax, in: environment.scope)
    else { return nil }
    let file = environment.scope.module.path
    let faultCount = zod.progress.faultCount
    let found = zod.type(of: path, inFile: file, side: side, at: syntax.span)
    if found == nil || zod.progress.faultCount != faultCount { noteFault() }
    return found ?? TypeExpression(.anyJSON, span: syntax.span)
  }

  /// The type of an alias that only gives a schema's type its name: the schema's own.
  func inferredAlias(_ symbol: TypeSymbol, at span: SourceSpan) -> TypeExpression? {
    guard let alias = symbol.alias, symbol.parameters.isEmpty,
      let type = inferredType(LazyType(alias.type, Environment(symbol.scope))), case .reference(let name) = type.shape,
      name == symbol.scope.prefix + symbol.name.text
    else { return nil }
    return TypeExpression(type.shape, span: span)
  }

  /// The form of a schema's type, names resolved; nil when the type is no schema's.
  func inferredStructure(_ type: LazyType) -> LazyType? {
    guard let lowered = inferredType(type) else { return nil }
    return lazy(lowered, type)
  }

  /// What a reference to a schema leads to; nil at the end of the way.
  func expanded(_ type: LazyType) -> LazyType? {
    guard case .lowered(let lowered) = type.form, case .reference(let name) = lowered.shape,
      let next = zod.expansion(of: name)
    else { return nil }
    return lazy(next, type)
  }

  /// A lowered type as one that is still to be looked into: scalars and unions as TypeScript writes them.
  func lazy(_ type: TypeExpression, _ origin: LazyType) -> LazyType {
    let environment = anyEnvironment(origin)
    func written(_ node: TypeSyntax.Node) -> LazyType { LazyType(TypeSyntax(node, span: type.span), environment) }
    switch type.shape {
    case .null: return written(.keyword(.null))
    case .boolean: return written(.keyword(.boolean))
    case .string(let facts) where facts == StringFacts(): return written(.keyword(.string))
    case .number(let facts) where facts == NumberFacts(): return written(.keyword(.number))
    case .literal(let literal): return LiteralSyntax(literal).map { written(.literal($0)) } ?? written(.keyword(.null))
    case .enumeration(let shape) where !shape.isOpen:
      let members = shape.cases.map { entry in
        LiteralSyntax(entry.value).map { written(.literal($0)) } ?? written(.keyword(.null))
      }
      return LazyType(union: members, span: type.span)
    case .nullable(let inner): return LazyType(union: [lazy(inner, origin), written(.keyword(.null))], span: type.span)
    case .union(let shape): return LazyType(union: shape.variants.map { lazy($0.type, origin) }, span: type.span)
    default: return LazyType(lowered: type)
    }
  }

  /// The members of a lowered object or map; nil for anything else.
  func memberSet(_ type: TypeExpression, _ origin: LazyType) -> MemberSet? {
    var set = MemberSet()
    switch type.shape {
    case .object(let shape):
      for property in shape.properties {
        set.merge(
          LazyMember(
            name: property.name, nameSpan: property.span, isOptional: !property.isRequired,
            types: [lazy(property.type, origin)], documentation: nil, prose: property.documentation))
      }
      if case .typed(let value) = shape.additional {
        set.index = MemberSet.Index(keys: StringFacts(), value: lazy(value, origin))
      }
    case .map(let values, .any): set.index = MemberSet.Index(keys: StringFacts(), value: lazy(values, origin))
    case .map(let values, .strings(let keys)): set.index = MemberSet.Index(keys: keys, value: lazy(values, origin))
    case .map(let values, .some(let names, _)), .map(let values, .every(let names, _)):
      let isOptional = if case .map(_, .some) = type.shape { true } else { false }
      for name in names {
        set.merge(
          LazyMember(
            name: name, nameSpan: type.span, isOptional: isOptional, types: [lazy(values, origin)], documentation: nil))
      }
    default: return nil
    }
    return set
  }

  /// The elements of a lowered tuple.
  func tupleElements(_ type: TypeExpression, _ origin: LazyType) -> [TupleElement]? {
    guard case .tuple(let elements, let rest) = type.shape else { return nil }
    return elements.map { TupleElement(type: lazy($0, origin), isOptional: false, isRest: false) }
      + (rest.map { [TupleElement(type: lazy($0, origin), isOptional: false, isRest: true)] } ?? [])
  }

  /// Whether a lowered type has members.
  static func isObject(_ type: TypeExpression) -> Bool {
    switch type.shape {
    case .object, .map: true
    default: false
    }
  }
}

extension LiteralSyntax {
  /// The literal as TypeScript writes it; nil for null.
  fileprivate init?(_ literal: Literal) {
    switch literal {
    case .string(let text): self = .string(text)
    case .number(let text): self = .number(text)
    case .boolean(let value): self = .boolean(value)
    case .null: return nil
    }
  }
}
