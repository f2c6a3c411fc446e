/// Decides which values are boxed: those that would hold themselves, and those past a bound on inline size.
///
/// The bound depends on the boxed type and what it holds alone, so a type that changes elsewhere moves no box.
struct InlineLayout {
  /// A type that holds more fields than this inline, its children's included, is boxed wherever it is a field.
  ///
  /// Every use of a struct copies its fields one by one; code size and compile memory grow with them.
  static let maximumInlineFields = 40
  /// A type with this many levels of structs inline is boxed wherever it is a field.
  static let maximumInlineDepth = 3

  private var indirect: Set<Edge> = []
  private var heavy: Set<String> = []

  private struct Edge: Hashable {
    let from: String
    let to: String
  }

  /// Nothing is boxed.
  init() {}

  /// Whether a value of the type `key` is boxed where the type `holder` holds it.
  func isBoxed(_ key: String?, in holder: String) -> Bool {
    guard let key else { return false }
    return heavy.contains(key) || indirect.contains(Edge(from: holder, to: key))
  }

  /// Lays out all types of a contract.
  init(_ types: [PlannedType]) {
    var nodes: [String: Node] = [:]
    for type in types { Self.collect(type, into: &nodes) }
    let keys = nodes.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    // Cycles are cut at unions first, where it costs one word, then wherever they are left.
    cutCycles(keys, &nodes) { nodes, edge in nodes[edge.from]?.isUnion ?? false }
    cutCycles(keys, &nodes) { _, _ in true }
    weigh(keys, nodes)
  }

  private struct Node {
    var isUnion = false
    var isAlias = false
    /// Fields that hold no planned type.
    var plainFields = 0
    /// Keys of the types that lie inline.
    var children: [String] = []
  }

  private static func collect(_ type: PlannedType, into nodes: inout [String: Node]) {
    var node = Node()
    func hold(_ child: TranslatedType) {
      if let key = child.inlineKey { node.children.append(key) } else { node.plainFields += 1 }
    }
    switch type.form {
    case .structure(let structure):
      for property in structure.properties where !property.isConstant { hold(property.type) }
      if structure.additional != nil { node.plainFields += 1 }
    case .tuple(let tuple):
      tuple.elements.forEach(hold)
      if tuple.rest != nil { node.plainFields += 1 }
    case .union(let union):
      node.isUnion = true
      for variant in union.variants { hold(variant.payload) }
      if union.isOpen { node.plainFields += union.common.count + 2 }
    case .alias(let target):
      node.isAlias = true
      hold(target)
    case .enumeration, .wrapper: node.plainFields = 1
    }
    nodes[type.key] = node
    for nested in type.nested { collect(nested, into: &nodes) }
  }

  /// Boxes the edges within each group of types that hold one another, as far as `cuts` allows.
  private mutating func cutCycles(
    _ keys: [String], _ nodes: inout [String: Node], cuts: ([String: Node], Edge) -> Bool
  ) {
    let group = StronglyConnected.groups(of: keys) { nodes[$0]?.children ?? [] }.memberships
    for key in keys {
      guard let children = nodes[key]?.children else { continue }
      // An alias holds nothing of its own: whatever holds the alias is cut instead.
      let inner = children.filter { group[$0] == group[key] && group[key] != nil }
      guard !inner.isEmpty, nodes[key]?.isAlias == false else { continue }
      for child in inner where cuts(nodes, Edge(from: key, to: child)) {
        indirect.insert(Edge(from: key, to: child))
        nodes[key]?.children.removeAll { $0 == child }
        nodes[key]?.plainFields += 1
      }
    }
  }

  /// Sums fields and depth from the leaves up.
  private mutating func weigh(_ keys: [String], _ nodes: [String: Node]) {
    var weights: [String: (fields: Int, depth: Int)] = [:]
    for key in StronglyConnected.groups(of: keys, edges: { nodes[$0]?.children ?? [] }).order {
      guard let node = nodes[key] else { continue }
      var parts: [Int] = [node.plainFields]
      var depth = 0
      for child in node.children {
        if heavy.contains(child) {
          parts.append(1)
        } else if let weight = weights[child] {
          parts.append(weight.fields)
          depth = max(depth, weight.depth)
        }
      }
      // A union holds one variant at a time.
      let fields = node.isUnion ? 1 + (parts.max() ?? 0) : parts.reduce(0, +)
      weights[key] = (fields, node.isAlias ? depth : depth + 1)
      let isHeavy = fields > Self.maximumInlineFields || (node.isAlias ? depth : depth + 1) >= Self.maximumInlineDepth
      if isHeavy { heavy.insert(key) }
    }
  }
}
