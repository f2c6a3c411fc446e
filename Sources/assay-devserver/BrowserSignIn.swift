/// Sign-in of a browser: a form guarded by a cookie, and a session in a cookie.
struct BrowserSignIn {
  let accounts: Accounts

  func csrf(_ request: Request) -> Answer {
    let token = Random.token()
    var answer = Answer.ok(["csrfToken": .string(token)])
    answer.headers["Set-Cookie"] = "csrf=\(token); Path=/; SameSite=Lax"
    return answer
  }

  func signIn(_ request: Request) throws -> Answer {
    guard let form = Form(request) else { throw Refusal.invalid(["body": "must be a form"]) }
    let fields = Fields(form)
    let csrf = fields.text("csrf", required: true)
    let email = fields.text("email", required: true)
    let password = fields.text("password", required: true)
    try fields.check()
    guard let expected = request.cookie("csrf"), !expected.isEmpty, Digest.areEqual(csrf ?? "", expected) else {
      throw Refusal.forbidden("The form's csrf is not the csrf cookie.")
    }
    guard let user = try accounts.user(email: email ?? "", password: password ?? "") else {
      throw Refusal.unauthenticated
    }
    let session = try accounts.sessions.open(user: user, isCookie: true, now: request.now)
    let cookie = "session=\(session.access); Path=/; Max-Age=\(Sessions.cookieLife); HttpOnly; SameSite=Lax"
    return Answer(status: 303, headers: ["Location": "/api/me", "Set-Cookie": cookie])
  }
}
