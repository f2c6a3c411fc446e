import TestSupport
import Testing

@testable import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct PortOwnerTests {
  /// A line of `/proc/net/tcp`, and whether it is a socket that answers loopback at port 4010.
  struct Line: Sendable, CustomTestStringConvertible {
    let address: String
    var port = "0FAA"
    var state = "0A"
    let isFound: Bool
    var testDescription: String { "\(address):\(port) \(state)" }
  }

  @Test(arguments: [
    Line(address: "0100007F", isFound: true), Line(address: "00000000", isFound: true),
    Line(address: "7F000001", isFound: true), Line(address: "0200007F", isFound: true),
    Line(address: "0100007F", port: "0FAB", isFound: false), Line(address: "0100007F", state: "01", isFound: false),
    Line(address: "0101A8C0", isFound: false),
    Line(address: "00000000000000000000000000000000", isFound: true),
    Line(address: "00000000000000000000000001000000", isFound: true),
    Line(address: "00000000000000000000000000000001", isFound: true),
    Line(address: "0000000000000000FFFF00000100007F", isFound: true),
    Line(address: "0000000000000000FFFF000000000000", isFound: true),
    Line(address: "0000000000000000FFFF00000101A8C0", isFound: false),
    Line(address: "B80D0120000000000000000001000000", isFound: false),
  ])
  func socketsThatAnswerLoopbackAreFound(line: Line) {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: \(line.address):\(line.port) 00000000:0000 \(line.state) 00000000:00000000 00:00000000 00000000     0        0 777 1

      """
    #expect(ListeningSockets.listeners(at: 4010, in: table) == (line.isFound ? ["777"] : []))
  }

  @Test(arguments: [
    ("p70\ng70\ncnode\nf21\n", PortOwner.own), ("p71\ng70\ncnode\nf21\n", .own),
    ("p70\ng70\ncnode\nf3\np99\ng99\ncruby\nf4\n", .foreign(processID: 99, name: "ruby")),
    ("", .unknown("lsof shows no program of this user that listens there")),
  ])
  func listingsOfOpenFilesAreRead(text: String, owner: PortOwner) {
    #expect(ListOfOpenFiles.owner(in: text, group: 70) == owner)
  }

  @Test func aListenerOfThisProcessIsNoChildOfAnother() async throws {
    let listener = try Listener()
    defer { listener.stop() }
    #expect(await PortOwner.of(port: listener.port, startedBy: getpgrp()) == .own)
    let other = try ChildProcess.start(["/bin/sleep", "600"])
    let owner = await PortOwner.of(port: listener.port, startedBy: other.processID)
    await other.terminate()
    guard case .foreign(let processID, let name) = owner else {
      Issue.record("\(owner)")
      return
    }
    #expect(processID == getpid())
    #expect(!name.isEmpty)
  }

  /// Process, parent, group; what 70 started ends with it, wherever it is.
  @Test func aFamilyIsTheGroupAndAllThatDescendsFromIt() throws {
    let lines: [(Int32, String)] = [
      (1, "(init) S 0 1 1"), (70, "(sh) S 50 70 70"), (71, "(a) b) (c) S 70 70 70"), (72, "(timeout) S 70 72 70"),
      (73, "(node) S 72 72 70"), (74, "(orphan) S 1 70 70"), (75, "(child of it) S 74 75 75"),
      (50, "(assay) S 1 50 50"),
      (90, "(other) S 50 90 90"), (91, "(gone) S 1 91 91"),
    ]
    let table = ProcessTable(
      lines.compactMap { id, line in
        ProcessTable.Entry(id: id, stat: "\(id) \(line)" + String(repeating: " 0", count: 15) + " \(id * 10) 0 0")
      })
    #expect(table.entries.count == lines.count)
    #expect(table.family(of: 70) == [70, 71, 72, 73, 74, 75])
    #expect(table.strays(of: 70).map(\.name) == ["timeout", "node", "child of it"])
    #expect(table.strays(of: 70).map(\.start) == [720, 730, 750])
  }

  @Test func aPortWithoutListenerHasNoOwner() async throws {
    let closed = try ClosedPort()
    let owner = await PortOwner.of(port: closed.number, startedBy: getpgrp())
    withExtendedLifetime(closed) {}
    guard case .unknown = owner else {
      Issue.record("\(owner)")
      return
    }
  }
}

/// A socket of this process that listens.
private final class Listener {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && listen(descriptor, 4) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    try #require(isBound)
    port = UInt16(bigEndian: address.sin_port)
  }

  func stop() { close(descriptor) }
}
