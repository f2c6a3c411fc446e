import CMicroHTTPD
import Diagnostics
import Verification

/// Serves recorded answers over libmicrohttpd on 127.0.0.1.
///
/// The library calls back on its one polling thread. The C side holds an unretained pointer to the server, which
/// outlives the daemon; the state of a request is the server's own address, a mark that its head was seen.
final class StubServer {
  private let router: StubRouter
  private var daemon: OpaquePointer?

  init(router: StubRouter) { self.router = router }

  /// Starts to listen and gives the port; nil when the port cannot be had.
  func start(port: UInt16) -> UInt16? {
    daemon = assay_mhd_start(port, handleRequest, Unmanaged.passUnretained(self).toOpaque(), ignoreCompletion, nil)
    return daemon.map { assay_mhd_port($0) }
  }

  /// Waits for running requests and stops.
  func stop() {
    if let daemon { MHD_stop_daemon(daemon) }
    daemon = nil
  }

  fileprivate func respond(_ connection: OpaquePointer?, path: String, method: String) -> MHD_Result {
    let answer = router.answer(
      StubRouter.Request(
        method: method, path: path, query: query(connection),
        prefer: assay_mhd_header(connection, "Prefer").map { String(cString: $0) }))
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
  guard state.pointee != nil else {
    state.pointee = context
    return accepted
  }
  if partCount.pointee > 0 {
    partCount.pointee = 0
    return accepted
  }
  let server = Unmanaged<StubServer>.fromOpaque(context).takeUnretainedValue()
  return server.respond(connection, path: String(cString: url), method: String(cString: method))
}

private func ignoreCompletion(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  state?.pointee = nil
}
