internal import Diagnostics

extension FindingNote {
  /// How the body of an answer starts, secrets masked; none for an empty one.
  static func start(of body: [UInt8]) -> [FindingNote] {
    let text = String(decoding: body.prefix(1 << 16), as: UTF8.self)
    let start = SecretRegistry.shared.excerpt(text, characters: 300).withoutControls
    return start.isEmpty ? [] : [FindingNote("the answer starts: \(start)")]
  }
}
