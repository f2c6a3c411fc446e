/// The environment that recorded answers are compared with.
public struct DriftTarget: Hashable, Sendable {
  /// Name, as `--env` has it.
  public var name: String
  /// Absolute URL that path templates are appended to; a slash at its end does not matter.
  public var baseURL: String
  /// Values of path parameters that no read shows, by `route.parameter` or by parameter name.
  public var values: [String: String]
  /// Today as `YYYY-MM-DD`, for routes that are unreleased until a day; nil treats none as unreleased.
  public var today: String?
  /// Whether unreleased routes must be there all the same.
  public var requiresLive: Bool
  /// Seconds that each request may take.
  public var timeout: Double

  /// Creates a target.
  public init(
    name: String, baseURL: String, values: [String: String] = [:], today: String? = nil, requiresLive: Bool = false,
    timeout: Double = 30
  ) {
    self.name = name
    self.baseURL = baseURL
    self.values = values
    self.today = today
    self.requiresLive = requiresLive
    self.timeout = timeout
  }

  /// The base URL without a slash at its end.
  var base: String {
    var base = baseURL[...]
    while base.utf8.last == UInt8(ascii: "/") { base = base.dropLast() }
    return String(base)
  }
}

/// Percent-encoding of URL parts (RFC 3986).
enum PercentEncoding {
  /// Encodes everything but unreserved characters.
  static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
