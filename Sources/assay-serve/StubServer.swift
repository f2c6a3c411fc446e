import CMicroHTTPD
import Diagnostics
import Verification

/// Serves recorded answers over libmicrohttpd on 127.0.0.1.
///
/// The library calls back on its one polling thread. The C side holds an unretained pointer to the server, which
/// outlives the daemon, and a retained one to the body of each request, until that is completed.
final class StubServer {
  /// The body of a request that is being received.
  fileprivate final class Upload {
    private static let maximumBytes = 16 << 20
    private(set) var bytes: [UInt8] = []
    private var isTooLong = false

    /// Takes a part; a body that is too long to choose by is as good as none.
    func append(_ part: UnsafeRawBufferPointer) {
      guard !isTooLong else { return }
      isTooLong = bytes.count + part.count > Self.maximumBytes
      if isTooLong { bytes = [] } else { bytes += part }
    }
  }

  private let router: StubRouter
  private let log: (String) -> Void
  private var daemon: OpaquePointer?

  /// - Parameter log: Takes a line for each request that was answered.
  init(router: StubRouter, log: @escaping (String) -> Void) {
    self.router = router
    self.log = log
  }

  /// Starts to listen and gives the port; nil when the port cannot be had.
  func start(port: UInt16) -> UInt16? {
    daemon = assay_mhd_start(port, handleRequest, Unmanaged.passUnretained(self).toOpaque(), complete, nil)
    return daemon.map { assay_mhd_port($0) }
  }

  /// Waits for running requests and stops.
  func stop() {
    if let daemon { MHD_stop_daemon(daemon) }
    daemon = nil
  }

  fileprivate func respond(
    _ connection: OpaquePointer?, path: String, method: String, body: [UInt8]
  ) -> MHD_Result {
    func header(_ name: String) -> String? { assay_mhd_header(connection, name).map { String(cString: $0) } }
    var request = StubRequest(method: method, path: path, query: query(connection))
    request.setPrefer(header("Prefer") ?? "")
    request.isAuthorized = header("Authorization") != nil
    request.entityTags = header("If-None-Match")
    request.body = KeptRequest(body, contentType: header("Content-Type"))
    let answer = router.answer(request)
    log("\(method) \(path): \(answer.summary)")
    guard let response = answer.body.withUnsafeBytes({ assay_mhd_response($0.baseAddress, $0.count) }) else {
      return refused
    }
    defer { MHD_destroy_response(response) }
    for header in answer.headers { MHD_add_response_header(response, header.name, header.value) }
    return MHD_queue_response(connection, UInt32(answer.status), response)
  }

  private func query(_ connection: OpaquePointer?) -> [NamedValue] {
    final class Items { var values: [NamedValue] = [] }
    let items = Items()
    assay_mhd_each_argument(
      connection,
      { context, _, name, value in
        guard let context, let name else { return refused }
        let items = Unmanaged<Items>.fromOpaque(context).takeUnretainedValue()
        items.values.append(NamedValue(String(cString: name), value.map { String(cString: $0) } ?? ""))
        return accepted
      }, Unmanaged.passUnretained(items).toOpaque())
    return items.values
  }
}

private let accepted = assay_mhd_result(1)
private let refused = assay_mhd_result(0)

/// The access handler: called once when the head is there, then for each part of the body, then with none.
private func handleRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?,
  _ partCount: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let state, let partCount, let url, let method else { return refused }
  guard let known = state.pointee else {
    state.pointee = Unmanaged.passRetained(StubServer.Upload()).toOpaque()
    return accepted
  }
  let upload = Unmanaged<StubServer.Upload>.fromOpaque(known).takeUnretainedValue()
  if partCount.pointee > 0 {
    upload.append(UnsafeRawBufferPointer(start: part, count: partCount.pointee))
    partCount.pointee = 0
    return accepted
  }
  let server = Unmanaged<StubServer>.fromOpaque(context).takeUnretainedValue()
  return server.respond(
    connection, path: String(cString: url), method: String(cString: method), body: upload.bytes)
}

private func complete(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  if let known = state?.pointee { Unmanaged<StubServer.Upload>.fromOpaque(known).release() }
  state?.pointee = nil
}
