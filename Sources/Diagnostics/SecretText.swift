/// Finds secrets in text that is no document, or is broken: a log, a page, a sentence, the start of an answer.
///
/// Found are values under names that say so (`token=…`, `"password": "…"`, `<token>…</token>`, `<input name="csrf"
/// value="…">`, `password is …`), credentials after the name of their scheme, passwords in URLs, private keys, and what
/// looks like the token of a well-known service.
public struct SecretText {
  /// A secret, and what it is.
  public struct Found: Hashable, Sendable {
    /// What it is: the name that it stands under, or what it looks like.
    public let name: String
    /// The secret as it is written.
    public let value: String
    /// Whether it is one whatever it is called: a private key, or the token of a service.
    public let isLook: Bool
    /// Where it stands, in bytes; nil where it is part of what stands there.
    fileprivate let range: Range<Int>?
  }

  private let bytes: [UInt8]
  private var found: [Found] = []
  /// Where values stand whose name says that they are secrets, whatever they look like.
  private var named: [Range<Int>] = []
  /// Where the last long value ends: what stands in it is not looked at again, or each `=` of it would be looked at as
  /// often as there are others.
  private var longValueEnd = 0

  /// A text with other text in place of its secrets, so that the rest still says what it is.
  public static func replacingSecrets(of text: String, with replacement: String) -> String {
    let bytes = Array(text.utf8)
    let ranges = ranges(in: bytes)
    guard !ranges.isEmpty else { return text }
    var result: [UInt8] = []
    var end = 0
    for range in ranges where range.lowerBound >= end {
      result += bytes[end..<range.lowerBound] + Array(replacement.utf8)
      end = range.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Texts that runs answered in one place, with other text in place of what differs behind names that say that it is a
  /// secret, and those secrets: whether a code has a digit, by which it looks like one, is chance. Nil where nothing
  /// behind such names differs.
  public static func replacingDifferences(
    of texts: [String], with replacement: String
  ) -> (texts: [String], secrets: [String])? {
    let runs = texts.map { Array($0.utf8) }
    let named = runs.map { bytes in
      var search = SecretText(bytes: bytes)
      search.run()
      return search.named.sorted { $0.lowerBound < $1.lowerBound }
    }
    guard let first = named.first, !first.isEmpty, named.allSatisfy({ $0.count == first.count }) else { return nil }
    let differing = first.indices.filter { index in
      zip(runs, named).contains { run, ranges in !run[ranges[index]].elementsEqual(runs[0][first[index]]) }
    }
    guard !differing.isEmpty else { return nil }
    var secrets: [String] = []
    let replaced = zip(runs, named).map { run, ranges in
      var result: [UInt8] = []
      var end = 0
      for range in differing.map({ ranges[$0] }) where range.lowerBound >= end {
        result += run[end..<range.lowerBound] + Array(replacement.utf8)
        if range.count >= SecretRegistry.minimumLength, !run[range].elementsEqual(replacement.utf8) {
          secrets.append(String(decoding: run[range], as: UTF8.self))
        }
        end = range.upperBound
      }
      return String(decoding: result + run[end...], as: UTF8.self)
    }
    return (replaced, secrets)
  }

  /// The secrets of a text, in order.
  public static func secrets(in text: String) -> [Found] { secrets(in: Array(text.utf8)) }

  /// Where secrets stand, by their starts.
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    secrets(in: bytes).compactMap(\.range).sorted { $0.lowerBound < $1.lowerBound }
  }

  private static func secrets(in bytes: [UInt8]) -> [Found] {
    guard bytes.count >= SecretRegistry.minimumLength else { return [] }
    var search = SecretText(bytes: bytes)
    search.run()
    return search.found
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func run() {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if SecretLook.isTokenByte(byte) {
        let end = end(of: index, while: SecretLook.isTokenByte)
        if bytes[index..<end].suffix(10).elementsEqual("-----BEGIN".utf8), let keyEnd = findKey(at: end - 10) {
          index = keyEnd
        } else {
          findToken(index..<end)
          index = end
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "="), UInt8(ascii: ":"):
        findPassword(ofURLAt: index)
        findValue(after: index)
      case UInt8(ascii: ">"): findElement(endingAt: index)
      case UInt8(ascii: "<"): findAttributes(ofTagAt: index)
      default: break
      }
      index += 1
    }
  }

  private mutating func add(_ name: String, _ value: Range<Int>, isLook: Bool = false) {
    guard value.count >= SecretRegistry.minimumLength else { return }
    let text = String(decoding: bytes[value], as: UTF8.self)
    found.append(Found(name: name, value: text, isLook: isLook, range: value))
  }

  private mutating func add(_ name: String, _ part: some StringProtocol) {
    found.append(Found(name: name, value: String(part), isLook: true, range: nil))
  }

  private func end(of start: Int, while isPart: (UInt8) -> Bool) -> Int {
    bytes[start...].firstIndex { !isPart($0) } ?? bytes.endIndex
  }

  private func isOpaque(_ range: Range<Int>) -> Bool { SecretLook.isOpaque(Array(bytes[range])) }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// What ends a value that stands in no quotes.
  private static func endsValue(_ byte: UInt8) -> Bool {
    byte <= 0x20 || isQuote(byte) || ",;&<>()[]{}|#\\".utf8.contains(byte)
  }

  // MARK: Looks

  /// A private key (RFC 7468), its lines too; its end, or nil where none starts.
  private mutating func findKey(at start: Int) -> Int? {
    let label = start + 11
    guard bytes[start...].starts(with: "-----BEGIN ".utf8),
      let labelEnd = bytes[label...].prefix(40).firstIndex(of: UInt8(ascii: "-")),
      bytes[label..<labelEnd].suffix(11).elementsEqual("PRIVATE KEY".utf8)
    else { return nil }
    let rest = bytes[min(labelEnd + 5, bytes.count)...].prefix { $0 != UInt8(ascii: "-") }
    add("a private key", start..<rest.endIndex, isLook: true)
    let lines = String(decoding: rest, as: UTF8.self).split { $0.isWhitespace || $0 == "\\" }
    for line in lines where line.utf8.count >= 16 { add("a private key", line) }
    return rest.endIndex
  }

  private mutating func findToken(_ token: Range<Int>) {
    // Dots and dashes end sentences too.
    let end = bytes[token].lastIndex { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") } ?? token.lowerBound
    if let kind = SecretLook.kind(ofToken: bytes[token.lowerBound...end]) {
      add(kind, token.lowerBound..<(end + 1), isLook: true)
    }
    guard token.count <= 6 else { return }
    switch String(decoding: bytes[token], as: UTF8.self).lowercased() {
    case "bearer", "basic", "token", "digest", "apikey": findCredentials(after: token.upperBound)
    case "is": findValue(after: token.upperBound - 1, nameEnd: token.lowerBound)
    default: break
    }
  }

  /// What follows the name of a scheme (RFC 9110 section 11.4).
  private mutating func findCredentials(after index: Int) {
    guard index + 1 < bytes.count, bytes[index] == 0x20 else { return }
    let value = (index + 1)..<end(of: index + 1) { !Self.endsValue($0) }
    guard isOpaque(value), value.count >= 8 else { return }
    add("credentials", value)
    let text = String(decoding: bytes[value], as: UTF8.self)
    if let pair = Base64.decode(text).flatMap({ String(validating: $0, as: UTF8.self) }),
      let colon = pair.firstIndex(of: ":"), pair.utf8.allSatisfy({ $0 >= 0x20 })
    {
      add("a password", pair[pair.index(after: colon)...])
    }
  }

  /// `scheme://user:password@host`, from the first colon.
  private mutating func findPassword(ofURLAt index: Int) {
    guard bytes[index...].starts(with: "://".utf8) else { return }
    let start = index + 3
    let end = end(of: start) { !Self.endsValue($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard let at = bytes[start..<end].lastIndex(of: 0x40),
      let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return }
    add("the password of a URL", (colon + 1)..<at)
  }

  // MARK: Names

  /// A value behind `=` or `:` whose name before it says that it is a secret.
  private mutating func findValue(after separator: Int, nameEnd: Int? = nil) {
    guard separator >= longValueEnd, let words = name(endingAt: nameEnd ?? separator) else { return }
    // What stands before the last word may be anything.
    let name = words.split(separator: " ").last.map(String.init) ?? words
    guard SecretNames.isSecret(words) || isCode(name, before: separator) else { return }
    var start = end(of: separator + 1) { Self.isSpace($0) || $0 == UInt8(ascii: ">") }
    if start < bytes.count, "{[".utf8.contains(bytes[start]) { return findMembers(at: start, of: name) }
    let unescaped = end(of: start) { $0 == UInt8(ascii: "\\") }
    guard unescaped < bytes.count, Self.isQuote(bytes[unescaped]) else {
      let value = start..<end(of: start) { !Self.endsValue($0) }
      if value.count > 4096 { longValueEnd = value.upperBound }
      let isFolder = name.lowercased().hasSuffix("pwd") && bytes[value].first == UInt8(ascii: "/")
      if !value.isEmpty, !isFolder { named.append(value) }
      if isOpaque(value), !isFolder { add(name, value) }
      return
    }
    let quote = bytes[unescaped]
    let isEscaped = unescaped > start
    start = unescaped + 1
    var end = start
    while end < bytes.count, bytes[end] != quote, bytes[end] != 0x0A {
      if bytes[end] == UInt8(ascii: "\\") {
        if isEscaped { break }
        end += 1
      }
      end += 1
    }
    named.append(start..<min(end, bytes.count))
    add(name, start..<min(end, bytes.count))
  }

  /// The texts of an object or list that a secret's name stands before: `"tokens":{"primary":"…"`, in JSON that is broken.
  private mutating func findMembers(at start: Int, of name: String) {
    var depth = 0
    var index = start
    while index < min(bytes.count, start + 4096) {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case let quote where Self.isQuote(quote):
        let text = (index + 1)..<end(of: index + 1) { $0 != quote && $0 != UInt8(ascii: "\\") }
        let next = end(of: text.upperBound) { $0 == quote || $0 == UInt8(ascii: "\\") || Self.isSpace($0) }
        if isOpaque(text), next == bytes.count || bytes[next] != UInt8(ascii: ":") { add(name, text) }
        index = text.upperBound
      default: break
      }
      if depth == 0 { return }
      index += 1
    }
  }

  /// Whether a parameter of a URL is a code (RFC 6749 section 4.1.2) or a signature, by a value that is random.
  private func isCode(_ name: String, before separator: Int) -> Bool {
    let start = separator - name.utf8.count
    guard ["code", "sig"].contains(name.lowercased()), start == 0 || !SecretLook.isTokenByte(bytes[start - 1]) else {
      return false
    }
    let value = (separator + 1)..<end(of: separator + 1) { !Self.endsValue($0) }
    return SecretLook.isRandom(Array(bytes[value]))
  }

  /// Up to three words before an index, their quotes aside; nil when there are none.
  private func name(endingAt end: Int) -> String? {
    var end = end
    while end > 0, Self.isSpace(bytes[end - 1]) { end -= 1 }
    while end > 0, Self.isQuote(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    func isName(_ byte: UInt8) -> Bool { SecretLook.isTokenByte(byte) || byte == 0x5B || byte == 0x5D || byte == 0x25 }
    var start = end
    for word in 0..<3 {
      var next = start
      if word > 0, next > 0, bytes[next - 1] == 0x20 { next -= 1 }
      let before = next
      while next > 0, before - next < 64, isName(bytes[next - 1]) { next -= 1 }
      guard next < before else { break }
      start = next
      guard next > 0, bytes[next - 1] == 0x20 else { break }
    }
    return start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
  }

  /// `<token>…</token>`, from the end of its first tag.
  private mutating func findElement(endingAt index: Int) {
    guard let open = bytes[max(0, index - 64)..<index].lastIndex(of: UInt8(ascii: "<")),
      bytes[(open + 1)..<index].allSatisfy({ SecretLook.isTokenByte($0) || $0 == UInt8(ascii: ":") })
    else { return }
    let name = String(decoding: bytes[(open + 1)..<index], as: UTF8.self)
    guard SecretNames.isSecret(name) else { return }
    add(name, (index + 1)..<end(of: index + 1) { $0 != UInt8(ascii: "<") })
  }

  /// `<input name="csrf_token" value="…">`, `<meta name="csrf-token" content="…">`.
  private mutating func findAttributes(ofTagAt index: Int) {
    var cursor = index + 1
    var name: String?
    var value: Range<Int>?
    let tagEnd = end(of: cursor) { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
    while let equals = bytes[cursor..<tagEnd].firstIndex(of: UInt8(ascii: "=")), equals + 1 < tagEnd {
      var start = equals + 1
      if bytes[start] == UInt8(ascii: "\\") { start += 1 }
      var end = end(of: start) { !Self.endsValue($0) }
      if start < tagEnd, Self.isQuote(bytes[start]) {
        start += 1
        end = self.end(of: start) { $0 != bytes[start - 1] && $0 != UInt8(ascii: "\\") }
      }
      switch self.name(endingAt: equals)?.split(separator: " ").last?.lowercased() {
      case "name", "id", "property":
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        if SecretNames.isSecret(text) { name = text }
      case "value", "content": value = start..<end
      default: break
      }
      cursor = min(max(end, equals + 1), tagEnd)
    }
    if let name, let value { add(name, value) }
  }
}

extension SecretRegistry {
  /// Remembers the secrets that a text shows by their names and looks, also as they are without percent-encoding.
  ///
  /// - Parameter origin: Where the text comes from, such as `the server's output`.
  public func register(secretsIn text: String, of origin: String) {
    for secret in SecretText.secrets(in: text) {
      let name = "\(secret.name) of \(origin)"
      register(secret.value, name: name, isGuess: true)
      if let decoded = DecodedText.percentDecoded(secret.value) { register(decoded, name: name, isGuess: true) }
    }
  }
}
