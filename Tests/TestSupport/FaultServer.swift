internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A request as the fault server read it.
package struct ReceivedRequest: Sendable {
  package var method = ""
  package var target = ""
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  /// 0-based number of the connection it came over.
  package var connection = 0

  package func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
}

/// What the fault server does with a request.
package enum Fault: Sendable {
  /// Sends the bytes and waits for the next request on the connection.
  case answer([UInt8])
  /// Sends the bytes and closes.
  case answerThenClose([UInt8])
  /// Sends the bytes and cuts the connection with RST.
  case answerThenReset([UInt8])
  /// Sends the bytes and then nothing, until the peer goes away.
  case answerThenStall([UInt8])
  /// Sends the head and then the block again and again, until the peer goes away.
  case endless([UInt8], of: [UInt8] = [0x61])
  /// Sends the head and then one byte now and then, until the peer goes away: never a stall, and never an end.
  case trickle([UInt8])

  /// An answer with a length and a connection that stays.
  package static func status(_ status: Int, _ headers: [String] = [], body: String = "") -> Fault {
    let head = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)"] + headers
    return .answer(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
  }
}

/// A server on loopback that misbehaves as told; each connection has a thread, and all of them end with the server.
package final class FaultServer: Sendable {
  package typealias Behaviour = @Sendable (ReceivedRequest) -> Fault

  package let port: UInt16
  private let listener: Int32
  private let behaviour: Behaviour
  private struct State {
    var requests: [ReceivedRequest] = []
    var connections = 0
    var isStopped = false
  }
  private let state = Mutex(State())
  private static let maximumConnections = 256

  package init(_ behaviour: @escaping Behaviour) throws {
    let listener = socket(AF_INET, Self.stream, 0)
    guard listener >= 0 else { throw SocketFailure(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isBound else { throw SocketFailure(call: "bind") }
    self.listener = listener
    self.behaviour = behaviour
    port = UInt16(bigEndian: address.sin_port)
    runThread { [self] in acceptConnections() }
  }

  package var url: String { "http://127.0.0.1:\(port)" }
  package var requests: [ReceivedRequest] { state.withLock { $0.requests } }
  package var connections: Int { state.withLock { $0.connections } }

  package func stop() { state.withLock { $0.isStopped = true } }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private static var stream: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  private func acceptConnections() {
    defer { close(listener) }
    while !isStopped {
      guard waitForInput(listener) else { continue }
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { continue }
      let number = state.withLock { state in
        state.connections += 1
        return state.connections - 1
      }
      guard number < Self.maximumConnections else {
        close(descriptor)
        continue
      }
      runThread { [self] in serve(descriptor, number) }
    }
  }

  private func serve(_ descriptor: Int32, _ number: Int) {
    defer { close(descriptor) }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var buffer: [UInt8] = []
    while var request = nextRequest(descriptor, &buffer) {
      request.connection = number
      state.withLock { $0.requests.append(request) }
      switch behaviour(request) {
      case .answer(let bytes): guard transmit(descriptor, bytes) else { return }
      case .answerThenClose(let bytes):
        _ = transmit(descriptor, bytes)
        return
      case .answerThenReset(let bytes):
        _ = transmit(descriptor, bytes)
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        return
      case .answerThenStall(let bytes):
        _ = transmit(descriptor, bytes)
        waitForClose(descriptor)
        return
      case .endless(let head, let block):
        _ = transmit(descriptor, head)
        let many = Array(repeatElement(block, count: max(1, (1 << 16) / max(1, block.count))).joined())
        // Bounded, so that a client without a limit ends as well.
        for _ in 0..<2048 where !isStopped { guard transmit(descriptor, many) else { return } }
        return
      case .trickle(let head):
        _ = transmit(descriptor, head)
        while !isStopped, transmit(descriptor, [0x61]) { usleep(20_000) }
        return
      }
    }
  }

  private func nextRequest(_ descriptor: Int32, _ buffer: inout [UInt8]) -> ReceivedRequest? {
    while true {
      if let request = Self.parse(&buffer) { return request }
      guard receive(descriptor, &buffer) else { return nil }
    }
  }

  private static func parse(_ buffer: inout [UInt8]) -> ReceivedRequest? {
    if buffer.first == 0x16 {
      // A TLS client greets a server that speaks plain text.
      buffer = []
      return ReceivedRequest(method: "TLS")
    }
    let text = String(decoding: buffer, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    var request = ReceivedRequest(method: String(words[0]), target: words.count > 1 ? String(words[1]) : "")
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
      request.headers.append((String(parts[0]), String(value)))
    }
    let headBytes = text[..<end.upperBound].utf8.count
    let bodyBytes = request.header("Content-Length").flatMap { Int($0) } ?? 0
    guard buffer.count >= headBytes + bodyBytes else { return nil }
    request.body = Array(buffer[headBytes..<headBytes + bodyBytes])
    buffer.removeFirst(headBytes + bodyBytes)
    return request
  }

  private func receive(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Bool {
    while !waitForInput(descriptor) { if isStopped { return false } }
    var block = [UInt8](repeating: 0, count: 1 << 14)
    let count = recv(descriptor, &block, block.count, 0)
    guard count > 0 else { return false }
    buffer += block[..<count]
    return true
  }

  private func waitForClose(_ descriptor: Int32) {
    var ignored: [UInt8] = []
    while receive(descriptor, &ignored) {}
  }

  private func waitForInput(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 50) > 0
  }

  private func transmit(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, flags) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

package struct SocketFailure: Error {
  let call: String
}

/// Runs a closure on a detached thread of its own.
private func runThread(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let context = Unmanaged.passRetained(Box(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(
      &thread, nil,
      {
        Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body()
        return nil
      }, context)
    if let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      {
        if let context = $0 { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, context)
    pthread_detach(thread)
  #endif
}
