import Foundation

/// A secret that a test's server hands out or is sent, and the form in which the server echoes it.
struct PlantedSecret: Sendable {
  /// How a run comes to know it.
  enum Source: String, CaseIterable, Sendable {
    /// A variable of the environment that a scenario uses.
    case environment
    /// A setting of a persona that names a variable.
    case persona
    /// A member of the sign-in's answer, or what it holds.
    case body
    /// A cookie that the sign-in sets.
    case cookie
    /// A header of the sign-in's answer.
    case header
    /// A parameter of a redirect's URL.
    case redirect
    /// What the scenario itself sends under a name that says so.
    case literal
  }

  /// How it is written where it is echoed.
  enum Form: Int, CaseIterable, Sendable {
    case raw, percent, percentLowercase, percentPlus, percentTwice, escaped, escapedSlashes, escapedTwice, hexadecimal
    case base64, base64After1, base64After2, base64URL, base64URLAfter1
  }

  let number: Int
  let source: Source
  let value: String
  let form: Form

  /// The name under which the source gives it.
  var name: String {
    switch source {
    case .environment: "ASSAY_TEST_\(number)"
    case .persona: "key\(number)"
    case .body:
      ["accessToken", "refreshToken", "apiKey", "clientSecret", "password"][number % 5]
        + (number < 5 ? "" : "\(number)")
    case .cookie: "sid\(number)"
    case .header: "X-\(number)-Auth-Token"
    case .redirect: ["code", "access_token", "signature", "ticket"][number % 4]
    case .literal: ["password", "api_key", "X-Auth-Token", "client_secret", "passcode"][number % 5]
    }
  }

  /// How many of each source there are; 47 together.
  private static let counts: KeyValuePairs<Source, Int> = [
    .environment: 9, .persona: 5, .body: 12, .cookie: 6, .header: 5, .redirect: 4, .literal: 6,
  ]

  /// All of them; every form is that of at least two.
  static let all: [PlantedSecret] = {
    var secrets: [PlantedSecret] = []
    for (source, count) in counts {
      for number in 0..<count {
        let form = Form.allCases[secrets.count % Form.allCases.count]
        secrets.append(PlantedSecret(number: number, source: source, value: value(source, number), form: form))
      }
    }
    return secrets
  }()

  static func all(_ source: Source) -> [PlantedSecret] { all.filter { $0.source == source } }

  /// With everything in it that an encoding changes and its place allows.
  private static func value(_ source: Source, _ number: Int) -> String {
    let mark = "\(source.rawValue.prefix(2).uppercased())\(number)"
    return switch source {
    case .environment where number == 0: "\(mark)-Kq7/zW+4~Vh=\"'x"
    case .redirect where number == 3: "\(mark).tK7/zW+4~Vh=p9_-Xb"
    case .environment, .persona, .redirect: "\(mark) kQ/7z+Wö%4&h=\"v\\?x>"
    case .body where number < 2 || number > 4, .literal: "\(mark).eJ7/zW+4~Vh=p9_-Xb"
    case .body: "\(mark) jX/8y+Tü%5&g=\"w\\?z>"
    case .cookie, .header: "\(mark).cR9/uN+6%2Fs=q!tM~"
    }
  }

  // MARK: Forms

  /// The secret in its form.
  var text: String { Self.text(value, form) }

  /// A value in a form.
  static func text(_ value: String, _ form: Form) -> String {
    switch form {
    case .raw: value
    case .percent: percent(value)
    case .percentLowercase: percent(value, lowercase: true)
    case .percentPlus: percent(value).replacingOccurrences(of: "%20", with: "+")
    case .percentTwice: percent(percent(value))
    case .escaped: value.utf16.map { escape($0) }.joined()
    case .escapedSlashes: json(value).replacingOccurrences(of: "/", with: "\\/")
    case .escapedTwice: json(json(value))
    case .hexadecimal: value.utf8.map { hex($0) }.joined()
    case .base64: Data(value.utf8).base64EncodedString()
    case .base64After1: Data(("?" + value + "~~").utf8).base64EncodedString()
    case .base64After2: Data(("me" + value + "~").utf8).base64EncodedString()
    case .base64URL: url(Data((value + ">?").utf8))
    case .base64URLAfter1: url(Data((">" + value + "??>").utf8))
    }
  }

  static func percent(_ text: String, lowercase: Bool = false) -> String {
    text.utf8.map { byte in
      let isPlain =
        byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
      return isPlain ? String(Character(Unicode.Scalar(byte))) : "%" + (lowercase ? hex(byte) : hex(byte).uppercased())
    }.joined()
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// The text as it stands between the quotes of a JSON string.
  static func json(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
  }

  private static func url(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
