import Diagnostics
import Testing

@Suite struct SecretNamesTests {
  @Test(arguments: [
    "token", "accessToken", "refresh_tokens", "X-API-Key", "apiKey", "APIKey", "api_key", "PASSWORD", "leaderPassword",
    "clientSecret", "Set-Cookie", "privateKey", "signature", "otp", "otpCode", "OTP", "csrf-token",
  ])
  func secret(name: String) { #expect(SecretNames.isSecret(name)) }

  @Test(arguments: [
    "", "footprint", "nextPageToken", "continuation_token", "syncToken", "tokenizer", "cookies_policy_url".uppercased(),
    "option", "secretary", "key", "apis", "name",
  ])
  func harmless(name: String) { #expect(SecretNames.isSecret(name) == (name == "COOKIES_POLICY_URL")) }
}
