#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The members of a JSON request body, by their names in camel case, read with every fault collected.
final class Fields {
  private let members: [String: Payload]
  private var faults: [String: String] = [:]

  /// Reads the body, whose members may be named in snake case too; a name in camel case wins.
  ///
  /// - Throws: ``Refusal/invalidJSON`` when it is not a JSON object.
  convenience init(_ body: [UInt8]) throws {
    guard case .object(let members)? = try? JSONDecoder().decode(Payload.self, from: Data(body)) else {
      throw Refusal.invalidJSON
    }
    self.init(members: members)
  }

  /// Takes the fields of a form, whose values are all texts.
  convenience init(_ form: Form) { self.init(members: form.values.mapValues(Payload.string)) }

  private init(members: [String: Payload]) {
    var named = members
    for (name, value) in members where members[Self.camelCase(name)] == nil { named[Self.camelCase(name)] = value }
    self.members = named
  }

  private static func camelCase(_ name: String) -> String {
    var words = name.split(separator: "_", omittingEmptySubsequences: false)[...]
    guard let first = words.popFirst(), !first.isEmpty, !words.contains("") else { return name }
    return first + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  func has(_ name: String) -> Bool { members[name] != nil }

  /// A text of 1 to `limit` characters, without the white space around it where that is to go; nil when it is absent
  /// or null where that is allowed.
  func text(
    _ name: String, required: Bool = false, nullable: Bool = false, limit: Int = 2000, trimmed: Bool = false
  ) -> String? {
    switch trimmed ? members[name]?.trimmed : members[name] {
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

  /// True or false; nil when it is absent.
  func optionalBool(_ name: String) -> Bool? { members[name] == nil ? nil : bool(name) }

  /// A text that passes a test; nil when it is absent or, where that is allowed, null.
  func text(
    _ name: String, required: Bool = false, nullable: Bool = false, must rule: String, _ test: (String) -> Bool
  ) -> String? {
    guard let text = text(name, required: required, nullable: nullable) else { return nil }
    if test(text) { return text }
    faults[name] = "must be \(rule)"
    return nil
  }

  /// A whole number that must be there.
  func requiredInt(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard has(name) else {
      faults[name] = "is missing"
      return nil
    }
    return int(name, in: range, default: range.lowerBound)
  }

  /// Some of the choices, each once and in their order; nil when it is absent.
  func choices(_ name: String, _ choices: [String], required: Bool = false) -> [String]? {
    guard let value = members[name] else {
      if required { faults[name] = "is missing" }
      return nil
    }
    if case .array(let elements) = value, !elements.isEmpty {
      let texts = Set(elements.map { $0.text ?? "" })
      if texts.isSubset(of: choices) { return choices.filter(texts.contains) }
    }
    faults[name] = "must be a list of: \(choices.joined(separator: ", "))"
    return nil
  }

  func int(_ name: String, in range: ClosedRange<Int>, default fallback: Int) -> Int {
    guard let value = members[name] else { return fallback }
    if case .int(let number) = value, range.contains(number) { return number }
    faults[name] = "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    return fallback
  }

  func choice(_ name: String, _ choices: [String], required: Bool = false) -> String? {
    switch members[name] {
    case nil where required: faults[name] = "is missing"
    case nil: return nil
    case .null? where !required: return nil
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
