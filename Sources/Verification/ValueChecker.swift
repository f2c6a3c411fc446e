public import ContractModel
public import JSONText

/// Holds JSON values against the types of a contract and tells every mismatch.
public struct ValueChecker: Sendable {
  /// Which way a value travels.
  public enum Direction: Sendable {
    /// From the server: what a tolerant decoder survives is a warning.
    case answer
    /// To the server: what its schema refuses is an error.
    case request
  }

  /// The contract.
  public let contract: Contract

  /// Creates a checker.
  public init(contract: Contract) { self.contract = contract }

  /// Every mismatch between a value and a type, in document order.
  ///
  /// - Complexity: Linear in the value, but for unions without a tag of which several variants fit a value's kind.
  public func check(_ node: JSONNode, against type: TypeExpression, direction: Direction = .answer) -> [Mismatch] {
    var walk = ValueWalk(contract: contract, direction: direction)
    walk.check(node, type, Scope(name: nil, depth: 0))
    return walk.mismatches
  }

  /// As ``check(_:against:direction:)``, and remembers which parts of the contract the value shows.
  ///
  /// - Parameter label: What coverage calls an unnamed type: the route and what it is to the route.
  public func check(
    _ node: JSONNode, against type: TypeExpression, coverage: inout Coverage, label: String
  ) -> [Mismatch] {
    var walk = ValueWalk(contract: contract, direction: .answer)
    walk.coverage = coverage
    coverage = Coverage()
    walk.label = label
    walk.check(node, type, Scope(name: nil, depth: 0))
    if let seen = walk.coverage { coverage = seen }
    return walk.mismatches
  }
}
