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
  var requestLog: String?

  static let usage = """
    usage: assay-devserver --database PATH [options]
      --port N               port on 127.0.0.1; 0 (the default) takes a free one
      --database PATH        SQLite file to create; its stem is the database's name
      --reuse                go on with a file that has data
      --seed dev|production  accounts and data to start with
      --clock SHIFT          +1d, -36h, +90s, or a fixed start such as 2026-01-02T03:04:05Z
      --sequence-offset N    let serial numbers start after N
      --drift NAME           answer differently in one way (may repeat); --list-drifts describes each
      --status-host NAME     what GET /api/dev/status states as the database's host
      --request-log FILE     append 'METHOD path status' for each request
    Accounts: ada@example.test and bob@example.test, password from ASSAY_DEV_PASSWORD (default \(Seed.defaultPassword)).
    """

  /// Reads arguments.
  ///
  /// - Throws: ``UsageError`` that says what is wrong.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    func value(_ option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--port":
        guard let port = UInt16(try value(option)) else { throw UsageError("--port needs a number from 0 to 65535") }
        self.port = port
      case "--database": database = try value(option)
      case "--reuse": reusesDatabase = true
      case "--seed":
        guard let seed = Seed(rawValue: try value(option)) else { throw UsageError("--seed is dev or production") }
        self.seed = seed
      case "--clock":
        guard let clock = ServerClock(try value(option)) else {
          throw UsageError("--clock is +1d, -36h, +90s or an instant")
        }
        self.clock = clock
      case "--sequence-offset":
        guard let offset = Int(try value(option)), offset >= 0 else {
          throw UsageError("--sequence-offset needs a number")
        }
        sequenceOffset = offset
      case "--drift":
        let name = try value(option)
        guard let drift = Drift(rawValue: name) else {
          throw UsageError("no drift is called '\(name)': see --list-drifts")
        }
        drifts.insert(drift)
      case "--status-host": statusHost = try value(option)
      case "--request-log": requestLog = try value(option)
      default: throw UsageError("unknown option '\(option)'")
      }
    }
    if database.isEmpty { throw UsageError("--database is missing") }
  }
}

/// A command line that cannot be followed.
struct UsageError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
