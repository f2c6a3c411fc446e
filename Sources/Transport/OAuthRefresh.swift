internal import Diagnostics

/// The refresh of OAuth 2.0 (RFC 6749 section 6): at the token endpoint, with the identity of the sign-in's client.
public enum OAuthRefresh {
  /// What of the sign-in's form says who the client is.
  private static let clientFields = ["client_id", "client_secret", "client_assertion", "client_assertion_type"]

  /// The request that exchanges a refresh token.
  ///
  /// - Parameter signIn: The request that asked for the first token; its `Authorization` (client password) stays.
  public static func request(after signIn: HTTPRequestSpec, refreshToken: String) -> HTTPRequestSpec {
    let form = FormFields(String(decoding: signIn.body ?? [], as: UTF8.self))
    let client = form.fields.filter { clientFields.contains($0.name) }
    let grant = ["grant_type=refresh_token", "refresh_token=\(PercentEncoding.encode(refreshToken))"]
    var request = signIn
    request.body = Array((grant + client.map(\.written)).joined(separator: "&").utf8)
    request.headers.set("Content-Type", to: FormFields.mediaType)
    request.followRedirects = false
    request.mayRepeat = false
    return request
  }
}
