internal import Workspace

/// A certificate authority of its own, made by `openssl`, and servers on loopback with what it signs.
package final class TestAuthority: Sendable {
  /// Whether an `openssl` is there.
  package static let isAvailable = path != nil
  /// Why tests are skipped without it.
  package static let reason = "openssl is not on the path"

  /// A certificate for a server; all but `right` are wrong in one way.
  package enum Certificate: String, CaseIterable, Sendable {
    case right, expired, early, otherHost, selfSigned
  }

  /// Folder of the keys and certificates.
  package let folder: String

  private static let path: String? = {
    var folders = (EnvironmentVariables.current["PATH"] ?? "").split(separator: ":").map(String.init)
    #if os(macOS)
      // The system's own is LibreSSL, which lacks some of what is used here.
      folders = ["/opt/homebrew/opt/openssl/bin", "/usr/local/opt/openssl/bin"] + folders.filter { $0 != "/usr/bin" }
    #endif
    return folders.map { "\($0)/openssl" }.first { FileSystem.exists($0) }
  }()

  /// Makes the authority and every certificate.
  package init() async throws {
    folder = try FileSystem.makeTemporaryDirectory(prefix: "assay-test-authority")
    try FileSystem.write(Array(Self.script.utf8), to: folder + "/make.sh")
    let run = try await ChildProcess.run(
      ["/bin/sh", "make.sh", Self.path ?? "openssl"], workingDirectory: folder, timeout: Patience.limit)
    guard run.status == 0 else {
      throw NeverHappened(description: "openssl: " + String(decoding: run.error, as: UTF8.self))
    }
  }

  deinit { try? FileSystem.remove(folder) }

  /// PEM file of the authority.
  package var file: String { folder + "/authority.pem" }
  /// PEM file of an authority that has signed nothing here.
  package var otherFile: String { folder + "/stranger.pem" }

  /// Serves whole answers over TLS for as long as the work takes.
  ///
  /// - Parameters:
  ///   - answers: By path, without its first slash; each is status line, headers and body.
  ///   - work: Gets the port on 127.0.0.1.
  package func serving<T>(
    _ certificate: Certificate, _ answers: [String: String], _ work: (UInt16) async throws -> T
  ) async throws -> T {
    let files = try FileSystem.makeTemporaryDirectory(prefix: "assay-test-tls")
    defer { try? FileSystem.remove(files) }
    for (path, answer) in answers { try FileSystem.write(Array(answer.utf8), to: files + "/" + path) }
    let name = folder + "/" + certificate.rawValue
    let server = try ChildProcess.start(
      [
        Self.path ?? "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", name + ".pem", "-key", name + ".key",
        "-HTTP",
      ], workingDirectory: files)
    do {
      var port: UInt16?
      try await eventually("openssl's port", hopeless: server.endedText) {
        port = server.capturedOutput.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }
        return port != nil
      }
      let result = try await work(port ?? 0)
      await server.terminate()
      return result
    } catch {
      await server.terminate()
      throw error
    }
  }

  private static let script = #"""
    set -e
    openssl=$1
    cat >req.conf <<'END'
    [req]
    distinguished_name = name
    [name]
    [authority]
    basicConstraints = critical, CA:TRUE
    keyUsage = critical, keyCertSign, cRLSign
    [server]
    basicConstraints = CA:FALSE
    subjectAltName = DNS:localhost, IP:127.0.0.1
    [ca]
    default_ca = own
    [own]
    database = index.txt
    new_certs_dir = .
    rand_serial = yes
    unique_subject = no
    default_md = sha256
    policy = any
    email_in_dn = no
    [any]
    commonName = supplied
    END
    : >index.txt
    key() { "$openssl" ecparam -name prime256v1 -genkey -noout -out "$1.key"; }
    signed_by_itself() {
      key "$1"
      "$openssl" req -x509 -new -key "$1.key" -out "$1.pem" -subj "/CN=$1" -days 3650 -config req.conf -extensions "$2"
    }
    server() {
      key "$1"
      "$openssl" req -new -key "$1.key" -out "$1.csr" -subj "/CN=$1" -config req.conf
      printf 'basicConstraints=CA:FALSE\nsubjectAltName=%s\n' "$4" >"$1.ext"
      "$openssl" ca -batch -notext -config req.conf -cert authority.pem -keyfile authority.key -in "$1.csr" -out "$1.pem" \
        -startdate "$2" -enddate "$3" -extfile "$1.ext"
    }
    signed_by_itself authority authority
    signed_by_itself stranger authority
    signed_by_itself selfSigned server
    here=DNS:localhost,IP:127.0.0.1
    server right 20200101000000Z 20490101000000Z $here
    server expired 20200101000000Z 20200102000000Z $here
    server early 20480101000000Z 20490101000000Z $here
    server otherHost 20200101000000Z 20490101000000Z DNS:other.test

    """#
}
