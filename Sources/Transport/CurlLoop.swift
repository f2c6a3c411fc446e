import CCurl

/// What the driving thread does: start, drive, end transfers. Used on that thread alone.
final class CurlLoop {
  private let driver: CurlDriver
  private let multi: UnsafeMutableRawPointer
  /// Running transfers by easy handle.
  private var active: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  /// Transfers that wait for their turn, oldest first from `waitingStart`.
  private var waiting: [TransferTicket] = []
  private var waitingStart = 0
  /// Easy handles that were used and are free.
  private var idle: [UnsafeMutableRawPointer] = []
  private var isStopping = false

  init(driver: CurlDriver, multi: UnsafeMutableRawPointer) {
    self.driver = driver
    self.multi = multi
  }

  /// Runs until the driver is stopped, then frees everything.
  func run() {
    while !isStopping {
      for command in driver.takeCommands() { apply(command) }
      startWaiting()
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      if finishEnded() { continue }
      // Short only as a fallback; a command wakes the poll, and libcurl shortens it for its own timers.
      curl_multi_poll(multi, nil, 0, active.isEmpty ? 60_000 : 1_000, nil)
    }
    shutDown()
  }

  private func apply(_ command: CurlDriver.Command) {
    switch command {
    case .start(let ticket): ticket.isCancelled ? ticket.fail(.cancelled) : waiting.append(ticket)
    case .cancel(let ticket):
      if let (handle, transfer) = active.first(where: { $0.value.ticket === ticket }) {
        end(handle, transfer)
      }
      // A ticket that still waits stays in line; it is passed over when its turn comes.
      ticket.fail(.cancelled)
    case .stop: isStopping = true
    }
  }

  private func startWaiting() {
    while waitingStart < waiting.count, active.count < driver.maximumConcurrentTransfers {
      let ticket = waiting[waitingStart]
      waitingStart += 1
      if !ticket.isCancelled { start(ticket) }
    }
    // Now and then, so that a line that is never empty does not grow and none is moved one by one.
    if waitingStart == waiting.count || waitingStart > 1024 {
      waiting.removeFirst(waitingStart)
      waitingStart = 0
    }
  }

  private func start(_ ticket: TransferTicket) {
    guard let handle = idle.popLast() ?? curl_easy_init() else {
      ticket.fail(.failed("libcurl is out of memory"))
      return
    }
    let transfer = CurlTransfer(ticket)
    guard transfer.configure(handle), curl_multi_add_handle(multi, handle) == CURLM_OK else {
      transfer.release()
      curl_easy_cleanup(handle)
      ticket.fail(.failed("libcurl refuses the transfer's options"))
      return
    }
    active[handle] = transfer
  }

  /// Ends the transfers that libcurl has done with; whether there were any.
  private func finishEnded() -> Bool {
    var remaining: Int32 = 0
    var anyEnded = false
    while let message = curl_multi_info_read(multi, &remaining) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
        let transfer = active[handle]
      else { continue }
      anyEnded = true
      // The message lives no longer than the handle's stay in the multi handle.
      let result = transfer.result(handle, message.pointee.data.result)
      end(handle, transfer)
      transfer.ticket.resume(result)
    }
    return anyEnded
  }

  private func end(_ handle: UnsafeMutableRawPointer, _ transfer: CurlTransfer) {
    active[handle] = nil
    curl_multi_remove_handle(multi, handle)
    // Before anything that libcurl may still point to is freed.
    curl_easy_reset(handle)
    transfer.release()
    if idle.count < driver.maximumConcurrentTransfers { idle.append(handle) } else { curl_easy_cleanup(handle) }
  }

  private func shutDown() {
    for command in driver.close() {
      if case .start(let ticket) = command { ticket.fail(.cancelled) }
    }
    for (handle, transfer) in active {
      end(handle, transfer)
      transfer.ticket.fail(.cancelled)
    }
    for ticket in waiting[waitingStart...] { ticket.fail(.cancelled) }
    for handle in idle { curl_easy_cleanup(handle) }
    curl_multi_cleanup(multi)
  }
}
