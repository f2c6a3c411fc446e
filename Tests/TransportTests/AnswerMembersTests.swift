import Diagnostics
import Testing
import Transport

/// A sign-in whose path leads nowhere says what the answer has instead: names, never values.
@Suite struct AnswerMembersTests {
  private struct Nobody: HTTPTransport {
    func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
      throw TransportError(.connectionRefused, for: request.line)
    }
  }

  @Test(arguments: [
    (#"{"accessToken":"planted-1","user":{"id":"planted-2"}}"#, "; it has /accessToken, /user/id"),
    (#"{"data":{"session":{"token":"planted-3"}},"codes":["planted-4"]}"#, "; it has /data/session/token, /codes"),
    (#"{"accesToken":7}"#, "; a number stands there"),
    ("{}", "; it has no members"),
    (#"["planted-5"]"#, ""),
    // Keys that may be anything but a name.
    (#"{"0f8fad5b-d9cb-469f-a165-70867728950e":1,"planted key":2,"ok":3}"#, "; it has /ok"),
    (
      "{" + (0..<20).map { "\"m\($0)\":\"planted\"" }.joined(separator: ",") + "}",
      "; it has " + (0..<12).map { "/m\($0)" }.joined(separator: ", ") + ", …"
    ),
  ])
  func namesOfMembersAreListed(body: String, list: String) async throws {
    let request = HTTPRequestSpec(method: "POST", url: "http://127.0.0.1/sign-in")
    let plan = SignInPlan(
      persona: "reader", signIn: request,
      credential: .bearer(
        SignInPlan.AnswerPaths(
          accessToken: JSONPointer(tokens: ["accesToken"]), refreshToken: nil, expiresIn: nil, isOAuth: false)))
    let session = SignInSession(plan, transport: Nobody(), cookies: CookieJar(owner: "reader"))
    let error = await #expect(throws: TransportError.self) {
      try await session.adopt(HTTPExchange(request: request, status: 200, headers: [], body: Array(body.utf8)))
    }
    #expect(error?.reason == .signInFailed("the answer has no text at /accesToken" + list))
    #expect(error?.finding.message.contains("planted") == false)
  }
}
