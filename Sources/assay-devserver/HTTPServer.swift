import CMicroHTTPD

/// Serves a router over libmicrohttpd on 127.0.0.1.
///
/// The library calls back on its one polling thread, which therefore is the only one to touch the router. The C side
/// holds an unretained pointer to the server, which outlives the daemon, and a retained pointer for each request as it
/// comes in, which the completion callback releases.
final class HTTPServer {
  static let maximumBodyBytes = 1 << 20

  private let router: Router
  private let clock: ServerClock
  private let log: RequestLog?
  private var daemon: OpaquePointer?

  init(router: Router, clock: ServerClock, log: RequestLog?) {
    self.router = router
    self.clock = clock
    self.log = log
  }

  /// Starts to listen and gives the port; nil when the port cannot be had.
  func start(port: UInt16) -> UInt16? {
    daemon = assay_mhd_start(port, handleRequest, Unmanaged.passUnretained(self).toOpaque(), release, begin)
    return daemon.map { assay_mhd_port($0) }
  }

  /// Waits for running requests and stops.
  func stop() {
    MHD_stop_daemon(daemon)
    daemon = nil
  }

  /// A request while it comes in.
  final class Incoming {
    /// Path and query as they were sent.
    let target: String
    /// Whether the head is there, after which parts of the body come.
    var hasHead = false
    var bytes: [UInt8] = []
    /// Bytes that came, kept or not.
    var count = 0

    init(target: String) { self.target = target }

    var isTooLarge: Bool {
      count > (target.hasPrefix(Uploads.prefix) ? Uploads.maximumBytes : HTTPServer.maximumBodyBytes)
    }
  }

  fileprivate func respond(
    _ connection: OpaquePointer?, url: String, method: String, incoming: Incoming
  ) -> MHD_Result {
    let names = Request.headerNames.map { ($0, header(connection, $0)) }
    let request = Request(
      method: method, path: url, target: incoming.target, query: query(connection),
      headers: Dictionary(names) { first, _ in first }.compactMapValues { $0 }, body: incoming.bytes,
      port: assay_mhd_connection_port(connection), now: clock.now)
    let answer = incoming.isTooLarge ? Answer.refusal(.tooLarge) : router.answer(request)
    log?.write(method: method, path: url, status: answer.status)
    let bytes = answer.html.map { Array($0.utf8) } ?? answer.body?.bytes ?? []
    guard let response = bytes.withUnsafeBytes({ assay_mhd_response($0.baseAddress, $0.count) }) else { return refused }
    defer { MHD_destroy_response(response) }
    var headers = ["Cache-Control": "no-store"]
    if answer.html != nil {
      headers["Content-Type"] = "text/html; charset=utf-8"
    } else if answer.body != nil {
      headers["Content-Type"] = "application/json; charset=utf-8"
    }
    for (name, value) in headers.merging(answer.headers, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }) {
      MHD_add_response_header(response, name, value)
    }
    return MHD_queue_response(connection, UInt32(answer.status), response)
  }

  private func header(_ connection: OpaquePointer?, _ name: String) -> String? {
    assay_mhd_header(connection, name).map { String(cString: $0) }
  }

  private func query(_ connection: OpaquePointer?) -> [String: String] {
    final class Items { var values: [String: String] = [:] }
    let items = Items()
    assay_mhd_each_argument(
      connection,
      { context, _, name, value in
        guard let context, let name else { return refused }
        let items = Unmanaged<Items>.fromOpaque(context).takeUnretainedValue()
        items.values[String(cString: name)] = value.map { String(cString: $0) } ?? ""
        return accepted
      }, Unmanaged.passUnretained(items).toOpaque())
    return items.values
  }
}

private let accepted = assay_mhd_result(1)
private let refused = assay_mhd_result(0)

/// Called first of all, with the target as it was sent.
private func begin(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  let target = target.map { String(cString: $0) } ?? ""
  return Unmanaged.passRetained(HTTPServer.Incoming(target: target)).toOpaque()
}

/// The access handler of libmicrohttpd: called once when the head is there, then for each part of the body, then with none.
private func handleRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?,
  _ partCount: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let pointer = state?.pointee, let partCount, let url, let method else { return refused }
  let incoming = Unmanaged<HTTPServer.Incoming>.fromOpaque(pointer).takeUnretainedValue()
  if !incoming.hasHead {
    incoming.hasHead = true
    return accepted
  }
  if partCount.pointee > 0, let part {
    incoming.count += partCount.pointee
    // Too much is read to its end, so that the client sees the refusal; who never ends is cut off.
    if incoming.count > 16 * HTTPServer.maximumBodyBytes { return refused }
    if incoming.isTooLarge {
      incoming.bytes = []
    } else {
      incoming.bytes += UnsafeRawBufferPointer(start: part, count: partCount.pointee)
    }
    partCount.pointee = 0
    return accepted
  }
  let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
  return server.respond(connection, url: String(cString: url), method: String(cString: method), incoming: incoming)
}

private func release(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  guard let pointer = state?.pointee else { return }
  Unmanaged<HTTPServer.Incoming>.fromOpaque(pointer).release()
  state?.pointee = nil
}
