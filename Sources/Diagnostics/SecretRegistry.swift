import Synchronization

/// Every secret that a run has seen: one list that masks what is printed and scans what is written.
///
/// A text is searched as it is and with its percent-encoding, JSON escapes, JSON Pointer escapes and HTML character
/// references taken out, up to three layers deep; in each form a secret is looked for as it is, in hexadecimal, and in
/// base64 and base64url at each of the three alignments that it can have inside a longer encoded text (`user:password` of
/// basic authentication, a token within a token).
public final class SecretRegistry: Sendable {
  /// The registry of this process: everything printed passes through it.
  public static let shared = SecretRegistry()

  /// Values shorter than this many bytes are not secrets: masking them would hide half of every text.
  public static let minimumLength = 6

  /// Where a secret was found.
  public struct Hit: Hashable, Sendable {
    /// What the secret is, such as `leader's access token`; never any part of it.
    public let name: String
    /// The form it was found in: `raw`, `percent-encoded`, `JSON-escaped`, `base64`, `hexadecimal`.
    public let form: String
    /// 0-based offset of its first byte.
    public let offset: Int
  }

  private let index = Mutex(SecretIndex())

  /// Creates an empty registry; tests use their own.
  public init() {}

  /// Remembers a secret under a name that says what it is; of two names for one secret the first stays, but one that
  /// was guessed gives way.
  ///
  /// White space at its ends is not part of it. A value shorter than ``minimumLength`` is not remembered.
  /// - Parameter isGuess: Whether the name tells where the secret was seen, and not what it is for.
  public func register(_ secret: String, name: String, isGuess: Bool = false) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let bytes = Array(secret.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    guard bytes.count >= Self.minimumLength else { return }
    index.withLock { $0.insert(bytes, name: name, isGuess: isGuess) }
  }

  /// Whether no secret is known.
  public var isEmpty: Bool { index.withLock { $0.isEmpty } }

  /// The text with each known secret, in any form, replaced by `‹name›`.
  ///
  /// Base64 that holds a secret is replaced up to the ends of the encoded text: its neighbours share characters with it.
  /// Secrets that overlap are replaced together.
  public func mask(_ text: String) -> String {
    let known = index.withLock { $0 }
    guard !known.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let hits = known.hits(in: bytes, coversNeighbours: true)
    guard !hits.isEmpty else { return text }
    var masked: [UInt8] = []
    masked.reserveCapacity(bytes.count)
    var end = 0
    for hit in hits {
      if hit.range.lowerBound >= end {
        masked.append(contentsOf: bytes[end..<hit.range.lowerBound])
        masked.append(contentsOf: "‹\(hit.name)›".utf8)
      }
      end = max(end, hit.range.upperBound)
    }
    masked.append(contentsOf: bytes[end...])
    return String(decoding: masked, as: UTF8.self)
  }

  /// A text with an asterisk in place of each byte of its secrets, known ones and those that show by name and look: what
  /// is cut out of it, or marked in it, holds no part of one.
  func blanked(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = Array(text)
    let known = index.withLock { $0 }
    let hits = known.isEmpty ? [] : known.hits(in: bytes, coversNeighbours: true).map(\.range)
    for range in hits + SecretText.ranges(in: bytes) {
      for offset in range { bytes[offset] = UInt8(ascii: "*") }
    }
    return bytes
  }

  /// The start of a text for a message: masked before it is cut, since no mask knows half a secret.
  public func excerpt(_ text: String, characters: Int) -> String { String(mask(text).prefix(characters)) }

  /// Each known secret that the bytes hold, in order of offset.
  public func scan(_ bytes: [UInt8]) -> [Hit] {
    let known = index.withLock { $0 }
    guard !known.isEmpty else { return [] }
    return known.hits(in: bytes, coversNeighbours: false).map {
      Hit(name: $0.name, form: $0.form, offset: $0.range.lowerBound)
    }
  }
}
