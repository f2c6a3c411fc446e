import Diagnostics
import JSONText
import Workspace

/// Reads the settings of `# @sign-in`: `oauth`, and `key=value` separated by spaces.
struct SignInParser {
  typealias Problem = DirectiveParser.Problem

  /// A setting and where it is written.
  private struct Setting {
    let value: String
    let span: SourceSpan
    /// Offset of the value in the file.
    let valueStart: Int
  }

  private static let keys = [
    "token", "refreshToken", "expiresIn", "refresh", "refreshBody", "cookie", "csrf", "csrfHeader", "after",
  ]
  private static let tokenKeys = ["token", "refreshToken", "expiresIn", "refresh", "refreshBody"]
  private static let help =
    "write '# @sign-in token=$.accessToken refreshToken=$.refreshToken expiresIn=$.expiresIn refresh=POST /path'"
  private static let csrfHelp =
    "write 'csrf=cookie:NAME', 'csrf=header:NAME', 'csrf=$.path' or 'csrf={{step.response…}}'"

  let parser: DirectiveParser
  let line: DirectiveParser.Line

  func parse(findings: inout FindingList) throws(Problem) -> SignInDirective {
    var scanner = TextScanner(line.arguments)
    let isOAuth = takeOAuth(&scanner)
    let settings = try settings(&scanner)
    func path(_ key: String, _ standard: String) throws(Problem) -> JSONPath? {
      guard let setting = settings[key] else {
        return isOAuth ? try parser.parse(path: standard, help: Self.help) : nil
      }
      return try parser.parse(path: setting.value, help: Self.help, at: setting.span)
    }
    let csrf = try csrf(settings, findings: &findings)
    let after = settings["after"]?.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    if let cookie = settings["cookie"] {
      try refuse(isOAuth ? ["cookie"] : Self.tokenKeys, in: settings, because: "a cookie is no token")
      guard HTTPToken.isToken(cookie.value) else {
        throw Problem(
          message: "'\(cookie.value)' is not the name of a cookie", help: "write 'cookie=session'", span: cookie.span)
      }
      return SignInDirective(
        credential: .cookie(cookie.value), refreshToken: nil, expiresIn: nil, isOAuth: false, refresh: nil, csrf: csrf,
        after: after, span: line.span)
    }
    guard let token = try path("token", "$.access_token") else {
      throw Problem(message: "@sign-in does not say where the token or cookie is", help: Self.help)
    }
    let refreshToken = try path("refreshToken", "$.refresh_token")
    let refresh = try refresh(settings, isOAuth)
    guard (refresh == nil) == (refreshToken == nil) else {
      throw Problem(message: "refresh and refreshToken belong together", help: Self.help)
    }
    return SignInDirective(
      credential: .token(token), refreshToken: refreshToken, expiresIn: try path("expiresIn", "$.expires_in"),
      isOAuth: isOAuth, refresh: refresh, csrf: csrf, after: after, span: line.span)
  }

  private func takeOAuth(_ scanner: inout TextScanner) -> Bool {
    var ahead = scanner
    guard ahead.skip("oauth"), ahead.isAtEnd || ahead.next == 0x20 || ahead.next == 0x09 else { return false }
    ahead.skipSpaces()
    scanner = ahead
    return true
  }

  private func settings(_ scanner: inout TextScanner) throws(Problem) -> [String: Setting] {
    var settings: [String: Setting] = [:]
    while !scanner.isAtEnd {
      let start = scanner.offset
      let key = scanner.take { $0 != UInt8(ascii: "=") && $0 != 0x20 && $0 != 0x09 }
      let keySpan = span(start, scanner.offset)
      guard Self.keys.contains(key) else {
        _ = scanner.take { $0 != 0x20 && $0 != 0x09 }
        let nearest = Suggestion.nearest(to: key, among: Self.keys + ["oauth"])
        throw Problem(
          message: "@sign-in has no setting '\(key)'", help: nearest.map { "did you mean '\($0)'?" } ?? Self.help,
          span: span(start, scanner.offset))
      }
      guard scanner.skip("="), settings[key] == nil else {
        throw Problem(message: "'\(key)' is set twice, or has no '='", help: Self.help, span: keySpan)
      }
      let valueStart = scanner.offset
      let value = value(of: key, &scanner)
      settings[key] = Setting(
        value: value, span: span(start, scanner.offset), valueStart: line.argumentStart + valueStart)
      scanner.skipSpaces()
    }
    return settings
  }

  private func value(of key: String, _ scanner: inout TextScanner) -> String {
    func word() -> String { scanner.take { $0 != 0x20 && $0 != 0x09 } }
    switch key {
    case "refreshBody": return scanner.takeRest()
    case "refresh":
      let method = word()
      scanner.skipSpaces()
      return method + " " + word()
    case "csrf":
      // A reference may hold spaces.
      guard scanner.skip("{{") else { return word() }
      let inner = scanner.take { $0 != UInt8(ascii: "}") }
      return "{{" + inner + word()
    default: return word()
    }
  }

  private func span(_ start: Int, _ end: Int) -> SourceSpan {
    SourceSpan(file: parser.file, start: line.argumentStart + start, end: line.argumentStart + end)
  }

  private func refuse(_ keys: [String], in settings: [String: Setting], because why: String) throws(Problem) {
    for key in keys {
      guard let setting = settings[key] else { continue }
      throw Problem(
        message: "'\(key)' does not go with the rest: \(why)", help: "remove one of them", span: setting.span)
    }
  }

  private func refresh(_ settings: [String: Setting], _ isOAuth: Bool) throws(Problem) -> SignInDirective.Refresh? {
    guard let setting = settings["refresh"] else {
      if let body = settings["refreshBody"] {
        throw Problem(message: "refreshBody goes nowhere without refresh", help: Self.help, span: body.span)
      }
      return isOAuth ? .oauth : nil
    }
    let words = setting.value.split(separator: " ").map(String.init)
    guard words.count == 2, words[1].startsWithBytes("/"), !words[1].startsWithBytes("//"),
      words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else {
      throw Problem(
        message: "refresh is a method and a path", help: "write 'refresh=POST /api/auth/refresh'", span: setting.span)
    }
    let standard =
      isOAuth ? "grant_type=refresh_token&refresh_token={{refreshToken}}" : SignInDirective.defaultRefreshBody
    let body = settings["refreshBody"]?.value ?? standard
    let sample = body.replacing("{{refreshToken}}", with: "x")
    let isJSON = body.startsWithBytes("{") || body.startsWithBytes("[")
    let isSound = isJSON ? (try? JSONDocument(parsing: Array(sample.utf8))) != nil : Self.isForm(sample)
    guard isSound, sample != body else {
      throw Problem(
        message: "refreshBody is neither JSON with {{refreshToken}} in a string nor a form with it",
        help: "write 'refreshBody=\(SignInDirective.defaultRefreshBody)' at the end of the line",
        span: settings["refreshBody"]?.span)
    }
    return .request(method: words[0], path: words[1], body: body)
  }

  private static func isForm(_ text: String) -> Bool {
    text.split(separator: "&", omittingEmptySubsequences: false).allSatisfy { $0.contains("=") && !$0.contains(" ") }
  }

  private func csrf(
    _ settings: [String: Setting], findings: inout FindingList
  ) throws(Problem) -> SignInDirective.CSRF? {
    let header = settings["csrfHeader"]
    guard let setting = settings["csrf"] else {
      guard let header else { return nil }
      throw Problem(message: "csrfHeader has nothing to carry without csrf", help: Self.csrfHelp, span: header.span)
    }
    if let header, !HTTPToken.isToken(header.value) {
      throw Problem(
        message: "'\(header.value)' is not the name of a header", help: "write 'csrfHeader=X-CSRF-Token'",
        span: header.span)
    }
    return SignInDirective.CSRF(
      source: try csrfSource(setting, findings: &findings), header: header?.value ?? SignInDirective.defaultCSRFHeader)
  }

  private func csrfSource(
    _ setting: Setting, findings: inout FindingList
  ) throws(Problem) -> SignInDirective.CSRF.Source {
    let text = setting.value
    if text.startsWithBytes("{{") {
      let template = TemplateParser(file: parser.file).parse(text, at: setting.valueStart, findings: &findings)
      return .earlier(template)
    }
    if text.startsWithBytes("$") { return .body(try parser.parse(path: text, help: Self.csrfHelp, at: setting.span)) }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, HTTPToken.isToken(parts[1]), parts[0] == "cookie" || parts[0] == "header" else {
      throw Problem(message: "csrf does not say where the token is", help: Self.csrfHelp, span: setting.span)
    }
    return parts[0] == "cookie" ? .cookie(parts[1]) : .header(parts[1])
  }
}
