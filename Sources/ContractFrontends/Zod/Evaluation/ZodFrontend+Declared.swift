internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// Values that are known by their declared types only, as generated clients declare their enums:
/// `export const Role: { reader: "reader" }` and `export const Role: typeof $Enums.Role`.
extension ZodFrontend {
  /// What a name of a file is declared as; nil when it is declared without a type, or not at all.
  func declaredValue(of name: String, in scope: Scope) -> ZodValue? {
    if let symbol = scope.types[name], !symbol.enums.isEmpty { return .enumeration(symbol) }
    if let symbol = scope.constants[name] { return value(of: symbol) }
    return scope.namespaces[name].map(ZodValue.space)
  }

  private func value(of symbol: ConstantSymbol) -> ZodValue? {
    if let written = symbol.syntax.value { return value(of: written, in: symbol.scope) }
    return symbol.syntax.type.flatMap { value(of: $0, in: symbol.scope) }
  }

  /// The one value that belongs to a type.
  private func value(of type: TypeSyntax, in scope: Scope) -> ZodValue? {
    descend(at: type.span, otherwise: nil) {
      switch type.node {
      case .literal(let literal): return Literal(literal).map(ZodValue.literal)
      case .keyword(.null): return .literal(.null)
      case .parenthesized(let inner), .readonly(let inner): return value(of: inner, in: scope)
      case .typeQuery(let path, _):
        let meanings = graph.find(path, from: scope)
        if let symbol = meanings.type, !symbol.enums.isEmpty { return .enumeration(symbol) }
        return meanings.constant.flatMap(value(of:))
      case .tuple(let elements):
        let values = elements.map { $0.isRest ? nil : value(of: $0.type, in: scope) }
        return values.contains { $0 == nil } ? nil : .list(values.compactMap(\.self))
      case .object(let members):
        var known: [ZodMember] = []
        for member in members {
          guard case .plain(let name) = member.name, case .property(let type?) = member.kind,
            let value = value(of: type, in: scope)
          else { return nil }
          known.append(
            ZodMember(
              name: name.text, span: name.span, documentation: member.documentation,
              cell: ZodCell(value, span: name.span, in: cells)))
        }
        return .object(known)
      default: return nil
      }
    }
  }

  /// A constant's value as the declarations of a namespace have it: literals, lists and objects of them.
  private func value(of written: ExpressionSyntax, in scope: Scope) -> ZodValue? {
    descend(at: written.span, otherwise: nil) {
      switch written.node {
      case .literal(let literal): return Literal(literal).map(ZodValue.literal)
      case .null: return .literal(.null)
      case .asConst(let inner), .typed(let inner, _, _): return value(of: inner, in: scope)
      case .array(let elements):
        let values = elements.map { value(of: $0, in: scope) }
        return values.contains { $0 == nil } ? nil : .list(values.compactMap(\.self))
      case .object(let entries):
        var known: [ZodMember] = []
        for entry in entries {
          guard let name = entry.name, let value = value(of: entry.value, in: scope) else { return nil }
          known.append(
            ZodMember(
              name: name.text, span: name.span, documentation: entry.documentation,
              cell: ZodCell(value, span: name.span, in: cells)))
        }
        return .object(known)
      case .reference(let path):
        return graph.find(path, from: scope).constant.flatMap(value(of:))
      default: return nil
      }
    }
  }
}
