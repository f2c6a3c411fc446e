#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program with its arguments, and how one run of it is measured.
struct Program {
  let label: String
  /// Path of the executable.
  let path: String
  let arguments: [String]

  /// What one run took.
  struct Cost {
    /// Milliseconds of the process and of all that it waited for.
    let cpu: Double
    /// Milliseconds from start to end.
    let wall: Double
    /// Most memory that one of these processes held at once, in MiB.
    let peak: Double
  }

  /// Runs the program once, from start to end of the process.
  ///
  /// - Parameter output: Where its standard output goes.
  /// - Throws: ``BenchFailure`` with the program's standard error when it cannot start or exits with another status
  ///   than 0.
  func run(output: String = "/dev/null") throws(BenchFailure) -> Cost {
    let errors = try TemporaryFile(name: "stderr")
    defer { errors.remove() }
    let started = Clock.now()
    let child = try spawn(output: output, errors: errors.path)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw BenchFailure(message: "\(label): waiting failed (errno \(errno))") }
    }
    let wall = Clock.now() - started
    guard status == 0 else {
      let end = status & 0x7F == 0 ? "exit \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
      throw BenchFailure(message: "\(label) failed (\(end)):\n\(errors.text())")
    }
    return Cost(
      cpu: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), wall: wall, peak: mebibytes(usage.ru_maxrss))
  }

  /// The system counts in bytes on Darwin, in KiB elsewhere.
  private func mebibytes(_ size: Int) -> Double {
    #if canImport(Darwin)
      Double(size) / 1_048_576
    #else
      Double(size) / 1024
    #endif
  }

  private func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }

  private func spawn(output: String, errors: String) throws(BenchFailure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_TRUNC, 0o600)
    // This program ignores an interrupt, to clear up after the child that it ends.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    // Sound: the copies live until the spawn has returned, which is after the child has taken its arguments.
    var copies: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    copies.append(nil)
    defer { for copy in copies { free(copy) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, copies, environ)
    guard code == 0 else { throw BenchFailure(message: "\(label) does not start (errno \(code))") }
    return child
  }
}

/// The monotonic clock.
enum Clock {
  /// Milliseconds since some moment in the past.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}
