internal import Diagnostics

extension FindingNote {
  /// How the body of an answer starts, secrets masked; none for an empty one.
  static func start(of body: [UInt8]) -> [FindingNote] {
    let text = String(decoding: body.prefix(1 << 16), as: UTF8.self)
    let start = SecretRegistry.shared.excerpt(text, characters: 300).withoutControls
    return start.isEmpty ? [] : [FindingNote("the answer starts: \(start)")]
  }
}

extension Finding {
  /// Adds how servers ended by themselves, which is then what is to be mended, and the last that they printed, masked.
  mutating func tell(ends: [String], output: String) {
    if !ends.isEmpty {
      message += ": " + ends.joined(separator: ", ")
      help = "mend what ended it" + (output.isEmpty ? "; it printed nothing" : "; its last output is below")
    }
    if !output.isEmpty { notes.append(FindingNote("the server's last output:\n\(output)")) }
  }
}
