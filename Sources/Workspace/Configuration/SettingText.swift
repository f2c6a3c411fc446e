public import Diagnostics

/// A setting that may name an environment variable (`"$NAME"`), which is looked up only when the value is needed.
public struct SettingText: Hashable, Sendable {
  /// The text as the file has it.
  public let text: String
  /// Where it stands; nil for one that no file holds.
  public let span: SourceSpan?

  /// Creates a setting.
  public init(_ text: String, span: SourceSpan? = nil) {
    self.text = text
    self.span = span
  }

  /// The variable that the setting names; nil for a plain text.
  public var variable: String? {
    let name = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "$"), let first = name.first, !(0x30...0x39).contains(first) else {
      return nil
    }
    let isName = name.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
      default: false
      }
    }
    return isName ? String(text.dropFirst()) : nil
  }

  /// The value, the names of ports that are given replaced.
  ///
  /// - Throws: `configuration` that names the variable, never its value, when it is not set or empty.
  public func value(
    environment: [String: String] = EnvironmentVariables.current, ports: PortNumbers = PortNumbers()
  ) throws(WorkspaceError) -> String {
    var value = text
    if let variable {
      guard let found = environment[variable], !found.isEmpty else {
        throw .configuration(
          Finding(
            WorkspaceRules.missingVariable, .error, "the environment variable \(variable) is not set",
            help: "set it: export \(variable)=…", at: Place(span: span)))
      }
      value = found
    }
    return ports.filling(value)
  }

  /// The value as a secret: it is entered in the registry, so that nothing prints it, before anybody has it.
  ///
  /// - Parameter name: What it is, such as `leader's password`.
  /// - Throws: As ``value(environment:ports:)``.
  public func secret(
    named name: String, environment: [String: String] = EnvironmentVariables.current
  ) throws(WorkspaceError) -> String {
    let value = try value(environment: environment)
    SecretRegistry.shared.register(value, name: name)
    return value
  }

  /// Equal texts are equal settings, wherever they stand.
  public static func == (a: Self, b: Self) -> Bool { a.text == b.text }
  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
