internal import Diagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Who listens at a TCP port of this machine.
public enum PortOwner: Hashable, Sendable {
  /// Programs that the process in question started, and that end with it; nobody else.
  case own
  /// A program of another origin, by process id and name.
  case foreign(processID: Int32, name: String)
  /// It cannot be told; the reason follows `because`.
  case unknown(String)

  /// Looks who listens at the port, on any address that answers connections to loopback.
  ///
  /// Linux tells it in `/proc`: the sockets that listen, and the descriptors of each process; those of other users are
  /// only shown to root, which is `unknown` here. A program that left the process's group, as under `timeout` or in a
  /// shell with job control, is told by its parents. Where there is no such folder (macOS) `lsof` is asked, which comes
  /// with the system there and knows the groups of processes.
  /// - Parameter processID: Of a process that is the first of its group, as ``ChildProcess/processID``.
  public static func of(port: UInt16, startedBy processID: Int32) async -> PortOwner {
    FileSystem.exists("/proc/self/fd")
      ? ListeningSockets.owner(port: port, startedBy: processID)
      : await ListOfOpenFiles.owner(port: port, group: processID)
  }
}

/// What Linux shows of sockets (proc(5)).
enum ListeningSockets {
  static func owner(port: UInt16, startedBy processID: Int32) -> PortOwner {
    let sockets = listeners(at: port)
    if sockets.isEmpty { return .unknown("the system shows no socket that listens there") }
    let table = ProcessTable()
    let own = table.family(of: processID)
    var rest = sockets
    for process in table.entries where own.contains(process.id) { rest.subtract(openSockets(of: process.id)) }
    if rest.isEmpty { return .own }
    for process in table.entries where !own.contains(process.id) && !openSockets(of: process.id).isDisjoint(with: rest)
    {
      return .foreign(processID: process.id, name: process.name)
    }
    return .unknown("the program that listens there belongs to another user or to a container")
  }

  /// Numbers of the sockets that take connections to loopback at a port.
  private static func listeners(at port: UInt16) -> Set<String> {
    var found: Set<String> = []
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
      guard let bytes = try? FileSystem.read(table) else { continue }
      found.formUnion(listeners(at: port, in: String(decoding: bytes, as: UTF8.self)))
    }
    return found
  }

  /// The same from the text of a table: address and port in hexadecimal, state 0A for one that listens, the number tenth.
  static func listeners(at port: UInt16, in table: String) -> Set<String> {
    var found: Set<String> = []
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count > 9, fields[3] == "0A" else { continue }
      let address = fields[1].split(separator: ":")
      guard address.count == 2, UInt16(address[1], radix: 16) == port, takesLoopback(address[0]) else { continue }
      found.insert(String(fields[9]))
    }
    return found
  }

  /// Whether a socket bound to this address answers at 127.0.0.0/8 or ::1; words of four bytes in the machine's order.
  private static func takesLoopback(_ address: Substring) -> Bool {
    let isAny = address.allSatisfy { $0 == "0" }
    // 127.x.y.z is shown as zzyyxx7F; IPv6 has four such words, the third of a mapped address is FFFF0000.
    let isLittleLoopback = address.hasSuffix("7F") && (address.count == 8 || address.contains("FFFF0000"))
    let isBigLoopback = address.hasPrefix("7F") && address.count == 8
    let isOne =
      address.count == 32 && address.dropLast(8).allSatisfy { $0 == "0" }
      && ["01000000", "00000001"].contains(address.suffix(8))
    let isMappedAny = address == "0000000000000000FFFF000000000000"
    return isAny || isLittleLoopback || isBigLoopback || isOne || isMappedAny
  }

  /// Numbers of the sockets that a process holds; none where it may not be looked at.
  private static func openSockets(of process: Int32) -> Set<String> {
    let folder = "/proc/\(process)/fd"
    guard let names = try? FileSystem.entries(of: folder) else { return [] }
    return Set(
      names.compactMap { name in
        guard let target = FileSystem.linkDestination(folder + "/" + name), target.hasPrefix("socket:[") else {
          return nil
        }
        return String(target.dropFirst("socket:[".count).dropLast())
      })
  }
}

/// What `lsof` tells of sockets.
enum ListOfOpenFiles {
  static func owner(port: UInt16, group: Int32) async -> PortOwner {
    let command = ["lsof", "-nP", "-iTCP:\(port)", "-sTCP:LISTEN", "-Fpgc"]
    guard let run = try? await ChildProcess.run(command, timeout: 20) else {
      return .unknown("lsof, which would tell who listens there, cannot be run")
    }
    return owner(in: String(decoding: run.output, as: UTF8.self), group: group)
  }

  /// Reads lines of a letter and a value: `p` process, `g` group, `c` name.
  static func owner(in listing: String, group: Int32) -> PortOwner {
    var processes: [(id: Int32, group: Int32, name: String)] = []
    for line in listing.split(separator: "\n") {
      let value = String(line.dropFirst())
      let last = processes.count - 1
      switch line.first {
      case "p": processes.append((Int32(value) ?? 0, 0, ""))
      case "g" where last >= 0: processes[last].group = Int32(value) ?? 0
      case "c" where last >= 0: processes[last].name = value
      default: break
      }
    }
    if processes.isEmpty { return .unknown("lsof shows no program of this user that listens there") }
    guard let other = processes.first(where: { $0.group != group }) else { return .own }
    return .foreign(processID: other.id, name: other.name)
  }
}
