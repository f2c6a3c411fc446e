#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is drawn afresh each time that the server starts, and the secrets that its environment gives.
struct ServerRun {
  /// Twelve hexadecimal digits.
  let build = Random.hex(12)
  let publishID = "pub_" + Random.hex(16)
  /// Milliseconds since 1970 on the server's clock.
  let startedAt: Int
  /// Signs the URLs that uploads go to.
  let uploadKey = Random.key()
  /// Keys what the database keeps of one-time codes, which are too short for a plain hash.
  let codeKey = Random.key()
  let apiKey = secret("ASSAY_DEV_API_KEY", "dev-api-key-ada")
  let signingKey = secret("ASSAY_DEV_HMAC_KEY", "dev-hmac-key")
  let clientSecret = secret("ASSAY_DEV_CLIENT_SECRET", "dev-client-secret")

  init(clock: ServerClock) { startedAt = clock.now }

  private static func secret(_ name: String, _ fallback: String) -> String {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? fallback
  }
}
