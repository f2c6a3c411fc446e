/// Groups of nodes that reach one another (Tarjan 1972), without recursion, so that no chain is too long.
enum StronglyConnected {
  /// The nodes with those that they reach before them, and the number of the group of each node that lies on a cycle.
  ///
  /// - Complexity: O(nodes + edges).
  static func groups(
    of nodes: [String], edges: (String) -> [String]
  ) -> (order: [String], memberships: [String: Int]) {
    var search = Search()
    for node in nodes where search.index[node] == nil { search.visit(node, edges) }
    return (search.order, search.memberships)
  }

  private struct Search {
    var index: [String: Int] = [:]
    var order: [String] = []
    var memberships: [String: Int] = [:]
    private var low: [String: Int] = [:]
    private var stack: [String] = []
    private var onStack: Set<String> = []
    private var groupCount = 0

    private struct Frame {
      let node: String
      let children: [String]
      var next = 0
    }

    mutating func visit(_ start: String, _ edges: (String) -> [String]) {
      var frames = [enter(start, edges)]
      while var frame = frames.popLast() {
        if frame.next < frame.children.count {
          let child = frame.children[frame.next]
          frame.next += 1
          frames.append(frame)
          if index[child] == nil {
            frames.append(enter(child, edges))
          } else if onStack.contains(child) {
            low[frame.node] = min(low[frame.node] ?? 0, index[child] ?? 0)
          }
          continue
        }
        if low[frame.node] == index[frame.node] { closeGroup(frame.node, hasLoop: frame.children.contains(frame.node)) }
        if let parent = frames.last {
          low[parent.node] = min(low[parent.node] ?? 0, low[frame.node] ?? 0)
        }
      }
    }

    private mutating func enter(_ node: String, _ edges: (String) -> [String]) -> Frame {
      index[node] = index.count
      low[node] = index[node]
      stack.append(node)
      onStack.insert(node)
      return Frame(node: node, children: edges(node))
    }

    private mutating func closeGroup(_ root: String, hasLoop: Bool) {
      var members: [String] = []
      while let member = stack.popLast() {
        onStack.remove(member)
        members.append(member)
        if member == root { break }
      }
      order += members
      guard members.count > 1 || hasLoop else { return }
      for member in members { memberships[member] = groupCount }
      groupCount += 1
    }
  }
}
