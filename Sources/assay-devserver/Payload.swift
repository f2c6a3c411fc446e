#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON as the server's handlers build and read it.
enum Payload: Decodable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  /// A number as it is to be written, digits kept.
  case number(String)
  case string(String)
  case array([Payload])
  case object([String: Payload])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Payload].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Payload].self))
    }
  }

  subscript(name: String) -> Payload? {
    get { if case .object(let members) = self { members[name] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var isNull: Bool { if case .null = self { true } else { false } }

  /// A text without the white space around it; anything else as it is.
  var trimmed: Payload {
    guard case .string(let text) = self else { return self }
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return .string(String(rest))
  }

  /// The object with one member changed, or taken away.
  func setting(_ name: String, to value: Payload?) -> Payload {
    var changed = self
    changed[name] = value
    return changed
  }

  func appending(_ element: Payload) -> Payload {
    if case .array(let elements) = self { .array(elements + [element]) } else { self }
  }

  var reversed: Payload { if case .array(let elements) = self { .array(elements.reversed()) } else { self } }

  /// The object under other names.
  func mapKeys(_ change: (String) -> String) -> Payload {
    guard case .object(let members) = self else { return self }
    return .object(Dictionary(members.map { (change($0.key), $0.value) }) { first, _ in first })
  }

  /// Changes every value in the tree, innermost first.
  func map(_ change: (Payload) -> Payload) -> Payload {
    switch self {
    case .array(let elements): change(.array(elements.map { $0.map(change) }))
    case .object(let members): change(.object(members.mapValues { $0.map(change) }))
    default: change(self)
    }
  }

  /// Changes every object in the tree, innermost first.
  func mapObjects(_ change: ([String: Payload]) -> [String: Payload]) -> Payload {
    map { if case .object(let members) = $0 { .object(change(members)) } else { $0 } }
  }
}

extension Payload: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: Payload...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, Payload)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }
  /// A text, or null.
  init(_ text: String?) { self = text.map(Payload.string) ?? .null }
}
