import Diagnostics
import Testing

@Suite struct SecretNamesTests {
  @Test(arguments: [
    (["error", "fields", "password"], true), (["errors", "password"], true), (["field_errors", "user", "token"], true),
    (["user", "password"], false), (["fields"], false), (["password"], false), ([], false),
  ])
  func isFault(keys: [String], isOne: Bool) { #expect(SecretNames.isFault(under: keys) == isOne) }

  @Test(arguments: [
    "token", "accessToken", "refresh_tokens", "X-API-Key", "apiKey", "APIKey", "api_key", "PASSWORD", "leaderPassword",
    "clientSecret", "Set-Cookie", "privateKey", "signature", "otp", "otpCode", "OTP", "csrf-token", "SECRET_KEY_BASE",
    "passwordHash", "authorizationHeader",
  ])
  func isSecret(name: String) { #expect(SecretNames.isSecret(name)) }

  @Test(arguments: [
    "", "footprint", "nextPageToken", "continuation_token", "syncToken", "tokenizer", "tokenType", "passwordHint",
    "COOKIES_POLICY_URL", "option", "secretary", "key", "apis", "name", "code", "tokenExpiresAt",
  ])
  func isHarmless(name: String) { #expect(!SecretNames.isSecret(name)) }
}
