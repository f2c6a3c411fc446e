import Diagnostics
import Testing

@Suite struct SecretTextTests {
  /// `{}` stands for a secret.
  @Test(arguments: [
    #"{"accessToken":"{}", oops"#, #"{\"access_token\":\"{}\","#, #"{"tokens":{"id":1,"primary":"{}""#,
    #"{"recoveryCodes":["{}""#, "password={}", "user[password]={}&x=1", "API_KEY='{}'", "apiKey: {}", "token => {}",
    "Your one-time password is {}.x", "your code is {}", "Authorization: Bearer {}", "sent Basic {} to it",
    "postgres://app:{}@db.internal/app", "redis://:{}@cache", "Server=db;Password={};Encrypt=yes",
    "Open https://a.test/in?token={} and go on", "<a href='https://a.test/?x=1&sig={}'>", "/callback?code={}",
    "<token>{}</token>", #"<input type="hidden" name="_csrf" value="{}">"#, "<meta content='{}' name='csrf-token'>",
    "https://a.test/#access_token={}", "X-Amz-Signature={}&x", "the password is “x” and csrf_token={}",
  ])
  func finds(text: String) {
    let secret = "q8Zt5VhW2nXc7LkR9pBd"
    let found = SecretText.secrets(in: text.replacing("{}", with: secret))
    #expect(found.contains { $0.value == secret || $0.value == secret + ".x" }, "\(found)")
    #expect(found.allSatisfy { !$0.name.contains(secret) })
    #expect(SecretText.replacingSecrets(of: text.replacing("{}", with: secret), with: "-") != text)
  }

  @Test(arguments: [
    "sk_live_51Habcdefghijklmnop4242", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "xoxb-123456789012-abcdefABCDEF",
    "AKIAIOSFODNN7EXAMPLE", "glpat-abcdEFGH1234ijklMNOP", "whsec_abcdEFGH1234ijklMNOP",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
    "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY\n",
  ])
  func findsByLook(secret: String) {
    for text in [secret, "the key is \(secret), no other", "x=\"\(secret)\"", "a. \(secret)."] {
      let found = SecretText.secrets(in: text)
      #expect(found.contains { $0.value.hasPrefix(secret.dropLast()) && $0.isLook }, "\(text): \(found)")
    }
  }

  @Test(arguments: [
    "", "=", ":", "<", "<a", "\"token\":", "token=", "-----BEGIN RSA PRIVATE KEY", "://",
    "a://b:@",
    "Password: at least 8 characters.", "Token: see the docs of 2026", "tokenCount=12345678",
    "passwordPolicy: min8chars",
    "keyboard=qwerty2000", "secretary: ann1234567", "author=b0b1234567", "nextPageToken=q8Zt5VhW2nXc7LkR9pBd",
    "https://a.test/?code=VALIDATION", "Bearer of good news 2026", "basic training",
    "sk-learn is a library, and so is it",
    "<input name='email' value='ada@example.test'>", "PWD=/home/ada/project2", "token: https://a.test/2026", "risk-12",
    "error code: 404123", "created: 2026-01-02T03:04:05Z", "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUZ\n",
  ])
  func findsNone(text: String) { #expect(SecretText.secrets(in: text).isEmpty, "\(SecretText.secrets(in: text))") }

  /// A place by its names, a value, and whether it is hidden there.
  @Test(arguments: [
    ("accessToken", "abc", true), ("tokens primary", "q8Zt5V-hW2n", true), ("credentials value", "q8Zt5VhW2n", true),
    ("auth primary", "q8Zt5VhW2nXc7LkR9pBd", true), ("session key", "q8Zt5VhW2nXc7LkR9pBd", true),
    ("recoveryCodes", "a1b2-c3d4", true), ("magicLink", "https://a.test/in/q8Zt5VhW2nXc7LkR9pBd", true),
    ("errors password", "too_short", false), ("fields token", "has expired", false), ("session", "morning", false),
    ("credentials email", "a1@b.test", false), ("credentials createdAt", "2026-01-02", false),
    ("tokens label", "laptop-2026", false), ("tokens scope", "read:all-2", false),
    ("auth kind", "oauth2-pkce-2026-x", false),
    ("auth mode", "passkey2", false), ("sessions title", "Opening keynote of 2026", false), ("author", "Bob", false),
    ("loginURL", "https://a.test/login?next=/home", false), ("id", "q8Zt5VhW2nXc7LkR9pBd", false),
  ])
  func hides(names: String, value: String, isHidden: Bool) {
    #expect(SecretPlace(names: names.split(separator: " ").map(String.init)).hides(value) == isHidden)
  }

  @Test(arguments: [
    ("pin", true), ("otpCode", true), ("verification_code", true), ("tokens", false), ("maxTokens", false),
    ("tokenCount", false), ("code", false), ("signature", false),
  ])
  func hidesNumbers(name: String, areHidden: Bool) {
    #expect(SecretPlace(names: [name]).hidesNumbers == areHidden)
  }

  @Test func aSourceLineShowsNoPartOfOne() {
    let secret = "q8Zt5VhW2nXc7LkR9pBd"
    let file = SourceFile(path: "a.http", text: "GET /x?token=\(secret)&y={{z}}\n")
    for start in 0..<36 {
      let finding = Finding(
        "a/b", .error, "it", at: Place(span: SourceSpan(file: file, start: start, end: start + 3)))
      let text = TextRenderer(secrets: SecretRegistry()).render(finding)
      #expect(text.contains("token=\(String(repeating: "*", count: 20))&y="), "\(text)")
    }
  }
}
