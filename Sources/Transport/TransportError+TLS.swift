import CCurl

extension TransportError {
  /// Why no secure connection came about.
  public enum TLSFault: Hashable, Sendable {
    /// The certificate's time is over.
    case expired
    /// The certificate's time has not come.
    case notYetValid
    /// The certificate is for other names.
    case wrongHost
    /// The certificate is signed by itself, and nobody has said that it may be trusted.
    case selfSigned
    /// The certificate's authority is not among those that are trusted.
    case unknownAuthority
    /// The file of trusted authorities cannot be read.
    case authorityFile
    /// The two sides found no common language; often the port does not speak TLS.
    case handshake
    /// Another reason, in the library's words.
    case other(String)
  }
}

extension TransportError.TLSFault {
  /// Reads what libcurl tells.
  ///
  /// - Parameters:
  ///   - verification: OpenSSL's verdict on the certificate (`X509_V_ERR_…`), 0 for none or another library's.
  ///   - text: libcurl's own words, which other libraries make.
  init(_ code: CURLcode, verification: Int, text: String) {
    switch (code, verification) {
    case (CURLE_SSL_CACERT_BADFILE, _): self = .authorityFile
    case (_, 9): self = .notYetValid
    case (_, 10): self = .expired
    case (_, 18): self = .selfSigned
    case (_, 2), (_, 19), (_, 20), (_, 21): self = .unknownAuthority
    case (_, 62), (_, 64): self = .wrongHost
    case (CURLE_PEER_FAILED_VERIFICATION, _): self = Self.named(in: text) ?? .other(Self.words(code))
    case (CURLE_SSL_CONNECT_ERROR, _): self = Self.named(in: text) ?? .handshake
    default: self = .other(Self.words(code))
    }
  }

  private static func named(in text: String) -> Self? {
    func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    if says("no alternative certificate subject name", "does not match target") { return .wrongHost }
    if says("has expired") { return .expired }
    if says("not yet valid") { return .notYetValid }
    if says("unable to get local issuer") { return .unknownAuthority }
    return says("self-signed certificate", "self signed certificate") ? .selfSigned : nil
  }

  private static func words(_ code: CURLcode) -> String { String(cString: curl_easy_strerror(code)) }

  /// The fact.
  var message: String {
    switch self {
    case .expired: "the certificate has expired"
    case .notYetValid: "the certificate is not valid yet"
    case .wrongHost: "the certificate is for another host"
    case .selfSigned: "the certificate is signed by itself"
    case .unknownAuthority: "the certificate's authority is not trusted here"
    case .authorityFile: "the file of trusted authorities cannot be read"
    case .handshake: "the handshake failed"
    case .other(let words): words
    }
  }

  /// The next step.
  var help: String {
    switch self {
    case .expired: "renew the server's certificate"
    case .notYetValid: "check this machine's clock, then the server's certificate"
    case .wrongHost: "use a host name that the certificate is for, or get one for this name"
    case .selfSigned, .unknownAuthority:
      "name the authority's PEM file as \"caFile\" of the environment in assay.json, or in CURL_CA_BUNDLE"
    case .authorityFile: "give \"caFile\", or CURL_CA_BUNDLE, a file of PEM certificates"
    case .handshake: "check that the port speaks TLS, or write http:// in the base URL"
    case .other: "try the URL with curl -v, which shows the handshake"
    }
  }
}
