import Diagnostics
import Testing

@Suite struct SecretNamesTests {
  @Test(arguments: [
    "token", "accessToken", "refresh_tokens", "X-API-Key", "apiKey", "APIKey", "api_key", "PASSWORD", "leaderPassword",
    "clientSecret", "Set-Cookie", "privateKey", "signature", "otp", "otpCode", "OTP", "csrf-token", "SECRET_KEY_BASE",
    "passwordHash", "authorizationHeader", "csrfmiddlewaretoken", "authtoken", "jwt", "passcode", "verificationCode",
    "one-time code", "accessKey", "privateKeyPem", "recoveryCodes", "user[password]",
  ])
  func isSecret(name: String) { #expect(SecretNames.isSecret(name)) }

  @Test(arguments: [
    "", "footprint", "nextPageToken", "continuation_token", "syncToken", "tokenizer", "tokenType", "passwordHint",
    "COOKIES_POLICY_URL", "option", "secretary", "key", "apis", "name", "code", "tokenExpiresAt", "nextpagetoken",
    "accessKeyId", "publicKey", "primaryKey", "passport", "bypass", "countryCode", "pinned", "signatureDish", "author",
  ])
  func isHarmless(name: String) { #expect(!SecretNames.isSecret(name)) }
}
