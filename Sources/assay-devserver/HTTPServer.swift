import CMicroHTTPD

/// Serves a router over libmicrohttpd on 127.0.0.1.
///
/// The library calls back on its one polling thread, which therefore is the only one to touch the router. The C side
/// holds an unretained pointer to the server, which outlives the daemon, and a retained pointer for each request's
/// upload, which the completion callback releases.
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
    daemon = assay_mhd_start(port, handleRequest, Unmanaged.passUnretained(self).toOpaque(), releaseUpload)
    return daemon.map { assay_mhd_port($0) }
  }

  /// Waits for running requests and stops.
  func stop() {
    MHD_stop_daemon(daemon)
    daemon = nil
  }

  /// The body of a request while it comes in.
  final class Upload {
    var bytes: [UInt8] = []
    /// Bytes that came, kept or not.
    var count = 0
    var isTooLarge: Bool { count > HTTPServer.maximumBodyBytes }
  }

  fileprivate func respond(
    _ connection: OpaquePointer?, url: String, method: String, upload: Upload
  ) -> MHD_Result {
    let request = Request(
      method: method, path: url, query: query(connection), authorization: header(connection, "Authorization"),
      body: upload.bytes, now: clock.now)
    let answer = upload.isTooLarge ? Answer.refusal(.tooLarge) : router.answer(request)
    log?.write(method: method, path: url, status: answer.status)
    let bytes = answer.html.map { Array($0.utf8) } ?? answer.body?.bytes ?? []
    guard let response = bytes.withUnsafeBytes({ assay_mhd_response($0.baseAddress, $0.count) }) else { return refused }
    defer { MHD_destroy_response(response) }
    if answer.html != nil {
      MHD_add_response_header(response, "Content-Type", "text/html; charset=utf-8")
    } else if answer.body != nil {
      MHD_add_response_header(response, "Content-Type", "application/json; charset=utf-8")
    }
    MHD_add_response_header(response, "Cache-Control", "no-store")
    for (name, value) in answer.headers { MHD_add_response_header(response, name, value) }
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

/// The access handler of libmicrohttpd: called once when the head is there, then for each part of the body, then with none.
private func handleRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?,
  _ partCount: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let state, let partCount, let url, let method else { return refused }
  guard let pointer = state.pointee else {
    state.pointee = Unmanaged.passRetained(HTTPServer.Upload()).toOpaque()
    return accepted
  }
  let upload = Unmanaged<HTTPServer.Upload>.fromOpaque(pointer).takeUnretainedValue()
  if partCount.pointee > 0, let part {
    upload.count += partCount.pointee
    // Too much is read to its end, so that the client sees the refusal; who never ends is cut off.
    if upload.count > 16 * HTTPServer.maximumBodyBytes { return refused }
    if upload.isTooLarge {
      upload.bytes = []
    } else {
      upload.bytes += UnsafeRawBufferPointer(start: part, count: partCount.pointee)
    }
    partCount.pointee = 0
    return accepted
  }
  let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
  return server.respond(connection, url: String(cString: url), method: String(cString: method), upload: upload)
}

private func releaseUpload(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  guard let pointer = state?.pointee else { return }
  Unmanaged<HTTPServer.Upload>.fromOpaque(pointer).release()
  state?.pointee = nil
}
