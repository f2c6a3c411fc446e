import Diagnostics
import TestSupport
import Testing
import Transport

/// Certificates that must not be trusted, each told by what is wrong with it, and one that must be.
@Suite(.enabled(if: TestAuthority.isAvailable, Comment(rawValue: TestAuthority.reason)))
struct TLSTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let certificate: TestAuthority.Certificate
    /// File of the trusted authorities; nil for the system's.
    let trusts: @Sendable (TestAuthority) -> String?
    /// Nil where all is well.
    let fault: TransportError.TLSFault?
    var host = "127.0.0.1"

    static let own: @Sendable (TestAuthority) -> String? = { $0.file }
    static let all = [
      Case(testDescription: "right, by address", certificate: .right, trusts: own, fault: nil),
      Case(testDescription: "right, by name", certificate: .right, trusts: own, fault: nil, host: "localhost"),
      Case(
        testDescription: "the system does not know the authority", certificate: .right, trusts: { _ in nil },
        fault: .unknownAuthority),
      Case(
        testDescription: "another authority is trusted", certificate: .right, trusts: { $0.otherFile },
        fault: .unknownAuthority),
      Case(testDescription: "self-signed", certificate: .selfSigned, trusts: own, fault: .selfSigned),
      Case(testDescription: "expired", certificate: .expired, trusts: own, fault: .expired),
      Case(testDescription: "not yet valid", certificate: .early, trusts: own, fault: .notYetValid),
      Case(testDescription: "wrong host, by address", certificate: .otherHost, trusts: own, fault: .wrongHost),
      Case(
        testDescription: "wrong host, by name", certificate: .otherHost, trusts: own, fault: .wrongHost,
        host: "localhost"),
      Case(
        testDescription: "no file of authorities", certificate: .right, trusts: { $0.folder + "/none.pem" },
        fault: .authorityFile),
      Case(
        testDescription: "a file without authorities", certificate: .right, trusts: { $0.folder + "/right.key" },
        fault: .authorityFile),
    ]
  }

  @Test func eachCertificateIsJudged() async throws {
    let authority = try await TestAuthority()
    for item in Case.all {
      try await authority.serving(item.certificate, ["ok": "HTTP/1.0 200 OK\r\n\r\nsecure"]) { port in
        let result = await Self.get("https://\(item.host):\(port)/ok", trusting: item.trusts(authority))
        switch (result, item.fault) {
        case (.success(let exchange), nil): #expect(exchange.body == Array("secure".utf8), "\(item.testDescription)")
        case (.failure(let error), let fault?):
          #expect(error.reason == .tls(fault), "\(item.testDescription)")
          #expect(error.finding.rule == "transport/tls-failed")
          #expect(error.finding.help?.isEmpty == false)
        default: Issue.record("\(item.testDescription): \(result)")
        }
      }
    }
  }

  @Test func aRedirectToHTTPIsRefused() async throws {
    let authority = try await TestAuthority()
    let down = "HTTP/1.0 302 Found\r\nLocation: http://127.0.0.1:9/\r\n\r\n"
    try await authority.serving(.right, ["down": down]) { port in
      let result = await Self.get("https://127.0.0.1:\(port)/down", trusting: authority.file)
      let error = #expect(throws: TransportError.self) { try result.get() }
      #expect(error?.reason == .redirectRefused("it leads from https to http"))
    }
  }

  private static func get(_ url: String, trusting file: String?) async -> Result<HTTPExchange, TransportError> {
    var options = CurlTransport.Options.patient
    options.certificateAuthorityFile = file
    do throws(TransportError) {
      return .success(
        try await CurlTransport(options: options).send(HTTPRequestSpec(url: url, timeout: Patience.limit)))
    } catch {
      return .failure(error)
    }
  }
}
