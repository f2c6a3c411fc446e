#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON as the server's handlers build and read it.
enum Payload: Codable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
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

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The bytes of an answer.
  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Handlers build finite numbers alone, so encoding does not fail; an empty body would show in every client.
    return (try? encoder.encode(self)).map(Array.init) ?? []
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

  /// Changes every object in the tree, innermost first.
  func mapObjects(_ change: ([String: Payload]) -> [String: Payload]) -> Payload {
    switch self {
    case .array(let elements): .array(elements.map { $0.mapObjects(change) })
    case .object(let members): .object(change(members.mapValues { $0.mapObjects(change) }))
    default: self
    }
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
