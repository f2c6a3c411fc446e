/// What the command line asks for.
struct Options {
  var port: UInt16 = 0
  var database = ""
  var reusesDatabase = false
  var seed = Seed.dev
  var clock = ServerClock.system
  var drifts: Set<Drift> = []
  var sequenceOffset = 0
  var statusHost = "localhost"
  /// The key that writes must come with; nil for none.
  var appKey: String?
  var requestLog: String?
  /// Seconds before the server listens.
  var readyDelay = 0.0

  static let usage = """
    usage: assay-devserver --database PATH [options]
      --port N               port on 127.0.0.1; 0 (the default) takes a free one
      --database PATH        SQLite file to create; its stem is the database's name
      --reuse                go on with a file that has data
      --seed dev|production  accounts and data to start with
      --clock SHIFT          +1d, -36h, +90s, or an instant to start at, such as 2026-01-02T03:04:05Z;
                             =2026-01-02T03:04:05Z stands still
      --sequence-offset N    let serial numbers start after N
      --drift NAME           answer differently in one way (may repeat)
      --list-drifts          say what each drift changes
      --app-key KEY          refuse writes that do not say it in X-App-Key
      --status-host NAME     what GET /api/dev/status states as the database's host
      --request-log FILE     append 'METHOD path status' for each request
      --ready-delay SECONDS  wait before listening
    Accounts: ada@example.test and bob@example.test, password from ASSAY_DEV_PASSWORD (default \(Seed.defaultPassword)).
    Programs are ada by ASSAY_DEV_API_KEY, ASSAY_DEV_HMAC_KEY and ASSAY_DEV_CLIENT_SECRET.
    """

  /// Reads arguments.
  ///
  /// - Throws: ``UsageError`` that says what is wrong.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--reuse" {
        reusesDatabase = true
        continue
      }
      guard Self.options.contains(option) else { throw UsageError("unknown option '\(option)'") }
      guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
      try set(option, value)
    }
    if database.isEmpty { throw UsageError("--database is missing") }
  }

  private static let options: Set = [
    "--port", "--database", "--seed", "--clock", "--sequence-offset", "--drift", "--app-key", "--status-host",
    "--request-log",
    "--ready-delay",
  ]

  private mutating func set(_ option: String, _ value: String) throws(UsageError) {
    switch option {
    case "--port": port = try Self.require(UInt16(value), "--port needs a number from 0 to 65535")
    case "--database": database = value
    case "--seed": seed = try Self.require(Seed(rawValue: value), "--seed is dev or production")
    case "--clock":
      clock = try Self.require(
        ServerClock(value), "--clock is +1d, -36h, +90s, an instant or =instant, from 1970 to 9999")
    case "--sequence-offset":
      let offset = Int(value).flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
      sequenceOffset = try Self.require(offset, "--sequence-offset needs a number from 0 to 1000000000")
    case "--drift":
      drifts.insert(try Self.require(Drift(rawValue: value), "no drift is called '\(value)': see --list-drifts"))
    case "--app-key": appKey = try Self.require(value.isEmpty ? nil : value, "--app-key needs a key")
    case "--status-host": statusHost = value
    case "--request-log": requestLog = value
    default:
      let seconds = Double(value).flatMap { (0...3600).contains($0) ? $0 : nil }
      readyDelay = try Self.require(seconds, "--ready-delay needs seconds from 0 to 3600")
    }
  }

  private static func require<T>(_ value: T?, _ message: String) throws(UsageError) -> T {
    guard let value else { throw UsageError(message) }
    return value
  }
}

/// A command line that cannot be followed.
struct UsageError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
