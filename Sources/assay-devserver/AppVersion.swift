/// A client's version, `1.2.3`.
struct AppVersion: Comparable {
  /// The least version that is served.
  static let minimum = "2.0.0"

  private let numbers: [Int]

  /// Reads one to three numbers between dots; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 9 && $0.utf8.allSatisfy(\.isDigit) ? Int($0) : nil }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.numbers = numbers + Array(repeating: 0, count: 3 - numbers.count)
  }

  static func < (left: AppVersion, right: AppVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// Refuses a request that says a version which is too old, or none that can be read.
  static func check(_ request: Request) throws {
    guard let text = request.headers["X-App-Version"] else { return }
    guard let version = AppVersion(text), let minimum = AppVersion(minimum) else {
      throw Refusal.invalid(["X-App-Version": "must be a version such as 1.2.3"])
    }
    if version < minimum { throw Refusal.updateRequired }
  }
}
