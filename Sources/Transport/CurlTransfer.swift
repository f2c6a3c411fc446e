import CCurl

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One transfer on the driving thread: its easy handle's settings, what the callbacks collect, its result.
final class CurlTransfer {
  let ticket: TransferTicket
  private(set) var head = HeadReader()
  private var body: [UInt8] = []
  /// Why a callback ended the transfer.
  private var abortReason: TransportError.Reason?
  private var refusedAddress: String?
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var resolveList: UnsafeMutablePointer<curl_slist>?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(_ ticket: TransferTicket) {
    self.ticket = ticket
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit { errorText.deallocate() }

  private var request: HTTPRequestSpec { ticket.plan.request }
  private var options: CurlTransport.Options { ticket.plan.options }

  /// Frees what libcurl pointed to; the handle must have been reset.
  func release() {
    curl_slist_free_all(headerList)
    curl_slist_free_all(resolveList)
    headerList = nil
    resolveList = nil
  }

  /// Sets every option of a fresh or reset handle; false when libcurl refuses one.
  func configure(_ handle: UnsafeMutableRawPointer) -> Bool {
    let plan = ticket.plan
    let context = Unmanaged.passUnretained(self).toOpaque()
    var isAccepted = true
    func set(_ option: CURLoption, _ value: Int) {
      isAccepted = ccurl_set_long(handle, option, value) == CURLE_OK && isAccepted
    }
    func set(_ option: CURLoption, _ value: String) {
      isAccepted = ccurl_set_string(handle, option, value) == CURLE_OK && isAccepted
    }
    set(CURLOPT_URL, plan.url)
    isAccepted = ccurl_allow_http_only(handle) == CURLE_OK && isAccepted
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    // Over a kept connection that turns out to be cut, libcurl sends a request again of its own accord.
    if request.mayRepeat == false { set(CURLOPT_FRESH_CONNECT, 1) }
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(options.connectTimeout))
    set(CURLOPT_TIMEOUT_MS, Self.milliseconds(request.allowedSeconds))
    // A length that is too much is refused before its first byte; an answer to HEAD states one and has no body.
    if request.method != "HEAD" {
      let limit = ccurl_set_off_t(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.maximumBodyBytes))
      isAccepted = limit == CURLE_OK && isAccepted
    }
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, max(1, options.stallTimeout))
    if !TransferPlan.acceptedCodings.isEmpty { set(CURLOPT_ACCEPT_ENCODING, TransferPlan.acceptedCodings) }
    // An empty proxy overrides http_proxy and its kin, which would see the bearer token.
    if plan.isDirect { set(CURLOPT_PROXY, "") }
    if let file = options.certificateAuthorityFile { set(CURLOPT_CAINFO, file) }
    for line in plan.headerLines { append(line, to: &headerList) }
    ccurl_set_list(handle, CURLOPT_HTTPHEADER, headerList)
    if !options.resolve.isEmpty {
      for entry in options.resolve { append(entry, to: &resolveList) }
      ccurl_set_list(handle, CURLOPT_RESOLVE, resolveList)
    }
    ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
    ccurl_set_write_callback(handle, CURLOPT_WRITEFUNCTION, receiveBody)
    ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    ccurl_set_write_callback(handle, CURLOPT_HEADERFUNCTION, receiveHeader)
    ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    if request.loopbackOnly {
      ccurl_set_open_socket_callback(handle, openSocket)
      ccurl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context)
      ccurl_set_pre_request_callback(handle, checkPeer)
      ccurl_set_pointer(handle, CURLOPT_PREREQDATA, context)
    }
    return configureMethod(handle) && isAccepted
  }

  private func configureMethod(_ handle: UnsafeMutableRawPointer) -> Bool {
    // A method that takes a body states its length, 0 included (RFC 9110 section 8.6).
    let takesBody = ["POST", "PUT", "PATCH"].contains(request.method)
    if let body = request.body ?? (takesBody ? [] : nil) {
      let isCopied = body.withUnsafeBufferPointer { bytes in
        let start = UnsafeRawPointer(bytes.baseAddress ?? UnsafePointer(errorTextBytes))
        return ccurl_set_off_t(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)) == CURLE_OK
          && ccurl_set_string(handle, CURLOPT_COPYPOSTFIELDS, start.assumingMemoryBound(to: CChar.self)) == CURLE_OK
      }
      return isCopied && ccurl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method) == CURLE_OK
    }
    switch request.method {
    case "GET": return ccurl_set_long(handle, CURLOPT_HTTPGET, 1) == CURLE_OK
    case "HEAD": return ccurl_set_long(handle, CURLOPT_NOBODY, 1) == CURLE_OK
    default: return ccurl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method) == CURLE_OK
    }
  }

  /// A valid address for a body of no bytes.
  private var errorTextBytes: UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(errorText).assumingMemoryBound(to: UInt8.self)
  }

  private func append(_ line: String, to list: inout UnsafeMutablePointer<curl_slist>?) {
    if let longer = curl_slist_append(list, line) { list = longer }
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    seconds > 2_000_000 ? 2_000_000_000 : max(1, Int((seconds * 1000).rounded(.up)))
  }
}

extension CurlTransfer {
  /// The outcome; called while the handle still has its state.
  func result(_ handle: UnsafeMutableRawPointer, _ code: CURLcode) -> Result<HTTPExchange, TransportError> {
    guard code == CURLE_OK else { return .failure(TransportError(reason(handle, code), for: request.line)) }
    // libcurl takes a head without its blank line for whole when the peer closes.
    guard head.isComplete else { return .failure(TransportError(.truncated, for: request.line)) }
    if let why = head.malformation {
      return .failure(TransportError(.malformedAnswer(why), for: request.line))
    }
    let exchange = HTTPExchange(
      request: request, status: long(handle, CURLINFO_RESPONSE_CODE), headers: head.headers, trailers: head.trailers,
      body: body, peerAddress: string(handle, CURLINFO_PRIMARY_IP), peerPort: long(handle, CURLINFO_PRIMARY_PORT),
      url: ticket.plan.url, reusedConnection: long(handle, CURLINFO_NUM_CONNECTS) == 0, timings: timings(handle))
    return .success(exchange)
  }

  private func reason(_ handle: UnsafeMutableRawPointer, _ code: CURLcode) -> TransportError.Reason {
    if let abortReason { return abortReason }
    switch code {
    case CURLE_URL_MALFORMAT: return .badURL("libcurl does not accept the URL")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return .unknownHost(HTTPOrigin(url: ticket.plan.url)?.host ?? "")
    case CURLE_COULDNT_CONNECT: return connectReason(errno: Int32(truncatingIfNeeded: long(handle, CURLINFO_OS_ERRNO)))
    case CURLE_OPERATION_TIMEDOUT:
      return message.utf8.starts(with: "Operation too slow".utf8) ? .stalled(phase(handle)) : .timedOut(phase(handle))
    case CURLE_PARTIAL_FILE: return .truncated
    case CURLE_GOT_NOTHING: return .emptyAnswer
    case CURLE_SEND_ERROR: return .connectionReset
    case CURLE_RECV_ERROR:
      // Chunks that cannot be read have no code of their own.
      return message.contains("chunked-encoding")
        ? .malformedAnswer("a chunk of its body cannot be read") : .connectionReset
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3:
      return .malformedAnswer("libcurl cannot read it")
    case CURLE_BAD_CONTENT_ENCODING: return .badContentCoding
    case CURLE_OUT_OF_MEMORY, Self.tooLarge:
      // The only code of libcurl's own limit for a line of the head, which has no text either.
      guard head.hasBytes, !head.isComplete else { return .failed("libcurl is out of memory") }
      return .headersTooLarge(limit: min(options.maximumHeaderBytes, Self.libraryHeaderLimit))
    case CURLE_FILESIZE_EXCEEDED: return .bodyTooLarge(limit: request.maximumBodyBytes)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
      return .tls(TransportError.TLSFault(code, verification: long(handle, CURLINFO_SSL_VERIFYRESULT), text: message))
    default: return .failed(String(cString: curl_easy_strerror(code)))
    }
  }

  /// CURLE_TOO_LARGE, which headers before libcurl 8.6 do not name.
  private static let tooLarge = CURLcode(rawValue: 100)
  /// CURL_MAX_HTTP_HEADER: most bytes of one header line.
  private static let libraryHeaderLimit = 100 << 10

  private func connectReason(errno code: Int32) -> TransportError.Reason {
    if let refusedAddress {
      return .refusedByPolicy("the host resolves to \(refusedAddress), not to a loopback address")
    }
    switch code {
    case ECONNREFUSED: return .connectionRefused
    case ETIMEDOUT: return .timedOut(.connecting)
    case ECONNRESET: return .connectionReset
    default: return .unreachable
    }
  }

  private func phase(_ handle: UnsafeMutableRawPointer) -> TransportError.Phase {
    if head.isComplete { return .readingBody }
    let isSecure = ticket.plan.url.utf8.starts(with: "https".utf8)
    let connected = seconds(handle, isSecure ? CURLINFO_APPCONNECT_TIME_T : CURLINFO_CONNECT_TIME_T)
    let isReused = long(handle, CURLINFO_NUM_CONNECTS) == 0 && !string(handle, CURLINFO_PRIMARY_IP).isEmpty
    return connected > 0 || isReused ? .awaitingAnswer : .connecting
  }

  /// libcurl's own words; they may hold times, so they are read and never shown.
  private var message: String { String(cString: errorText) }

  private func timings(_ handle: UnsafeMutableRawPointer) -> HTTPExchange.Timings {
    HTTPExchange.Timings(
      nameLookup: seconds(handle, CURLINFO_NAMELOOKUP_TIME_T), connect: seconds(handle, CURLINFO_CONNECT_TIME_T),
      tls: seconds(handle, CURLINFO_APPCONNECT_TIME_T), firstByte: seconds(handle, CURLINFO_STARTTRANSFER_TIME_T),
      total: seconds(handle, CURLINFO_TOTAL_TIME_T))
  }

  private func long(_ handle: UnsafeMutableRawPointer, _ info: CURLINFO) -> Int {
    var value = 0
    return ccurl_get_long(handle, info, &value) == CURLE_OK ? value : 0
  }

  private func seconds(_ handle: UnsafeMutableRawPointer, _ info: CURLINFO) -> Double {
    var value: curl_off_t = 0
    return ccurl_get_off_t(handle, info, &value) == CURLE_OK ? Double(value) / 1_000_000 : 0
  }

  private func string(_ handle: UnsafeMutableRawPointer, _ info: CURLINFO) -> String {
    var value: UnsafePointer<CChar>?
    guard ccurl_get_string(handle, info, &value) == CURLE_OK, let value else { return "" }
    return String(cString: value)
  }
}

extension CurlTransfer {
  fileprivate func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= request.maximumBodyBytes - body.count else {
      abortReason = .bodyTooLarge(limit: request.maximumBodyBytes)
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  fileprivate func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
    guard head.byteCount + bytes.count <= options.maximumHeaderBytes else {
      abortReason = .headersTooLarge(limit: options.maximumHeaderBytes)
      return false
    }
    head.read(line: bytes)
    return true
  }

  fileprivate func allows(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
    let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
    if Loopback.contains(UnsafeRawPointer(address) + offset, family: address.pointee.family) { return true }
    refusedAddress = "another address"
    return false
  }

  fileprivate func allows(peer: String) -> Bool {
    if Loopback.contains(peer) { return true }
    abortReason = .refusedByPolicy("the peer \(peer) is not a loopback address")
    return false
  }
}

// What libcurl calls, on the driving thread. The transfer outlives its stay in the multi handle.

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context)?.receive(body: buffer) == true ? buffer.count : 0
}

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context)?.receive(headerLine: buffer) == true ? buffer.count : 0
}

private func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address, let transfer = transfer(context), transfer.allows(address) else { return -1 }
  let descriptor = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
  if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  return descriptor
}

private func checkPeer(
  _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?, _ local: UnsafeMutablePointer<CChar>?,
  _ peerPort: Int32, _ localPort: Int32
) -> Int32 {
  guard let peer, let transfer = transfer(context), transfer.allows(peer: String(cString: peer)) else { return 1 }
  return 0
}
