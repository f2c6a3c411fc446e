/// Reads the header lines of an answer as libcurl delivers them, one call a line.
struct HeadReader {
  /// Fields of the final answer so far.
  private(set) var headers: [HTTPHeader] = []
  /// Fields after the body.
  private(set) var trailers: [HTTPHeader] = []
  /// Whether the blank line after a final (not 1xx) head has come.
  private(set) var isComplete = false
  /// Bytes of all lines so far, interim answers and trailers included.
  private(set) var byteCount = 0
  /// Why a line is not HTTP; nil when all were.
  private(set) var malformation: String?
  private var isInterim = false

  /// Whether any line has come.
  var hasBytes: Bool { byteCount > 0 }

  /// Reads one line, its line end included.
  mutating func read(line: UnsafeRawBufferPointer) {
    byteCount += line.count
    var bytes = line[...]
    if bytes.last == 0x0A { bytes = bytes.dropLast() }
    if bytes.last == 0x0D { bytes = bytes.dropLast() }
    // What some readers take for another line, and others not, is how answers are smuggled (RFC 9112 section 2.2).
    if bytes.contains(where: { $0 == 0x0D || $0 == 0 }) { malformation = "a header line holds a bare CR or a NUL" }
    if !isComplete, bytes.starts(with: "HTTP/".utf8) {
      startHead(statusLine: bytes)
    } else if bytes.isEmpty {
      isComplete = isComplete || !isInterim
    } else {
      readField(bytes)
    }
  }

  private mutating func startHead(statusLine: Slice<UnsafeRawBufferPointer>) {
    headers = []
    let words = statusLine.split(separator: 0x20, maxSplits: 2)
    let status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
    isInterim = status.map { (100..<200).contains($0) && $0 != 101 } ?? false
    if status == nil { malformation = "its first line has no status" }
  }

  private mutating func readField(_ bytes: Slice<UnsafeRawBufferPointer>) {
    if let first = bytes.first, first == 0x20 || first == 0x09 {
      // A folded line continues the value before it (RFC 9112 section 5.2).
      fold(Self.text(Self.trimmed(bytes)))
      return
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex else {
      malformation = "a header line has no name"
      return
    }
    let header = HTTPHeader(
      Self.text(Self.trimmed(bytes[..<colon])), Self.text(Self.trimmed(bytes[bytes.index(after: colon)...])))
    // Which of two lengths holds is anybody's guess (RFC 9112 section 6.3).
    if header.isNamed("Content-Length"), let other = headers.first(named: header.name), other != header.value {
      malformation = "it states two lengths"
    }
    if isComplete { trailers.append(header) } else { headers.append(header) }
  }

  private mutating func fold(_ text: String) {
    if isComplete, let last = trailers.indices.last {
      trailers[last].value += " " + text
    } else if let last = headers.indices.last {
      headers[last].value += " " + text
    } else {
      malformation = "its first header line is a continuation"
    }
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
    return bytes
  }

  /// UTF-8 where it is, else Latin-1, in which every byte is a character.
  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
