/// What a team may choose about the Swift that it gets.
public struct EmissionOptions: Hashable, Sendable {
  /// The access level of everything that is emitted for use.
  public enum Access: String, Hashable, Sendable, CaseIterable {
    /// Visible to every module that imports the generated one.
    case `public`
    /// Visible within the package.
    case package
    /// Visible within the module.
    case `internal`
  }
  /// Access level of the emitted declarations.
  public var access: Access
  /// Whether structs and unions are `Hashable`; it adds about a third to their compile time.
  public var hashable: Bool

  /// Creates options.
  public init(access: Access = .public, hashable: Bool = false) {
    self.access = access
    self.hashable = hashable
  }
}
