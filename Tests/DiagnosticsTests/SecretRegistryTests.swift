import Diagnostics
import Testing

@Suite struct SecretRegistryTests {
  /// Secrets with everything in them that an encoding changes.
  static let secrets = [
    "hunter2-hunter2", "pa ss&wörd/+=%\"\\é", "s3cr3t", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.Zm9vYmFyYmF6",
    "0123456789", "tab\there\nnewline", "??>>~~!!", "日本語のパスワード",
  ]

  private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  private static func percentEncoded(_ text: String, keeping kept: String = "", lowercase: Bool = false) -> String {
    text.utf8.map { byte in
      if unreserved.contains(byte) || kept.utf8.contains(byte) { return String(Character(Unicode.Scalar(byte))) }
      let digits = String(byte, radix: 16, uppercase: !lowercase)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }

  private static func jsonEscaped(_ text: String, slashes: Bool = false, ascii: Bool = false) -> String {
    var escaped = ""
    for unit in text.utf16 {
      switch unit {
      case 0x22: escaped += "\\\""
      case 0x5C: escaped += "\\\\"
      case 0x2F where slashes: escaped += "\\/"
      case 0x09: escaped += "\\t"
      case 0x0A: escaped += "\\n"
      case 0x80... where ascii:
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped += String(decoding: [unit], as: UTF16.self)
      }
    }
    guard !ascii else { return escaped }
    // Characters of two UTF-16 units stand in none of the secrets.
    return escaped
  }

  private static func pointer(_ text: String) -> String {
    text.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  private static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  private static func wrapped(_ text: String, every count: Int) -> String {
    var lines: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      lines.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return lines.joined(separator: "\r\n")
  }

  /// Everywhere a secret could be planted; `{}` of a text is where it stands.
  static func plantings(of secret: String) -> [(form: String, text: String)] {
    let base64 = { (text: String) in Base64.encode(Array(text.utf8)) }
    let base64URL = { (text: String) in Base64.encode(Array(text.utf8), urlSafe: true, padding: false) }
    var texts: [(String, String)] = [
      ("raw", "before \(secret) after"),
      ("raw", secret),
      ("percent-encoded", "https://host/?q=" + percentEncoded(secret) + "&r=1"),
      ("percent-encoded", "q=" + percentEncoded(secret, lowercase: true)),
      ("percent-encoded", "q=" + percentEncoded(secret, keeping: "!'()*")),
      ("percent-encoded", "q=" + percentEncoded(secret, keeping: "/?:@!$&'()*+,;=")),
      ("percent-encoded", "next=" + percentEncoded("/?q=" + percentEncoded(secret))),
      ("percent-encoded", "q=" + percentEncoded(secret, keeping: " ").replacing(" ", with: "+")),
      ("JSON-escaped", "{\"token\":\"" + jsonEscaped(secret) + "\"}"),
      ("JSON-escaped", "{\"token\":\"" + jsonEscaped(secret, slashes: true) + "\"}"),
      ("JSON-escaped", "{\"token\":\"" + jsonEscaped(secret, ascii: true) + "\"}"),
      ("JSON-escaped", "{\"log\":\"" + jsonEscaped("{\"token\":\"" + jsonEscaped(secret) + "\"}") + "\"}"),
      ("in a JSON Pointer", "at /list/" + pointer(secret) + "/0"),
      ("in a JSON Pointer", "{\"at\":\"/" + jsonEscaped(pointer(secret), slashes: true) + "\"}"),
      ("HTML-escaped", "<p title=\"" + markup(secret) + "\">"),
      ("HTML-escaped", secret.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()),
      ("HTML-escaped", secret.unicodeScalars.map { "&#\($0.value);" }.joined()),
      ("base64", "key: " + Base64.encode(Array(secret.utf8)) + "\n"),
      ("base64", "Authorization: Basic " + base64("ada@example.test:" + secret)),
      ("base64", "url=" + percentEncoded(base64("user:" + secret + "??>>"))),
      ("base64", "{\"h\":\"Basic " + jsonEscaped(base64("a:" + secret + "??>>"), slashes: true) + "\"}"),
      (
        "base64",
        wrapped(base64(String(repeating: "x", count: 70) + secret + String(repeating: "y", count: 70)), every: 76)
      ),
    ]
    let hexadecimal = secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    texts.append(("hexadecimal", "\\x: ab" + hexadecimal + "cd"))
    texts.append(("hexadecimal", hexadecimal.uppercased()))
    for alignment in 0..<3 {
      let text = String(repeating: "?", count: alignment) + secret + "~~ and more"
      texts.append(("base64", "a." + base64(text) + ".b"))
      texts.append(("base64", "a." + base64URL(text) + ".b"))
    }
    return texts.map { (form: $0.0, text: $0.1) }
  }

  /// Any part that is long enough to help a guess.
  private static func parts(of secret: String) -> [String] {
    let characters = Array(secret)
    return (0...max(0, characters.count - 5)).map { String(characters[$0..<min(characters.count, $0 + 5)]) }
  }

  @Test(arguments: secrets) func everyPlantingIsFoundAndMasked(_ secret: String) {
    let registry = SecretRegistry()
    registry.register("another secret of the run", name: "other")
    registry.register(secret, name: "token of ada")
    for (form, text) in Self.plantings(of: secret) {
      let hits = registry.scan(Array(text.utf8))
      #expect(hits.contains { $0.name == "token of ada" }, "\(form): \(text)")
      let masked = registry.mask(text)
      #expect(masked.contains("‹token of ada›"), "\(form): \(masked)")
      #expect(registry.scan(Array(masked.utf8)).isEmpty, "\(form): \(masked)")
      for part in Self.parts(of: secret) where !"token of ada".contains(part) {
        #expect(!masked.contains(part), "\(form) shows a part: \(masked)")
      }
    }
  }

  @Test func formsAndOffsetsAreTold() {
    let registry = SecretRegistry()
    registry.register("a/b c\"d", name: "t")
    func hit(_ text: String) -> [String] { registry.scan(Array(text.utf8)).map { "\($0.form) \($0.offset)" } }
    #expect(hit("é a/b c\"d.") == ["raw 3"])
    #expect(hit("x=a%2Fb%20c%22d") == ["percent-encoded 2"])
    #expect(hit("x=a%2fb+c%22d") == ["percent-encoded 2"])
    #expect(hit("\"a\\/b c\\\"d\"") == ["JSON-escaped 1"])
    #expect(hit("k " + Base64.encode(Array("a/b c\"d".utf8))) == ["base64 2"])
    #expect(hit("at /a~1b c\"d/0") == ["in a JSON Pointer 4"])
    #expect(hit("<p>a&#47;b c&quot;d") == ["HTML-escaped 3"])
    #expect(hit("0x612f62206322640a") == ["hexadecimal 2"])
    #expect(hit("a/b c\"d a/b c\"d") == ["raw 0", "raw 8"])
    #expect(hit("a/b  c\"d, A/B C\"D").isEmpty)
  }

  @Test func base64IsMaskedToItsEndsAndNothingBeyond() {
    let registry = SecretRegistry()
    registry.register("hunter2-hunter2", name: "ada's password")
    let basic = Base64.encode(Array("ada:hunter2-hunter2".utf8))
    #expect(
      registry.mask("curl -H 'Authorization: Basic \(basic)' --data token=\(basic)&x=1")
        == "curl -H 'Authorization: Basic ‹ada's password›' --data token=‹ada's password›&x=1")
  }

  @Test func overlappingSecretsLeaveNoPart() {
    let registry = SecretRegistry()
    registry.register("abcdefgh", name: "first")
    registry.register("fghijklm", name: "second")
    registry.register("xxabcdefghxx", name: "outer")
    #expect(registry.mask("<abcdefghijklm>") == "<‹first›>")
    #expect(registry.mask("<xxabcdefghxx>") == "<‹outer›>")
    #expect(registry.mask("<fghijklm abcdefgh>") == "<‹second› ‹first›>")
  }

  @Test func whatIsNoSecret() {
    let registry = SecretRegistry()
    #expect(registry.isEmpty)
    registry.register("", name: "empty")
    registry.register("12345", name: "short")
    registry.register("   12345  \n", name: "short within space")
    #expect(registry.isEmpty)
    #expect(registry.mask("12345") == "12345")
    registry.register("  123456\n", name: "pin")
    #expect(registry.mask("pin=123456;") == "pin=‹pin›;")
    #expect(registry.mask("12345 6 ‹pin› 日本") == "12345 6 ‹pin› 日本")
  }

  @Test func invalidBytesAndBrokenEscapesAreSearchedToo() {
    let registry = SecretRegistry()
    registry.register("hunter2-hunter2", name: "t")
    #expect(registry.scan([0xFF, 0xC3] + Array("hunter2-hunter2".utf8) + [0xE2]).count == 1)
    #expect(registry.scan(Array("%zz%4%\\u12\\q\\ hunter2%2dhunter2 %".utf8)).count == 1)
    #expect(registry.scan(Array("\\ud800\\u0068unter2-hunter2\\".utf8)).count == 1)
  }

  @Test func theFirstNameOfASecretStays() {
    let registry = SecretRegistry()
    registry.register("hunter2-hunter2", name: "ada's password")
    registry.register("hunter2-hunter2", name: "bob's password")
    #expect(registry.mask("hunter2-hunter2") == "‹ada's password›")
  }

  @Test func aRendererMasks() {
    SecretRegistry.shared.register("renderer-secret-4711", name: "the token")
    let file = SourceFile(path: "a.ts", text: "const t = 'renderer-secret-4711';")
    let text = TextRenderer().render(
      Finding(
        "x/y", .error, "found renderer-secret-4711", help: "remove renderer-secret-4711",
        at: Place(span: SourceSpan(file: file, start: 10, end: 32)),
        notes: [FindingNote("renderer%2Dsecret-4711")]))
    #expect(!text.contains("secret-4711"))
    #expect(text.contains("‹the token›"))
  }

  /// Tokens of one service begin alike, and there may be any number of them.
  @Test func manySecretsThatBeginAlike() {
    let registry = SecretRegistry()
    let tokens = (0..<400).map { "eyJhbGciOiJIUzI1NiJ9.\(1_000_000 + $0 * 7919)" }
    for token in tokens { registry.register(token, name: "a token") }
    let text = tokens.map { "token \($0) ok\n" }.joined()
    #expect(registry.scan(Array(text.utf8)).count == tokens.count)
    #expect(registry.mask(text) == String(repeating: "token ‹a token› ok\n", count: tokens.count))
  }

  /// Each `=` begins a value that goes on to the end: no more of them is looked at than one.
  @Test func namesWithinLongValues() {
    let text = String(repeating: "token=", count: 20_000)
    #expect(SecretText.secrets(in: text).isEmpty)
    #expect(SecretText.secrets(in: text + "x9;token=a1b2c3d4").last?.value == "a1b2c3d4")
  }
}
