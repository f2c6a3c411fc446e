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
  /// What an instant is in Swift.
  public enum Dates: String, Hashable, Sendable, CaseIterable {
    /// `Timestamp`, which keeps the text that came and offers a `Date`.
    case timestamp
    /// `Date`: what the text says beyond the instant is lost, and decoders need the strategy of the generated
    /// `JSONDecoder.contract`, which endpoints use.
    case date
  }
  /// How properties, cases and parameters are named.
  public enum Naming: String, Hashable, Sendable, CaseIterable {
    /// `guild_role` becomes `guildRole`.
    case camelCase
    /// As on the wire where Swift allows it.
    case asWritten
  }
  /// Access level of the emitted declarations.
  public var access: Access
  /// Whether structs and unions are `Hashable`; it adds about a third to their compile time.
  public var hashable: Bool

  /// Folder that the paths of sources are shown relative to, so that headers say the same wherever the run starts;
  /// empty to show them as they are.
  public var sourceRoot: String

  /// What an instant is.
  public var dates: Dates
  /// How members are named.
  public var naming: Naming
  /// Swift types that stand for types of the contract, by the contract's names; they are declared elsewhere and are
  /// `Codable` and `Sendable`, and `Hashable` where `hashable` is set.
  public var typeMap: [String: String]

  /// Creates options.
  public init(
    access: Access = .public, hashable: Bool = false, sourceRoot: String = "", dates: Dates = .timestamp,
    naming: Naming = .camelCase, typeMap: [String: String] = [:]
  ) {
    self.access = access
    self.hashable = hashable
    self.sourceRoot = sourceRoot
    self.dates = dates
    self.naming = naming
    self.typeMap = typeMap
  }

  /// The Swift type that stands for a type of the contract; forms on the wire, which start with a small letter, are for
  /// whoever reads the source.
  func swiftType(for name: String) -> String? {
    guard let text = typeMap[name], let first = text.unicodeScalars.first, first.properties.isUppercase else {
      return nil
    }
    return text
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
