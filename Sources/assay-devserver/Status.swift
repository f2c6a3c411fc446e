#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the dev server states about itself; a recorder believes it before it writes anything.
struct Status: Sendable {
  let database: String
  let host: String
  /// What the recorder that started the server tells it by; nil where none did.
  private let nonce = ProcessInfo.processInfo.environment["ASSAY_NONCE"]

  init(options: Options) {
    let name = options.database.split(separator: "/").last ?? ""
    database = String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
    host = options.statusHost
  }

  func show(_ request: Request) -> Answer {
    var statement: Payload = [
      "database": ["host": .string(host), "name": .string(database), "engine": "sqlite"],
      "clock": .string(WrittenTime.instant(request.now)), "version": "1.0.0",
    ]
    if let nonce { statement["nonce"] = .string(nonce) }
    return .ok(statement)
  }
}
