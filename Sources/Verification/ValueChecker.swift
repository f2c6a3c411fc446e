public import ContractModel
internal import Diagnostics
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
    return shown(walk.mismatches, of: node)
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
    return shown(walk.mismatches, of: node)
  }

  /// Mismatches with their values as messages show them: cut, once what stands elsewhere as a secret is known to be one.
  private func shown(_ mismatches: [Mismatch], of node: JSONNode) -> [Mismatch] {
    guard mismatches.contains(where: { $0.value != nil }) else { return mismatches }
    SecretRegistry.shared.register(secretsIn: node, of: "a document") { SecretLook.isOpaque(Array($0.utf8)) }
    return mismatches.map { mismatch in
      var mismatch = mismatch
      mismatch.value = mismatch.value.map { text in
        text.count <= 48 ? text : SecretRegistry.shared.excerpt(text, characters: 45) + "..."
      }
      return mismatch
    }
  }
}
