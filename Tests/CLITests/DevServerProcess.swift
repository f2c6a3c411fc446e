import Foundation
import JSONText
import TestSupport
import Testing
import Transport
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a server answered.
struct DevServerReply: Sendable {
  let status: Int
  let headers: [HTTPHeader]
  let body: [UInt8]
  /// The body as JSON; nil when it is not.
  var json: JSONNode? { (try? JSONDocument(parsing: body))?.root }
  /// `error.code` of the envelope.
  var errorCode: String? { json?["error"]?["code"]?.string }
}

/// A running `assay-devserver`.
final class DevServerProcess {
  static let password = "planted-\(UInt32.random(in: 0 ... .max))"

  let address: String
  private let transport = CurlTransport(options: .patient)

  private init(address: String) { self.address = address }

  /// When the server believes to be, unless a test says so: no slow machine lets a code or a token run out.
  static let instant = 1_772_445_600
  private static let clock = "=2026-03-02T10:00:00Z"

  /// Starts the server on a free port, works with it, and stops it by SIGTERM, which must end it with exit status 0.
  ///
  /// - Parameters:
  ///   - options: Further options of the command line.
  ///   - folder: Where the database lies; a fresh folder when it is not given.
  static func serving<T>(
    _ options: [String] = [], in folder: ScratchFolder? = nil, _ work: (DevServerProcess) async throws -> T
  ) async throws -> T {
    let folder = try folder ?? ScratchFolder()
    var environment = EnvironmentVariables.current
    environment["ASSAY_DEV_PASSWORD"] = password
    return try await ServerProcess.serving(
      [AssayBinary.folder + "/assay-devserver", "--port", "0", "--database", folder.path + "/assay_dev.sqlite"]
        + (options.contains("--clock") ? options : options + ["--clock", clock]), in: folder.path,
      environment: environment
    ) { url, _ in try await work(DevServerProcess(address: url)) }
  }

  /// Sends one request; a body is JSON unless the headers say something else. Redirects are not followed.
  func send(
    _ method: String, _ path: String, token: String? = nil, body: String? = nil, headers extra: [String: String] = [:]
  ) async throws -> DevServerReply {
    var headers = extra.map { HTTPHeader($0.key, $0.value) }
    if let token { headers.append(HTTPHeader("Authorization", "Bearer " + token)) }
    if body != nil, extra["Content-Type"] == nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    let exchange = try await transport.send(
      HTTPRequestSpec(
        method: method, url: address + path, headers: headers, body: body.map { Array($0.utf8) },
        timeout: Patience.limit, followRedirects: false))
    return DevServerReply(status: exchange.status, headers: exchange.headers, body: exchange.body)
  }

  /// Sends a form as browsers do.
  func send(form: String, to path: String, headers: [String: String] = [:]) async throws -> DevServerReply {
    let type = ["Content-Type": "application/x-www-form-urlencoded"]
    return try await send("POST", path, body: form, headers: headers.merging(type) { $1 })
  }

  /// Signs a seeded account in.
  func signIn(_ name: String) async throws -> DevServerReply {
    try await send(
      "POST", "/api/auth/sign-in", body: #"{"email":"\#(name)@example.test","password":"\#(Self.password)"}"#)
  }

  /// The access token of a fresh session.
  func token(_ name: String) async throws -> String {
    try #require(try await signIn(name).json?["accessToken"]?.string)
  }

  /// Founds a guild.
  ///
  /// - Returns: Its detail, as its leader sees it.
  func foundGuild(token: String) async throws -> (id: String, inviteCode: String) {
    let guild = try #require(
      try await send("POST", "/api/guilds", token: token, body: #"{"name":"Owls","isPublic":false}"#).json)
    return (try #require(guild["id"]?.string), try #require(guild["inviteCode"]?.string))
  }

  /// Writes bytes as they are to the server's port, ends the writing side, and reads until the server closes.
  ///
  /// - Parameter patience: Seconds to wait for more, since a server keeps unfinished requests for long.
  func sendRaw(_ bytes: [UInt8], patience: Double = Patience.limit) async throws -> String {
    let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: RawSocket.exchange(bytes, port: port, patience: patience))
      }
    }
  }
}

/// A plain socket, for what no HTTP client would send.
private enum RawSocket {
  static func exchange(_ bytes: [UInt8], port: UInt16, patience: Double) -> String {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return "no socket" }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    guard isConnected else { return "no connection" }
    var limit = timeval()
    limit.tv_sec = .init(patience)
    limit.tv_usec = .init(patience.truncatingRemainder(dividingBy: 1) * 1_000_000)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // A server may refuse what it gets before it has all of it: no signal is to come of that.
    #if canImport(Darwin)
      let flags: Int32 = 0
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    shutdown(descriptor, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += part[..<count]
    }
  }
}
