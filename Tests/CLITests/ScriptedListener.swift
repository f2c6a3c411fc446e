import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that is not Assay's own server: it answers every request with what a closure says, or hangs up.
final class ScriptedListener: Sendable {
  /// Number of the port.
  let port: UInt16
  private let descriptor: Int32
  private let status: String
  private let lines = Mutex<[String]>([])

  /// - Parameters:
  ///   - status: Of every answer, with its reason.
  ///   - answer: Gets the request line and how many came before it; nil hangs up.
  init(status: String = "200 OK", _ answer: @escaping @Sendable (String, Int) -> String?) throws {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    try #require(isBound)
    self.descriptor = descriptor
    self.status = status
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve(answer) }
  }

  /// The request lines so far, without the version.
  var requests: [String] { lines.withLock { $0 } }

  /// Ends it.
  func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  deinit { close(descriptor) }

  private func serve(_ answer: (String, Int) -> String?) {
    while true {
      let client = accept(descriptor, nil, nil)
      guard client >= 0 else { return }
      var request: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 4096)
      while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
        let count = read(client, &part, part.count)
        guard count > 0 else { break }
        request += part[..<count]
      }
      let line = String(decoding: request.prefix { $0 != 0x0D }, as: UTF8.self).replacing(" HTTP/1.1", with: "")
      let count = lines.withLock { lines in
        lines.append(line)
        return lines.count - 1
      }
      if let body = answer(line, count) {
        let head = "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        let bytes = Array((head + "Connection: close\r\n\r\n" + body).utf8)
        #if os(Linux)
          _ = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        #else
          _ = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, 0) }
        #endif
      }
      close(client)
    }
  }
}
