import Diagnostics
import Testing
import Transport

/// A link that somebody could be lured with, or that must be accepted.
private struct Link: Sendable, CustomTestStringConvertible {
  let text: String
  let why: String
  var baseURL = "https://api.reader.example"
  var testDescription: String { why }

  init(_ text: String, _ why: String, baseURL: String = "https://api.reader.example") {
    self.text = text
    self.why = why
    self.baseURL = baseURL
  }

  static let loopback = "http://127.0.0.1:4010"

  static let refused = [
    Link("https://reader.example@evil.example/sign-in?token=abcdefgh", "user information before another host"),
    Link("https://user:pass@reader.example/sign-in?token=abcdefgh", "user information before the right host"),
    Link("https://reader.example%40evil.example/sign-in?token=abcdefgh", "an encoded @"),
    Link("https://evil.example\\@reader.example/sign-in?token=abcdefgh", "a backslash before @"),
    Link("https://reader.example\\.evil.example/sign-in?token=abcdefgh", "a backslash in the host"),
    Link("https:\\\\reader.example/sign-in?token=abcdefgh", "backslashes for slashes"),
    Link("https://reader.example。/sign-in?token=abcdefgh", "an ideographic full stop at the end"),
    Link("https://reader。example/sign-in?token=abcdefgh", "an ideographic full stop for a dot"),
    Link("https://reader．example/sign-in?token=abcdefgh", "a fullwidth full stop"),
    Link("https://reаder.example/sign-in?token=abcdefgh", "a Cyrillic letter"),
    Link("https://xn--reder-6be.example/sign-in?token=abcdefgh", "its Punycode look-alike"),
    Link("https://reader.example./sign-in?token=abcdefgh", "a trailing dot"),
    Link("https://reader.example:8443/sign-in?token=abcdefgh", "another port"),
    Link("https://reader.example:/sign-in?token=abcdefgh", "an empty port"),
    Link("https://reader.example:0443/sign-in?token=abcdefgh", "a port written in another way"),
    Link("https://reader.example:443@evil.example/?token=abcdefgh", "a port that is a password"),
    Link("http://reader.example/sign-in?token=abcdefgh", "http on the right host"),
    Link("http://127.0.0.1:4010/sign-in?token=abcdefgh", "http on loopback where the environment is not there"),
    Link("ftp://reader.example/sign-in?token=abcdefgh", "another scheme"),
    Link("javascript://reader.example/%0Aalert(1)", "a script"),
    Link("reader://sign-in?token=abcdefgh", "an app's scheme"),
    Link("//reader.example/sign-in?token=abcdefgh", "no scheme"),
    Link("/sign-in?token=abcdefgh", "a path alone"),
    Link("https:/reader.example/sign-in?token=abcdefgh", "one slash"),
    Link("https:reader.example/sign-in?token=abcdefgh", "no slash"),
    Link("https:///reader.example/sign-in?token=abcdefgh", "three slashes"),
    Link(" https://reader.example/sign-in?token=abcdefgh", "a space before it"),
    Link("https://reader.example/sign-in?token=abc defgh", "a space in it"),
    Link("https://reader.example\t.evil.example/?token=abcdefgh", "a tab"),
    Link("https://reader.example/sign-in?token=abcdefgh\r\nHost: evil.example", "a line end"),
    Link("https://reader.example/sign-in?token=abcdefgh\u{0}", "a NUL"),
    Link("https://reader.example/sign-in%0d%0aX:y?token=abcdefgh", "an encoded line end"),
    Link("https://reader.example\u{200B}/sign-in?token=abcdefgh", "an invisible character"),
    Link("https://reader.example//evil.example/sign-in?token=abcdefgh", "a double slash"),
    Link("https://reader.example/%2Fevil.example/?token=abcdefgh", "an encoded double slash"),
    Link("https://reader.example/%5Cevil.example/?token=abcdefgh", "an encoded backslash"),
    Link("https://reader.example/sign-in/../../evil?token=abcdefgh", "dot segments"),
    Link("https://reader.example/sign-in/%2e%2e/evil?token=abcdefgh", "encoded dot segments"),
    Link("https://evil.example/#@reader.example/sign-in?token=abcdefgh", "the right host in the fragment"),
    Link("https://evil.example?https://reader.example/sign-in?token=abcdefgh", "the right host in the query"),
    Link("https://reader.example/sign-in?token=abcdefgh#@evil.example", "another host in the fragment"),
    Link("https://reader.example/sign-in?token=abcdefgh#//evil.example", "another URL in the fragment"),
    Link("https://[::1]/sign-in?token=abcdefgh", "an IPv6 address"),
    Link("https://[::ffff:203.0.113.7]/sign-in?token=abcdefgh", "a mapped address"),
    Link("https://3405803783/sign-in?token=abcdefgh", "a decimal address"),
    Link("https://0xCB007107/sign-in?token=abcdefgh", "a hexadecimal address"),
    Link("https://127.0.0.1/sign-in?token=abcdefgh", "https on loopback"),
    Link("https://reader%2Eexample/sign-in?token=abcdefgh", "an encoded dot in the host"),
    Link("https://%72eader.example/sign-in?token=abcdefgh", "an encoded letter in the host"),
    Link("https://www.reader.example/sign-in?token=abcdefgh", "a sub-domain"),
    Link("https://evilreader.example/sign-in?token=abcdefgh", "a host that ends alike"),
    Link("https://reader.example.evil.example/sign-in?token=abcdefgh", "a host that starts alike"),
    Link("https://readerXexample/sign-in?token=abcdefgh", "any character for the dot"),
    Link("https:///sign-in?token=abcdefgh", "no host"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=https://evil.example/", "an open redirect"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=//evil.example/", "one without scheme"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=%2F%2Fevil.example", "one in percent-encoding"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=%252F%252Fevil.example", "one encoded twice"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=/%5Cevil.example", "one with a backslash"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=%09//evil.example", "one behind a tab"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=https:evil.example", "one without slashes"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=javascript:alert(1)", "a script as destination"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=@evil.example", "what makes user information of the host"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=.evil.example", "what makes a longer host of the host"),
    Link(
      "https://reader.example/sign-in?token=abcdefgh&next=https://reader.example@evil.example/",
      "one with user information"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=/go%3Fto=https://evil.example", "one inside another"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=intent://reader.example/", "an app as destination"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=%zz", "a broken percent-encoding"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=%25252525252Fa", "a value encoded without end"),
    Link(
      "https://reader.example/sign-in?token=abcdefgh&next=/" + String(repeating: "a", count: 8192), "a link without end"
    ),
    Link("http://127.0.0.1:4011/sign-in?token=abcdefgh", "another port of loopback", baseURL: loopback),
    Link("http://localhost:4010/sign-in?token=abcdefgh", "another name of loopback", baseURL: loopback),
    Link("http://127.0.0.1:4010@evil.example/?token=abcdefgh", "loopback as user information", baseURL: loopback),
    Link("http://reader.example/sign-in?token=abcdefgh", "http elsewhere in a loopback environment", baseURL: loopback),
    Link(
      "http://127.0.0.1:4010/sign-in?token=abcdefgh&next=http://evil.example", "an open redirect on loopback",
      baseURL: loopback),
    Link(
      "http://dev.example:4010/sign-in?token=abcdefgh", "http on the environment's host, which is not loopback",
      baseURL: "http://dev.example:4010"),
  ]

  static let accepted = [
    Link("https://reader.example/sign-in?token=abcdefgh", "plain"),
    Link("HTTPS://Reader.EXAMPLE/sign-in?token=abcdefgh", "in capitals"),
    Link("https://reader.example:443/sign-in?token=abcdefgh", "with the scheme's own port"),
    Link("https://reader.example?token=abcdefgh", "without a path"),
    Link("https://reader.example/sign-in/abc_def-gh.ij~k", "with the token in the path"),
    Link("https://reader.example/sign-in?token=%2F%2F8a/b+c%3D%3D", "a token in base64 that starts with slashes"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=/guilds/7?tab=chat", "with a path to go on to"),
    Link("https://reader.example/sign-in?token=abcdefgh&next=https://reader.example/guilds", "with a URL of its own"),
    Link(
      "https://reader.example/sign-in?token=abcdefgh&email=ada%40example.test&at=12:30", "with an address and a time"),
    Link("https://reader.example/#/sign-in?token=abcdefgh", "a route in the fragment"),
    Link("http://127.0.0.1:4010/sign-in?token=abcdefgh", "the environment's own loopback address", baseURL: loopback),
    Link("https://reader.example/sign-in?token=abcdefgh", "the link host in a loopback environment", baseURL: loopback),
    Link("http://localhost/sign-in?token=abcdefgh", "loopback without a port", baseURL: "http://localhost"),
  ]
}

@Suite struct SignInLinkTests {
  @Test(arguments: Link.refused) private func forcedLinksAreRefused(_ link: Link) throws {
    let policy = SignInLinkPolicy(linkHost: "Reader.example", baseURL: link.baseURL)
    #expect(policy.objection(to: link.text) != nil)
    let error = #expect(throws: TransportError.self) { try policy.check(link.text) }
    #expect(error?.isRefusal == true)
    let finding = try #require(error?.finding)
    #expect(finding.rule == "session/link-refused")
    #expect(TransportRules.rules.contains { $0.id == finding.rule })
    #expect(!finding.message.contains("abcdefgh") && !finding.message.contains("evil"))
  }

  /// Without one of its checks, the policy would not give that check's reason any more.
  @Test func everyCheckRefusesALink() {
    let reasons = Set(
      Link.refused.compactMap {
        SignInLinkPolicy(linkHost: "Reader.example", baseURL: $0.baseURL).objection(to: $0.text)
      })
    #expect(
      reasons.sorted() == [
        "a parameter of it leads to another host", "it has more than 8192 bytes", "it has no scheme",
        "it hides a control character in a percent-encoding",
        "it holds a backslash or another character that a URL cannot carry", "it holds a broken percent-encoding",
        "it holds user information", "it holds white space, a control character or a letter outside ASCII",
        "it is percent-encoded more often than anybody needs", "its fragment looks like another host",
        "its host is not 'reader.example', which signIn.linkHost in assay.json names", "its host is percent-encoded",
        "its host or port is not that of the base URL", "its path hides a slash or a dot in a percent-encoding",
        "its path holds a double slash", "its path holds dot segments",
        "its scheme is http, and the base URL is not http on loopback", "its scheme is not followed by //",
        "its scheme is not https",
      ])
  }

  @Test(arguments: Link.accepted) private func ownLinksAreOpened(_ link: Link) {
    #expect(SignInLinkPolicy(linkHost: "Reader.example", baseURL: link.baseURL).objection(to: link.text) == nil)
  }

  @Test func withoutAHostNoLinkLeavesLoopback() {
    let policy = SignInLinkPolicy(linkHost: nil, baseURL: Link.loopback)
    #expect(policy.objection(to: "https://reader.example/sign-in?token=a")?.contains("signIn.linkHost") == true)
    #expect(policy.objection(to: Link.loopback + "/sign-in?token=a") == nil)
  }

  @Test func aPortOfTheLinkHostIsPartOfIt() {
    let policy = SignInLinkPolicy(linkHost: "staging.example:8443", baseURL: "https://staging.example:8443")
    #expect(policy.objection(to: "https://staging.example:8443/a?token=b") == nil)
    #expect(policy.objection(to: "https://staging.example/a?token=b") != nil)
    #expect(policy.objection(to: "https://staging.example:443/a?token=b") != nil)
  }

  @Test(arguments: [
    ("http://a.example/k?expires=1&signature=4d%2Fe&n=2", "http://a.example/k?expires=1&signature=-&n=2"),
    ("/sign-in?token=a;lang=en#access_token=b", "/sign-in?token=-;lang=en#access_token=-"),
    ("http://a.example/?X-Amz-Signature=a&%73ig=b&sig", "http://a.example/?X-Amz-Signature=-&%73ig=-&sig"),
    ("http://a.example/?nextPageToken=a&q=signature", "http://a.example/?nextPageToken=a&q=signature"),
    ("token=a", "token=a"), ("why? token=a", "why? token=a"), ("", ""),
  ])
  func secretsOfLinksAreReplaced(_ text: String, _ kept: String) {
    #expect(LinkParameters.replacingSecrets(of: text, with: "-") == kept)
  }

  @Test func theLinkAndItsTokenAreSecrets() throws {
    let link = "https://reader.example/sign-in?token=tok%2Fen-4711&lang=en-GB-oxendict"
    try SignInLinkPolicy(linkHost: "reader.example", baseURL: Link.loopback).check(link)
    let mask = SecretRegistry.shared.mask
    #expect(mask("x \(link) y") == "x ‹a sign-in link› y")
    #expect(mask("x tok/en-4711 y") == "x ‹token of a sign-in link› y")
    #expect(mask("en-GB-oxendict") == "en-GB-oxendict")
    try SignInLinkPolicy(linkHost: "reader.example", baseURL: Link.loopback).check("https://reader.example/?x=abc-4712")
    try SignInLinkPolicy(linkHost: "reader.example", baseURL: Link.loopback)
      .check("https://reader.example/magic-links-of-reader/abcdef-ghijk-4713?lang=en")
    #expect(mask("/abcdef-ghijk-4713") == "/‹the path of a sign-in link›")
    #expect(mask("magic-links-of-reader") == "magic-links-of-reader")
    #expect(mask("abc-4712") != "abc-4712", "of parameters without a telling name the longest is the token")
  }
}
