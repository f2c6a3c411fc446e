internal import Workspace

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How a server that Assay started came to its end, in words.
enum ServerEnd {
  /// `ended with status 3`, or what the status of a shell stands for.
  ///
  /// - Parameter status: The exit status, 128 and the signal's number for one that a signal ended.
  static func text(_ status: Int32) -> String {
    switch status {
    case 126: "ended with status 126: its program cannot be run"
    case 127: "ended with status 127: its program was not found"
    case 129...159: "was ended by signal \(status - 128)" + (names[status - 128].map { " (\($0))" } ?? "")
    default: "ended with status \(status)"
    }
  }

  private static let names: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT",
    SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL, as for want of memory", SIGSEGV: "SIGSEGV",
    SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
  ]
}

extension ServerUnderTest {
  /// How the server ended by itself; nil while it runs. What a program leaves behind takes a moment to be gone.
  func end() async -> String? {
    guard isStarted else { return nil }
    // A connection breaks before the system hands out the status.
    for _ in 0..<Self.endChecks {
      if let status { return "\(settings?.title ?? "the dev server") \(ServerEnd.text(status))" }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  private static let endChecks = 200
}
