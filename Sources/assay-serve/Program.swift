import Diagnostics
import Verification

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private let usage = """
  usage: assay-serve [--port N] [--fixtures FOLDER] [--bearer ROUTE]…

  Answers each recorded method and path with its fixture, on 127.0.0.1 alone.
    --port N           port; 0 (the default) takes a free one
    --fixtures FOLDER  fixture set (fixtures)
    --bearer ROUTE     id of a route that wants a token, so that requests with and without one are told apart
  Of several cases it serves the one whose path parameters, query, token and body are the request's, or most nearly so;
  of equals a success, then the first by name. 'Prefer: case=NAME', 'code=404' or 'persona=NAME' chooses.
  The header X-Assay-Fixture and the log say which one it was, X-Assay-Differs what was recorded otherwise.

  exit codes: 0 stopped by SIGINT or SIGTERM, 2 usage, no fixtures or the port is taken

  """

/// Runs the process's command line until a signal ends it.
func runStubServer() -> Never {
  var port = UInt16(0)
  var folder = "fixtures"
  var bearerRoutes: Set<String> = []
  var words = CommandLine.arguments.dropFirst()
  while let word = words.popFirst() {
    switch word {
    case "--help", "-h":
      write(usage, to: STDOUT_FILENO)
      exit(0)
    case "--port":
      guard let number = words.popFirst().flatMap({ UInt16($0) }) else {
        fail("--port needs a number from 0 to 65535\n" + usage)
      }
      port = number
    case "--fixtures":
      guard let path = words.popFirst() else { fail("--fixtures needs FOLDER\n" + usage) }
      folder = path
    case "--bearer":
      guard let route = words.popFirst() else { fail("--bearer needs ROUTE\n" + usage) }
      bearerRoutes.insert(route)
    default: fail("'\(word)' is not expected\n" + usage)
    }
  }
  serve(folder, port: port, bearerRoutes: bearerRoutes)
}

private func serve(_ folder: String, port: UInt16, bearerRoutes: Set<String>) -> Never {
  let fixtures: FixtureSet
  do throws(VerificationError) {
    fixtures = try FixtureSet.load(folder: folder)
  } catch {
    fail(error.findings.map(TextRenderer().render).joined())
  }
  // Who reads the log may go; requests are answered all the same.
  signal(SIGPIPE, SIG_IGN)
  // Blocked before the daemon's thread starts, which inherits the mask, so that only the wait below takes them.
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGINT)
  sigaddset(&signals, SIGTERM)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  let router = StubRouter(fixtures, bearerRoutes: bearerRoutes)
  let server = StubServer(router: router) { write($0.withoutControls + "\n", to: STDOUT_FILENO) }
  guard let bound = server.start(port: port) else {
    let reason = String(cString: strerror(errno))
    fail("port \(port) cannot be had: \(reason)\n  help: stop what listens there, or leave out --port for a free one\n")
  }
  write("assay-serve: \(router.routeCount) routes on http://127.0.0.1:\(bound)\n", to: STDOUT_FILENO)
  var signal: Int32 = 0
  while sigwait(&signals, &signal) != 0 {}
  server.stop()
  exit(0)
}

private func fail(_ text: String) -> Never {
  write("assay-serve: " + text, to: STDERR_FILENO)
  exit(2)
}

private func write(_ text: String, to descriptor: Int32) {
  let bytes = Array(SecretRegistry.shared.mask(text).utf8)
  bytes.withUnsafeBytes { buffer in
    #if canImport(Glibc)
      _ = Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      _ = Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      _ = Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
