/// The parts of a body in `multipart/form-data` (RFC 7578).
public struct MultipartBody: Sendable {
  /// One of them.
  public struct Part: Sendable {
    /// Name of the field.
    public let name: String
    /// Name of the file; nil where the part is none.
    public let fileName: String?
    /// Media type as it is written.
    public let contentType: String?
    /// What it holds.
    public let content: [UInt8]

    /// The text of a field; nil for a file, and for bytes.
    public var text: String? { fileName == nil ? String(validating: content, as: UTF8.self) : nil }
  }

  /// The media type.
  public static let mediaType = "multipart/form-data"

  /// The parts in order.
  public let parts: [Part]

  /// Reads a body; nil for one that its boundary does not divide.
  ///
  /// Lines end with CRLF (RFC 2046 section 5.1.1); LF alone is read too.
  /// - Parameter contentType: Value of the header field Content-Type, which tells the boundary.
  public init?(_ body: [UInt8], contentType: String) {
    guard let boundary = Self.parameter("boundary", of: contentType) else { return nil }
    let delimiter = Array("--\(boundary)".utf8)
    var pieces = body.split(separator: delimiter, omittingEmptySubsequences: false)
    guard pieces.count > 2, pieces.removeLast().starts(with: "--".utf8) else { return nil }
    var parts: [Part] = []
    for piece in pieces.dropFirst() {
      guard let part = Self.part(Array(piece)) else { return nil }
      parts.append(part)
    }
    self.parts = parts
  }

  private static func part(_ piece: [UInt8]) -> Part? {
    for end in ["\r\n", "\n"].map({ Array($0.utf8) }) {
      guard let gap = piece.firstRange(of: end + end) else { continue }
      var content = Array(piece[gap.upperBound...])
      if content.reversed().starts(with: end.reversed()) { content.removeLast(end.count) }
      let lines = String(decoding: piece[..<gap.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
      let headers = lines.map { line in
        let pair = line.split(separator: ":", maxSplits: 1)
        return (name: pair[0].lowercased(), value: pair.count > 1 ? String(pair[1].drop { $0 == " " }) : "")
      }
      let disposition = headers.first { $0.name == "content-disposition" }?.value ?? ""
      guard let name = parameter("name", of: disposition) else { return nil }
      return Part(
        name: name, fileName: parameter("filename", of: disposition),
        contentType: headers.first { $0.name == "content-type" }?.value, content: content)
    }
    return nil
  }

  /// A parameter of a header field, quotes taken off.
  private static func parameter(_ name: String, of field: String) -> String? {
    for piece in field.split(separator: ";").dropFirst() {
      let pair = piece.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard pair.count == 2, pair[0].lowercased() == name else { continue }
      return String(pair[1].drop { $0 == "\"" }.prefix { $0 != "\"" })
    }
    return nil
  }
}
