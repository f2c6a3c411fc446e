import Synchronization

/// Every secret that a run has seen: one list that masks what is printed and scans what is written.
///
/// A secret is looked for as it is, percent-encoded, JSON-escaped, and in base64 and base64url at each of the three
/// alignments that it can have inside a longer encoded text (`user:password` of basic authentication, a token in a JWT).
public final class SecretRegistry: Sendable {
  /// The registry of this process: everything printed passes through it.
  public static let shared = SecretRegistry()

  /// Values shorter than this many bytes are not secrets: masking them would hide half of every text.
  public static let minimumLength = 6

  /// Where a secret was found.
  public struct Hit: Hashable, Sendable {
    /// What the secret is, such as `leader's access token`; never any part of it.
    public let name: String
    /// The form it was found in: `raw`, `percent-encoded`, `JSON-escaped`, `base64`.
    public let form: String
    /// 0-based offset of its first byte.
    public let offset: Int
  }

  private struct Needle: Hashable {
    let bytes: [UInt8]
    let name: String
    let form: String
  }

  private let needles = Mutex<[Needle]>([])

  /// Creates an empty registry; tests use their own.
  public init() {}

  /// Remembers a secret under a name that says what it is.
  public func register(_ secret: String, name: String) {
    let raw = Array(secret.utf8)
    guard raw.count >= Self.minimumLength else { return }
    var forms: [Needle] = [Needle(bytes: raw, name: name, form: "raw")]
    func add(_ bytes: [UInt8], _ form: String) {
      guard bytes.count >= Self.minimumLength, !forms.contains(where: { $0.bytes == bytes }) else { return }
      forms.append(Needle(bytes: bytes, name: name, form: form))
    }
    add(Self.percentEncoded(raw, uppercase: true), "percent-encoded")
    add(Self.percentEncoded(raw, uppercase: false), "percent-encoded")
    add(Self.jsonEscaped(raw, escapesSlash: false), "JSON-escaped")
    add(Self.jsonEscaped(raw, escapesSlash: true), "JSON-escaped")
    for alignment in 0..<3 {
      for urlSafe in [false, true] {
        add(Self.base64Core(raw, alignment: alignment, urlSafe: urlSafe), "base64")
      }
    }
    needles.withLock { known in
      for form in forms where !known.contains(where: { $0.bytes == form.bytes }) { known.append(form) }
      // Longest first, so that a secret that holds another is masked whole.
      known.sort { ($1.bytes.count, $0.bytes) < ($0.bytes.count, $1.bytes) }
    }
  }

  /// Whether no secret is known.
  public var isEmpty: Bool { needles.withLock { $0.isEmpty } }

  /// The text with each known secret, in any form, replaced by `‹name›`.
  public func mask(_ text: String) -> String {
    let known = needles.withLock { $0 }
    guard !known.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var masked: [UInt8] = []
    masked.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let needle = known.first(where: { Self.matches($0.bytes, in: bytes, at: index) }) {
        masked.append(contentsOf: "‹\(needle.name)›".utf8)
        index += needle.bytes.count
      } else {
        masked.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: masked, as: UTF8.self)
  }

  /// Each known secret that the bytes hold, in order of offset.
  public func scan(_ bytes: [UInt8]) -> [Hit] {
    let known = needles.withLock { $0 }
    var hits: [Hit] = []
    guard !known.isEmpty else { return hits }
    for index in bytes.indices {
      for needle in known where Self.matches(needle.bytes, in: bytes, at: index) {
        hits.append(Hit(name: needle.name, form: needle.form, offset: index))
      }
    }
    return hits
  }

  private static func matches(_ needle: [UInt8], in bytes: [UInt8], at index: Int) -> Bool {
    guard bytes[index] == needle[0], bytes.count - index >= needle.count else { return false }
    for offset in 1..<needle.count where bytes[index + offset] != needle[offset] { return false }
    return true
  }

  private static func percentEncoded(_ raw: [UInt8], uppercase: Bool) -> [UInt8] {
    let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    return raw.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  private static func jsonEscaped(_ raw: [UInt8], escapesSlash: Bool) -> [UInt8] {
    raw.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "/") where escapesSlash: [UInt8(ascii: "\\"), byte]
      default: [byte]
      }
    }
  }

  /// The characters of the encoded text that depend on the secret alone when it starts at a byte offset of
  /// `alignment` modulo 3: those that mix with neighbouring bytes are cut off at both ends.
  private static func base64Core(_ raw: [UInt8], alignment: Int, urlSafe: Bool) -> [UInt8] {
    let text = Array(
      Base64.encode([UInt8](repeating: 0, count: alignment) + raw, urlSafe: urlSafe, padding: false).utf8)
    let first = (alignment * 8 + 5) / 6
    let last = (alignment + raw.count) * 8 / 6
    return first < last ? Array(text[first..<min(last, text.count)]) : []
  }
}

private func < (a: (Int, [UInt8]), b: (Int, [UInt8])) -> Bool {
  a.0 != b.0 ? a.0 < b.0 : a.1.lexicographicallyPrecedes(b.1)
}
