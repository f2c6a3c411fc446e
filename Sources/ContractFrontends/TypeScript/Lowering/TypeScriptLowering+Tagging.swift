internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// The property that tells the members of a union apart.
  struct Tagging {
    let name: String
    /// What it may be in each member, in source order.
    let values: [[Literal]]
    /// Whether no two members share a value.
    let isUnique: Bool
  }

  /// Variants that a union is written out to, at most: a member whose tag may be several literals is one for each.
  private static let maximumVariants = 500

  /// The union of objects and of the scalars beside them, tagged where a property tells the objects apart.
  ///
  /// - Parameters:
  ///   - outer: Spans of the unions around this one: each union has a span of its own, by which checks tell them apart.
  ///   - known: Tags that have told these apart as far as they can.
  func lowerVariants(
    _ items: [UnionItem], _ scalars: [TypeExpression], _ span: SourceSpan, outer: [SourceSpan] = [],
    known: Set<String> = []
  ) -> TypeExpression {
    // A type and an alias of it are one member.
    var keys: Set<String> = []
    let others = items.filter { keys.insert(keyText(head($0.type))).inserted }
    if scalars.isEmpty, let tagging = tagging(of: others.map(\.type), known) {
      return lowerTagged(others, tagging, span, outer: outer + [span], known.union([tagging.name]))
    }
    var variants: [UnionShape.Variant] = []
    for item in others { add(variant(item, tag: nil), to: &variants) }
    variants += scalars.map { UnionShape.Variant(type: $0) }
    if variants.count == 1 { return variants[0].type }
    return TypeExpression(.union(UnionShape(variants: variants)), span: span)
  }

  /// A variant for each value of the tag; members that share a value are told apart by another tag within it.
  private func lowerTagged(
    _ items: [UnionItem], _ tagging: Tagging, _ span: SourceSpan, outer: [SourceSpan], _ known: Set<String>
  ) -> TypeExpression {
    var order: [Literal] = []
    var groups: [Literal: [UnionItem]] = [:]
    for (item, values) in zip(items, tagging.values) {
      for value in values {
        if groups[value] == nil { order.append(value) }
        groups[value, default: []].append(item)
      }
    }
    var variants: [UnionShape.Variant] = []
    for value in order {
      guard let group = groups[value] else { continue }
      if group.count == 1 {
        add(variant(group[0], tag: value), to: &variants)
      } else {
        let own = group.map(\.type.span).first { !outer.contains($0) } ?? span
        let inner = descend(at: span, otherwise: TypeExpression(.anyJSON, span: span)) {
          lowerVariants(group, [], own, outer: outer, known: known)
        }
        add(UnionShape.Variant(tag: value, type: inner), to: &variants)
      }
    }
    if variants.count == 1 { return variants[0].type }
    return TypeExpression(.union(UnionShape(variants: variants, discriminator: tagging.name)), span: span)
  }

  private func variant(_ item: UnionItem, tag: Literal?) -> UnionShape.Variant {
    let type = lower(item.type)
    var name: String?
    if case .reference(let reference) = type.shape { name = reference }
    return UnionShape.Variant(name: name, tag: tag, type: type)
  }

  private func add(_ variant: UnionShape.Variant, to variants: inout [UnionShape.Variant]) {
    if !variants.contains(where: { $0.type.shape == variant.type.shape && $0.tag == variant.tag }) {
      variants.append(variant)
    }
  }

  // MARK: Choosing the tag

  /// The required property that is made of literals in each object: the one that has another value in each, text before
  /// others; else the one that has the most values.
  private func tagging(of types: [LazyType], _ known: Set<String>) -> Tagging? {
    guard types.count > 1 else { return nil }
    var sets: [MemberSet] = []
    for type in types {
      guard isObject(type), let set = memberSet(type) else { return nil }
      sets.append(set)
    }
    let names = (sets.first?.members ?? []).map(\.name).filter { !known.contains($0) }
    let candidates = names.compactMap { tagging(by: $0, sets) }
    func isText(_ tagging: Tagging) -> Bool {
      tagging.values.joined().allSatisfy { if case .string = $0 { true } else { false } }
    }
    func isSingle(_ tagging: Tagging) -> Bool { tagging.values.allSatisfy { $0.count == 1 } }
    let unique = candidates.filter(\.isUnique)
    if let best = unique.first(where: { isText($0) && isSingle($0) }) ?? unique.first(where: isSingle)
      ?? unique.first(where: isText) ?? unique.first
    {
      return best
    }
    func spread(_ tagging: Tagging) -> Int { Set(tagging.values.joined()).count }
    // The first of several that spread the members equally wide.
    return candidates.reduce(nil as Tagging?) { best, next in
      guard spread(next) > 1 else { return best }
      guard let best else { return next }
      return spread(next) > spread(best) ? next : best
    }
  }

  private func tagging(by name: String, _ sets: [MemberSet]) -> Tagging? {
    var values: [[Literal]] = []
    for set in sets {
      guard let member = set.member(name), !member.isOptional, let found = literals(of: member), !found.isEmpty
      else { return nil }
      values.append(found)
    }
    let all = values.joined()
    guard all.count <= Self.maximumVariants else { return nil }
    // A value that every member shares tells nothing.
    guard values.contains(where: { Set($0) != Set(values[0]) }) else { return nil }
    return Tagging(name: name, values: values, isUnique: Set(all).count == all.count)
  }

  /// The literals that a member may be, all its types regarded; nil when it may be anything else.
  func literals(of member: LazyMember) -> [Literal]? {
    var common: [Literal]?
    for type in member.types {
      guard let own = literals(of: type) else { continue }
      common = common.map { $0.filter(own.contains) } ?? own
    }
    return common
  }

  /// The literals that a type comes to; nil when it is anything else too, or nothing.
  private func literals(of type: LazyType) -> [Literal]? {
    var literals: [Literal] = []
    for item in unionItems(of: type) {
      if let literal = item.literal {
        literals.append(literal)
      } else if item.keyword == .boolean {
        literals += [.boolean(true), .boolean(false)]
      } else {
        return nil
      }
    }
    return literals.isEmpty ? nil : literals
  }
}
