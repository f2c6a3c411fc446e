#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The token endpoint of OAuth 2.0 (RFC 6749).
struct OAuth {
  private static let clientID = "reader-cli"
  let accounts: Accounts
  let run: ServerRun

  func token(_ request: Request) throws -> Answer {
    guard let form = Form(request) else {
      return Self.error("invalid_request", "The body must be a form with no field twice.")
    }
    do {
      switch form.values["grant_type"] {
      case nil: return Self.error("invalid_request", "grant_type is missing.")
      case "password": return try password(form, request)
      case "client_credentials": return try clientCredentials(form, request)
      case "refresh_token": return try refresh(form, request)
      default: return Self.error("unsupported_grant_type", "There is no such grant.")
      }
    } catch let refusal as Refusal where refusal.status == 401 {
      return Self.error("invalid_grant", "The grant is not valid.")
    }
  }

  private func password(_ form: Form, _ request: Request) throws -> Answer {
    guard let name = form.values["username"], let password = form.values["password"] else {
      return Self.error("invalid_request", "username and password are needed.")
    }
    guard let user = try accounts.user(email: name, password: password) else { throw Refusal.unauthenticated }
    return Self.granted(try accounts.sessions.open(user: user, now: request.now))
  }

  private func clientCredentials(_ form: Form, _ request: Request) throws -> Answer {
    let basic = request.headers["Authorization"].flatMap(Self.basic)
    let id = basic?.id ?? form.values["client_id"] ?? ""
    let secret = basic?.secret ?? form.values["client_secret"] ?? ""
    guard id == Self.clientID, Digest.areEqual(secret, run.clientSecret) else {
      var answer = Self.error("invalid_client", "The client is not known.", status: 401)
      answer.headers["WWW-Authenticate"] = "Basic"
      return answer
    }
    return Self.granted(try accounts.sessions.open(user: try accounts.ada(), now: request.now))
  }

  private func refresh(_ form: Form, _ request: Request) throws -> Answer {
    guard let token = form.values["refresh_token"] else {
      return Self.error("invalid_request", "refresh_token is missing.")
    }
    return Self.granted(try accounts.sessions.refresh(token, now: request.now))
  }

  /// The id and the secret of a client that signs in by HTTP's basic scheme.
  private static func basic(_ authorization: String) -> (id: String, secret: String)? {
    guard authorization.lowercased().hasPrefix("basic "),
      let data = Data(base64Encoded: String(authorization.dropFirst(6))),
      let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
    else { return nil }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  private static func granted(_ tokens: Sessions.Tokens) -> Answer {
    .ok([
      "access_token": .string(tokens.access), "token_type": "Bearer", "expires_in": .int(Sessions.accessLife),
      "refresh_token": .string(tokens.refresh),
    ])
  }

  private static func error(_ code: String, _ description: String, status: Int = 400) -> Answer {
    Answer(status: status, body: ["error": .string(code), "error_description": .string(description)])
  }
}
