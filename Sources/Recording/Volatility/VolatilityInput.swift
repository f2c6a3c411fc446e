internal import ContractModel
internal import Diagnostics

/// What the runs of a recording answered, laid side by side, with what is known besides.
struct VolatilityInput: Sendable {
  /// Every document that reaches the fixture set or names an identity, in the order of the steps.
  var documents: [(id: DocumentID, value: AlignedValue)]
  /// Label of each step.
  var labels: [StepLabel]
  /// Path of each step's request in the first run.
  var paths: [String] = []
  /// Names of each step's query items.
  var queryNames: [[String]] = []
  /// Places whose values later requests used: ids by data flow.
  var flows: Set<SlotPlace>
  /// First and last millisecond since 1970 of each run, as this machine's clock had it.
  var windows: [ClosedRange<Int>]
  /// What former recordings found.
  var record: VolatilityRecord
  /// Whether a text holds a known secret.
  var isSecret: @Sendable (String) -> Bool
  /// The type that the contract declares at a place, references followed and null taken off; nil where it declares none.
  var declaredType: @Sendable (SlotPlace) -> TypeExpression?
  /// What stands in the set that a part is recorded into, where a place was known to be volatile.
  var formerText: @Sendable (SlotPlace) -> FormerText? = { _ in nil }
}

/// A thing that values name: the tuple of its texts over the runs, and for serial numbers its kind.
struct Identity: Hashable, Sendable {
  /// The texts, one for each run.
  let texts: [String]
  /// The kind, such as `guild`; empty where the texts tell the thing from all others.
  var entity = ""

  /// Orders by texts, then by kind.
  static func precedes(_ a: Identity, _ b: Identity) -> Bool {
    a.texts == b.texts ? a.entity.precedesByBytes(b.entity) : a.texts.lexicographicallyPrecedes(b.texts)
  }
}
