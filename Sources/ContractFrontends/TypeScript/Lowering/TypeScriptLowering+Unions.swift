internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// A member of a union that is none itself.
  struct UnionItem {
    let type: LazyType
    var literal: Literal?
    var keyword: KeywordType?
    /// The member's name in its enum.
    var name: String?
    var documentation: String?
    /// Whether it is `string & {}`: any string, beside literals that stay known.
    var isOpenString = false
    var isNull: Bool { keyword == .null }
    var isUndefined: Bool { keyword == .undefined || keyword == .void }
    /// Whether it is neither a literal nor a word, so that it makes a variant of its own.
    var isOther: Bool {
      literal == nil && !isOpenString && keyword != .string && keyword != .number && keyword != .boolean
    }
  }

  /// The members of a union, unions and aliases of unions inside it written out.
  func unionItems(of type: LazyType) -> [UnionItem] {
    var items: [UnionItem] = []
    collectItems(type, into: &items)
    return items
  }

  private func collectItems(_ type: LazyType, into items: inout [UnionItem]) {
    let head = head(type)
    if let parts = alternatives(of: head) ?? distributed(head) {
      let found: [UnionItem] = descend(at: type.span, otherwise: []) { () -> [UnionItem] in
        var found: [UnionItem] = []
        for part in parts { collectItems(part, into: &found) }
        return found
      }
      items += found
      return
    }
    var comment: DocComment?
    if case .syntax(let syntax, _) = type.form { comment = syntax.documentation }
    let text = comment.flatMap { DocFacts($0).documentation }
    if case .symbol(let symbol) = target(of: head), !symbol.enums.isEmpty {
      items += enumCases(symbol).map {
        UnionItem(type: type, literal: $0.value, name: $0.name, documentation: $0.documentation)
      }
      return
    }
    // A named object keeps its name; everything else stands for itself.
    var item = UnionItem(type: type, documentation: text)
    if case .syntax(let syntax, _) = head.form {
      switch syntax.node {
      case .literal(let literal): item.literal = Literal(literal)
      case .keyword(let word): item.keyword = word
      default: item.literal = literalValue(of: head)
      }
    }
    if isOpenString(head) { item.isOpenString = true }
    if item.keyword != .never { items.append(item) }
  }

  /// Whether a type is `string & {}` or `string & Record<never, never>`.
  func isOpenString(_ type: LazyType) -> Bool {
    guard let parts = intersectionParts(of: head(type)) else { return false }
    return parts.contains { keyword(of: $0) == .string }
      && parts.allSatisfy { keyword(of: $0) == .string || isEmptyObject($0) }
  }

  func intersectionParts(of head: LazyType) -> [LazyType]? {
    switch head.form {
    case .intersection(let parts): return parts
    case .syntax(let syntax, let environment):
      guard case .intersection(let parts) = syntax.node else { return nil }
      return parts.map { head.part($0, environment) }
    case .union, .tuple, .lowered: return nil
    }
  }

  func isEmptyObject(_ type: LazyType) -> Bool {
    let head = head(type)
    guard case .syntax(let syntax, let environment) = head.form else { return false }
    switch syntax.node {
    case .object(let members): return members.isEmpty
    case .reference(let path, let arguments):
      return path.map(\.text) == ["Record"]
        && arguments.first.map { keyword(of: LazyType($0, environment)) == .never } == true
    default: return false
    }
  }

  // MARK: Lowering

  func lowerUnion(_ type: LazyType) -> TypeExpression {
    let members = surfaceMembers(of: type)
    let isNullable = members.contains { keyword(of: $0) == .null }
    let rest = members.filter { ![.null, .undefined, .void, .never].contains(keyword(of: $0)) }
    let span = type.span
    if rest.contains(where: { [.any, .unknown].contains(keyword(of: $0)) }) {
      return TypeExpression(.anyJSON, span: span)
    }
    guard !rest.isEmpty else {
      if isNullable { return TypeExpression(.null, span: span) }
      return unsupported("no value belongs to this union", help: "leave the member out", at: span)
    }
    let lowered = rest.count == 1 ? lower(rest[0]) : lowerChoice(LazyType(union: rest, span: span))
    guard isNullable, !lowered.isNullable else { return lowered }
    return TypeExpression(.nullable(lowered), span: span)
  }

  /// The members as they are written, parentheses and inner unions opened, aliases not.
  private func surfaceMembers(of type: LazyType) -> [LazyType] {
    switch type.form {
    case .union(let parts): return parts.flatMap(surfaceMembers)
    case .intersection, .tuple, .lowered: return [type]
    case .syntax(let syntax, let environment):
      switch syntax.node {
      case .union(let parts): return parts.flatMap { surfaceMembers(of: type.part($0, environment)) }
      case .parenthesized(let inner):
        if case .union = inner.node { return surfaceMembers(of: type.part(inner, environment)) }
        return [type]
      default: return [type]
      }
    }
  }

  /// Two members or more, null and undefined not among the written ones.
  private func lowerChoice(_ type: LazyType) -> TypeExpression {
    var items = unionItems(of: type)
    let isNullable = items.contains(where: \.isNull)
    items.removeAll { $0.isNull || $0.isUndefined }
    let lowered = lowerItems(items, type)
    guard isNullable, !lowered.isNullable else { return lowered }
    return TypeExpression(.nullable(lowered), span: type.span)
  }

  private func lowerItems(_ items: [UnionItem], _ type: LazyType) -> TypeExpression {
    let span = type.span
    let words = Set(items.compactMap(\.keyword))
    if words.contains(.any) || words.contains(.unknown) { return TypeExpression(.anyJSON, span: span) }
    var others = items.filter(\.isOther)
    if others.count > 1, others.count == items.count, type.isConstant || others.allSatisfy(\.type.isConstant),
      let row = lowerRows(others.map(\.type), span)
    {
      return row
    }
    let isAnyString = words.contains(.string) || items.contains(where: \.isOpenString)
    if isAnyString { others.removeAll { isTemplate($0.type) } }
    let scalars = lowerScalars(items, words, isAnyString: isAnyString, span)
    if others.isEmpty { return scalars.count == 1 ? scalars[0] : untagged(scalars, span) }
    if scalars.isEmpty, others.count == 1 { return lower(others[0].type) }
    return lowerVariants(others, scalars, span)
  }

  private func isTemplate(_ type: LazyType) -> Bool {
    if case .syntax(let syntax, _) = head(type).form, case .template = syntax.node { true } else { false }
  }

  /// The literals and primitive words of a union: none, one or several types.
  private func lowerScalars(
    _ items: [UnionItem], _ words: Set<KeywordType>, isAnyString: Bool, _ span: SourceSpan
  ) -> [TypeExpression] {
    var cases: [EnumerationShape.Case] = []
    var seen: Set<Literal> = []
    func add(_ literal: Literal, _ name: String? = nil, _ documentation: String? = nil) {
      if seen.insert(literal).inserted {
        cases.append(EnumerationShape.Case(literal, name: name, documentation: documentation))
      }
    }
    for item in items {
      if let literal = item.literal {
        // `number` takes number literals in; so does `boolean`.
        if case .number = literal, words.contains(.number) { continue }
        if case .boolean = literal, words.contains(.boolean) { continue }
        add(literal, item.name, item.documentation)
      }
    }
    let hasStrings = cases.contains { if case .string = $0.value { true } else { false } }
    var types: [TypeExpression] = []
    if words.contains(.boolean) || seen.isSuperset(of: [.boolean(true), .boolean(false)]) {
      if cases.allSatisfy({ if case .boolean = $0.value { true } else { false } }) {
        types.append(TypeExpression(.boolean, span: span))
        cases = []
      } else {
        add(.boolean(true))
        add(.boolean(false))
      }
    }
    if words.contains(.number) { types.append(TypeExpression(.number(NumberFacts()), span: span)) }
    if isAnyString, !hasStrings { types.append(TypeExpression(.string(StringFacts()), span: span)) }
    if cases.count == 1, !(isAnyString && hasStrings) {
      types.append(TypeExpression(.literal(cases[0].value), span: span))
    } else if !cases.isEmpty {
      let shape = EnumerationShape(cases: cases, isOpen: isAnyString && hasStrings)
      types.append(TypeExpression(.enumeration(shape), span: span))
    }
    return types
  }

  private func untagged(_ types: [TypeExpression], _ span: SourceSpan) -> TypeExpression {
    guard !types.isEmpty else {
      return unsupported("no value belongs to this union", help: "leave the member out", at: span)
    }
    return TypeExpression(.union(UnionShape(variants: types.map { UnionShape.Variant(type: $0) })), span: span)
  }

  /// Whether asking for members makes sense, so that no finding comes of it.
  func isObject(_ type: LazyType) -> Bool {
    let head = head(type)
    if let parts = intersectionParts(of: head) {
      return descend(at: type.span, otherwise: false) { parts.allSatisfy(isObject) }
    }
    if case .lowered(let type) = head.form { return Self.isObject(type) }
    guard case .syntax(let syntax, _) = head.form else { return false }
    switch syntax.node {
    case .object, .mapped: return true
    case .reference, .importType:
      switch target(of: head) {
      case .symbol(let symbol): return !symbol.interfaces.isEmpty
      case .builtin(let name): return ["Partial", "Required", "Readonly", "Pick", "Omit", "Record"].contains(name)
      default: return false
      }
    default: return false
    }
  }

  /// The rows of a constant table as one object: each member's type is what the column holds, numbers widened.
  private func lowerRows(_ rows: [LazyType], _ span: SourceSpan) -> TypeExpression? {
    guard rows.allSatisfy(isObject) else { return nil }
    let sets = rows.compactMap { memberSet($0) }
    guard sets.count == rows.count, let first = sets.first else { return nil }
    var merged = MemberSet()
    for set in sets { for member in set.members where merged.member(member.name) == nil { merged.replace(member) } }
    let properties = merged.members.map { column in
      let cells = sets.map { $0.member(column.name) }
      let types = cells.compactMap { $0?.types.first }
      let lowered = lower(LazyType(union: types, span: column.nameSpan))
      let isRequired = cells.allSatisfy { $0?.isOptional == false }
      return Property(
        name: column.name, type: Self.widened(lowered), isRequired: isRequired,
        documentation: DocFacts(first.member(column.name)?.documentation).documentation, span: column.nameSpan)
    }
    return TypeExpression(.object(ObjectShape(properties: properties)), span: span)
  }

  private static func widened(_ type: TypeExpression) -> TypeExpression {
    let literals: [Literal]
    switch type.shape {
    case .nullable(let inner): return TypeExpression(.nullable(widened(inner)), span: type.span)
    case .literal(let literal): literals = [literal]
    case .enumeration(let shape): literals = shape.cases.map(\.value)
    default: return type
    }
    var isInteger = true
    for literal in literals {
      guard case .number(let text) = literal else { return type }
      if text.contains(".") || text.contains("e") { isInteger = false }
    }
    return TypeExpression(.number(NumberFacts(isInteger: isInteger)), span: type.span)
  }
}
