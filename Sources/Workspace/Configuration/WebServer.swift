internal import Diagnostics

extension Configuration {
  /// A dev server that Assay starts and stops.
  public struct WebServer: Hashable, Sendable {
    /// Its name where there are several: `{port:NAME}` is its port, and scenarios reach it as `{{NAMEURL}}`; nil for the
    /// one that is recorded, whose port is `{port}`.
    public var name: String?
    /// Shell command, run in the repository's folder; `{port}`, `{port:NAME}` and `{dataFolder}` are replaced.
    public var command: String
    /// What is appended to the command for the second run, so that it differs in time and sequences.
    public var perturb: String
    /// URL that answers 200 once the server is ready; ports are replaced.
    public var url: String
    /// Whether a server that answers already is used as it is.
    public var reuse: Bool
    /// What brings the server to a clean state before each run; nil for one that starts from it.
    public var reset: Reset?
    /// Seconds until it must be ready.
    public var timeout: Double
    /// Environment variables that are set for it.
    public var environment: [String: SettingText]

    /// How it is called in messages.
    public var title: String { name.map { "the server '\($0)'" } ?? "the dev server" }
  }

  /// What brings a server to a clean state.
  public enum Reset: Hashable, Sendable {
    /// A request to the server, such as `POST /api/dev/reset`; 2xx says that it is done.
    case request(method: String, path: String)
    /// A shell command, run in the repository's folder, ports replaced; exit status 0 says that it is done.
    case command(String)

    /// Reads a setting: what starts with a method and a path is a request.
    public init(_ text: String) {
      let words = text.split(separator: " ", omittingEmptySubsequences: true)
      if words.count == 2, words[1].utf8.first == UInt8(ascii: "/"),
        ["POST", "PUT", "DELETE", "PATCH", "GET"].contains(words[0])
      {
        self = .request(method: String(words[0]), path: String(words[1]))
      } else {
        self = .command(text)
      }
    }
  }
}

/// The ports that stand for `{port}` and `{port:NAME}` in settings.
public struct PortNumbers: Hashable, Sendable {
  private var numbers: [String: UInt16] = [:]

  /// No port.
  public init() {}

  /// The port of a server; nil is the one without a name.
  public subscript(name: String?) -> UInt16? {
    get { numbers[name ?? ""] }
    set { numbers[name ?? ""] = newValue }
  }

  /// A text with the ports that are known in the place of their names.
  public func filling(_ text: String) -> String {
    guard text.contains("{port") else { return text }
    var text = text
    for (name, number) in numbers.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      text = text.replacing(name.isEmpty ? "{port}" : "{port:\(name)}", with: String(number))
    }
    return text
  }

  /// The names of ports in a text, in order; the empty one stands for `{port}`.
  public static func names(in text: String) -> [String] {
    text.split(separator: "{port", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
      guard let end = rest.firstIndex(of: "}") else { return nil }
      let name = rest[..<end]
      return name.isEmpty ? "" : name.first == ":" ? String(name.dropFirst()) : nil
    }
  }
}
