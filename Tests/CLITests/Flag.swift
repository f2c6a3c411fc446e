import Synchronization

/// Something that happens once while a test runs.
final class Flag: Sendable {
  private let value = Atomic(false)

  /// Whether it has happened.
  var isSet: Bool { value.load(ordering: .relaxed) }

  /// Says that it happens.
  ///
  /// - Returns: Whether it had happened before.
  func set() -> Bool { value.exchange(true, ordering: .relaxed) }
}
