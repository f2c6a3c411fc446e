#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The reference dev server: the reading app's API over libmicrohttpd and a SQLite file.
enum DevServer {
  /// Runs until SIGTERM or SIGINT and ends the process: 0 after a clean stop, 2 for a command line that cannot be
  /// followed, 1 for anything else that keeps it from serving.
  static func main(_ arguments: [String]) -> Never {
    if arguments == ["--help"] { end(0, Options.usage + "\n") }
    if arguments == ["--list-drifts"] {
      end(0, Drift.allCases.map { "\($0.rawValue): \($0.summary)\n" }.joined())
    }
    do {
      try run(try Options(arguments))
    } catch let error as UsageError {
      end(2, "assay-devserver: \(error.message)\n\(Options.usage)\n")
    } catch {
      end(1, "assay-devserver: \(error)\n")
    }
    end(0, "")
  }

  private static func run(_ options: Options) throws {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    // Before the server's thread starts, which inherits the mask: the signals are for this one.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    if !options.reusesDatabase, hasContent(options.database) {
      throw DatabaseError(description: "\(options.database) has data: remove it, or go on with it by --reuse")
    }
    let database = try Database(path: options.database)
    try Migrations.run(database)
    try options.seed.fill(database, clock: options.clock, sequenceOffset: options.sequenceOffset)
    let log = options.requestLog.flatMap(RequestLog.init(path:))
    let server = HTTPServer(router: Router(database, options: options), clock: options.clock, log: log)
    guard let port = server.start(port: options.port) else {
      throw DatabaseError(description: "cannot listen on 127.0.0.1:\(options.port)")
    }
    printText("listening on http://127.0.0.1:\(port)\n", to: 1)
    var received: Int32 = 0
    while sigwait(&signals, &received) != 0 {}
    server.stop()
  }

  private static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  private static func end(_ status: Int32, _ text: String) -> Never {
    printText(text, to: status == 0 ? 1 : 2)
    exit(status)
  }
}
