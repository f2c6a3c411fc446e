internal import ContractModel
internal import Diagnostics

/// Plans the Swift types of one declaration after another.
struct TypePlanner {
  let facts: TypeFacts
  /// Swift name by the contract's type name.
  let topNames: ResolvedNames
  var findings = FindingList()

  /// Where a planned type stands.
  struct Site {
    let name: String
    /// Key of the enclosing type; empty at the top of the module.
    let parent: String
    /// Names of the enclosing types and of types of the module that the whole declaration refers to.
    let visible: Set<String>
    /// What findings call it.
    let member: String
    var notes = SwiftNotes.none

    var key: String { parent.isEmpty ? name : "\(parent).\(name)" }
  }

  init(facts: TypeFacts, topNames: ResolvedNames) {
    self.facts = facts
    self.topNames = topNames
  }

  /// Plans a type under a name, and the types that are nested in it.
  mutating func declare(_ expression: TypeExpression, at site: Site) throws(EmissionError) -> PlannedType {
    let type = facts.simplified(expression)
    return switch type.shape {
    case .object(let shape): try structure(shape, at: site)
    case .enumeration(let shape): enumeration(shape, span: type.span, at: site)
    case .union(let shape): try union(shape, at: site)
    case .tuple(let elements, let rest): try tuple(elements, rest, at: site)
    default:
      PlannedType(
        name: site.name, key: site.key, notes: site.notes,
        form: .alias(try translate(type, key: "", scope: InlineScope(parent: "", names: ResolvedNames()))), nested: [])
    }
  }

  /// A type expression in Swift; its inline types have their names in the scope.
  func translate(
    _ expression: TypeExpression, key: String, scope: InlineScope
  ) throws(EmissionError) -> TranslatedType {
    let isNullable = facts.isNullable(expression)
    let type = facts.simplified(expression)
    func plain(_ core: SwiftType) -> TranslatedType {
      TranslatedType(core: core, isNullable: isNullable, inlineKey: nil)
    }
    switch type.shape {
    case .anyJSON: return plain(.jsonValue)
    case .null: return plain(.named("JSONNull"))
    case .boolean, .literal: return plain(.bool)
    case .string(let text): return plain(self.text(text))
    case .number(let facts): return plain(Self.number(facts))
    case .array(let shape):
      return plain(.array(try translate(shape.element, key: key + "/element", scope: scope).type))
    case .map(let values, _):
      return plain(.dictionary(try translate(values, key: key + "/value", scope: scope).type))
    case .nullable(let inner): return try translate(inner, key: key, scope: scope)
    case .enumeration: return plain(.named(scope.names[key] ?? "JSONValue"))
    case .object, .union, .tuple:
      let name = scope.names[key] ?? "JSONValue"
      return TranslatedType(core: .named(name), isNullable: isNullable, inlineKey: scope.planKey(name))
    case .reference(let name):
      if let other = facts.options.swiftType(for: name) { return plain(.named(other)) }
      guard let swiftName = topNames[name] else {
        throw .unresolvedReference(name: name, place: Place(span: type.span))
      }
      guard facts.contract.resolve(type) != nil else {
        throw .endlessReference(name: name, place: Place(span: type.span))
      }
      return TranslatedType(core: .named(swiftName), isNullable: isNullable, inlineKey: swiftName)
    }
  }

  private func text(_ text: StringFacts) -> SwiftType {
    switch text.format {
    case "date-time": .named(facts.options.dates == .date ? "Date" : "Timestamp")
    case "date": .named("CalendarDate")
    default: .string
    }
  }

  private static func number(_ facts: NumberFacts) -> SwiftType {
    guard facts.isInteger else { return .double }
    return facts.format == "uint64" ? .named("UInt64") : .int
  }

  // MARK: Nested types

  /// Plans the inline types of a declaration within it.
  mutating func nest(
    _ inline: [InlineType], in site: Site, besides members: some Sequence<String>
  ) throws(EmissionError) -> (scope: InlineScope, types: [PlannedType]) {
    let reserved = ReservedNames.types.union(site.visible).union(members).union([site.name])
    let names = NameResolver.resolve(
      inline.map { NameResolver.Entry(key: $0.key, candidates: $0.candidates) }, avoiding: reserved)
    var types: [PlannedType] = []
    for entry in inline {
      guard let name = names[entry.key] else { continue }
      let inner = Site(
        name: name, parent: site.key, visible: site.visible.union([site.name, name]),
        member: "\(site.member).\(entry.key)")
      types.append(try declare(entry.type, at: inner))
    }
    return (InlineScope(parent: site.key, names: names), types)
  }

  /// Notes that a member's Swift name is not the one that its wire name gives.
  mutating func noteRenaming(
    _ entries: [NameResolver.Entry], _ names: ResolvedNames, owner: String, span: SourceSpan?
  ) {
    for entry in entries {
      guard let name = names[entry.key], name != entry.candidates[0] else { continue }
      findings.report(
        Finding(
          EmissionRules.renamed, .note,
          "'\(entry.key)' of \(owner) is '\(name)' in Swift: '\(entry.candidates[0])' is taken",
          help: "rename it in the contract if that reads badly", at: Place(span: span), member: "\(owner).\(entry.key)")
      )
    }
  }

  // MARK: Enumerations

  private mutating func enumeration(_ shape: EnumerationShape, span: SourceSpan, at site: Site) -> PlannedType {
    let entries = shape.cases.map { entry in
      let literal = entry.value
      var candidates = facts.member(entry.name ?? literal.text).candidates
      if case .number = literal, entry.name == nil { candidates.append("number\(candidates[0])") }
      return NameResolver.Entry(key: literal.identity, candidates: candidates)
    }
    let names = NameResolver.resolve(entries, avoiding: ReservedNames.cases)
    noteRenaming(entries, names, owner: site.member, span: span)
    let cases = shape.cases.map {
      PlannedEnumeration.Case(
        name: names[$0.value.identity] ?? "empty", value: $0.value, documentation: $0.documentation)
    }
    return PlannedType(
      name: site.name, key: site.key, notes: site.notes,
      form: .enumeration(PlannedEnumeration(raw: Self.rawKind(shape), cases: cases)), nested: [])
  }

  private static func rawKind(_ shape: EnumerationShape) -> RawKind {
    let kind = RawKind(of: shape.cases.map(\.value))
    return kind == .boolean ? .mixed : kind
  }

  // MARK: Tuples

  private static let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]

  /// Name of a position of a tuple, from 0.
  static func elementName(_ index: Int) -> String {
    index < ordinals.count ? ordinals[index] : "element\(index + 1)"
  }

  private mutating func tuple(
    _ elements: [TypeExpression], _ rest: TypeExpression?, at site: Site
  ) throws(EmissionError) -> PlannedType {
    var inline = elements.enumerated().flatMap { index, element in
      facts.inlineTypes(
        in: element, key: Self.elementName(index), hint: SwiftNaming.upperCamel(Self.elementName(index)))
    }
    if let rest { inline += facts.inlineTypes(in: rest, key: "rest", hint: "Rest") }
    let nested = try nest(inline, in: site, besides: [])
    var translated: [TranslatedType] = []
    for (index, element) in elements.enumerated() {
      translated.append(try translate(element, key: Self.elementName(index), scope: nested.scope))
    }
    var restType: TranslatedType?
    if let rest { restType = try translate(rest, key: "rest", scope: nested.scope) }
    return PlannedType(
      name: site.name, key: site.key, notes: site.notes,
      form: .tuple(PlannedTuple(elements: translated, rest: restType)), nested: nested.types)
  }
}
