internal import ContractModel
internal import Diagnostics

/// The names at the top of the generated module.
struct TopLevelNames {
  /// Swift name by the contract's type name.
  private(set) var types = ResolvedNames()
  /// The deprecated alias of each deprecated type.
  private(set) var aliases: [String: String] = [:]
  /// Swift name by the contract's table name.
  private(set) var tables = ResolvedNames()
  /// Function name by route id.
  private(set) var endpoints = ResolvedNames()
  /// Every name that is spoken for.
  private(set) var taken = ReservedNames.types

  init(_ contract: Contract) {
    types = NameResolver.resolve(contract.types.map { .type($0.name) }, avoiding: taken)
    taken.formUnion(types.values)
    for declaration in contract.types where declaration.deprecation != nil {
      guard let name = types[declaration.name] else { continue }
      aliases[declaration.name] = name
    }
    let deprecated = aliases.map {
      NameResolver.Entry(key: $0.key, candidates: ["Deprecated" + $0.value, "Outdated" + $0.value])
    }
    types.merge(NameResolver.resolve(deprecated, avoiding: taken))
    taken.formUnion(types.values)
    tables = NameResolver.resolve(contract.tables.map { .type($0.name, suffix: "Table") }, avoiding: taken)
    taken.formUnion(tables.values)
    endpoints = NameResolver.resolve(contract.routes.map { .member($0.id) }, avoiding: ReservedNames.cases)
  }

  /// Names for inline types at the top of the module, by key.
  mutating func nameInlineTypes(_ types: [InlineType]) -> ResolvedNames {
    let names = NameResolver.resolve(
      types.map { NameResolver.Entry(key: $0.key, candidates: $0.candidates) }, avoiding: taken)
    taken.formUnion(names.values)
    return names
  }
}
