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

  /// Folder that the paths of sources are shown relative to, so that headers say the same wherever the run starts;
  /// empty to show them as they are.
  public var sourceRoot: String

  /// Creates options.
  public init(access: Access = .public, hashable: Bool = false, sourceRoot: String = "") {
    self.access = access
    self.hashable = hashable
    self.sourceRoot = sourceRoot
  }

  /// The path of a source as headers show it.
  func shown(_ path: String) -> String {
    let root = sourceRoot.split(separator: "/").filter { $0 != "." }
    let parts = path.split(separator: "/")
    if path.hasPrefix("/"), !sourceRoot.hasPrefix("/") { return parts.last.map(String.init) ?? path }
    guard !root.isEmpty, sourceRoot.hasPrefix("/") == path.hasPrefix("/") else { return path }
    let shared = zip(root, parts).prefix { $0 == $1 }.count
    return ([Substring](repeating: "..", count: root.count - shared) + parts[shared...]).joined(separator: "/")
  }
}
