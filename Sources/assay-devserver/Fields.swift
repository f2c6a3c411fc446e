#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The members of a JSON request body, read with every fault collected.
final class Fields {
  private let members: [String: Payload]
  private var faults: [String: String] = [:]

  /// Reads the body.
  ///
  /// - Throws: ``Refusal/invalidJSON`` when it is not a JSON object.
  init(_ body: [UInt8]) throws {
    guard case .object(let members)? = try? JSONDecoder().decode(Payload.self, from: Data(body)) else {
      throw Refusal.invalidJSON
    }
    self.members = members
  }

  func has(_ name: String) -> Bool { members[name] != nil }

  /// A text of 1 to `limit` characters; nil when it is absent or null where that is allowed.
  func text(_ name: String, required: Bool = false, nullable: Bool = false, limit: Int = 2000) -> String? {
    switch members[name] {
    case .string(let text)? where !text.isEmpty && text.count <= limit: return text
    case .null? where nullable: return nil
    case nil where !required: return nil
    case .string?: faults[name] = "must have 1 to \(limit) characters"
    case nil: faults[name] = "is missing"
    default: faults[name] = "must be a string"
    }
    return nil
  }

  func bool(_ name: String) -> Bool? {
    if case .bool(let value)? = members[name] { return value }
    faults[name] = "must be true or false"
    return nil
  }

  func int(_ name: String, in range: ClosedRange<Int>, default fallback: Int) -> Int {
    guard let value = members[name] else { return fallback }
    if case .int(let number) = value, range.contains(number) { return number }
    faults[name] = "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    return fallback
  }

  func choice(_ name: String, _ choices: [String]) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)? where choices.contains(text): return text
    default: faults[name] = "must be one of: \(choices.joined(separator: ", "))"
    }
    return nil
  }

  /// Refuses the request when any field was at fault.
  func check() throws {
    if !faults.isEmpty { throw Refusal.invalid(faults) }
  }
}
