extension SupportSource {
  static let wire = #"""
    /// The key of a JSON member, as it is on the wire.
    struct WireKey: CodingKey, ExpressibleByStringLiteral {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
      init(stringLiteral value: String) { stringValue = value }
    }

    /// A value of its own on the heap, so that a type can hold itself and deep types stay small.
    final class WireBox<Value: Sendable>: Sendable {
      let value: Value
      init(_ value: Value) { self.value = value }
    }
    extension WireBox: Equatable where Value: Equatable {
      static func == (a: WireBox, b: WireBox) -> Bool { a.value == b.value }
    }
    extension WireBox: Hashable where Value: Hashable {
      func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    /// Reads the members of an object.
    ///
    /// Nothing of it is inlined: that shortens optimised builds of a large contract.
    struct WireReader {
      private let container: KeyedDecodingContainer<WireKey>
      private let counter: WireCounter?
      private let log: WireLog?

      @inline(never) init(_ decoder: any Decoder) throws { try self.init(decoder, log: nil) }

      /// A reader that knows in the end which members were not asked for.
      @inline(never) init(keeping decoder: any Decoder) throws { try self.init(decoder, log: WireLog()) }

      private init(_ decoder: any Decoder, log: WireLog?) throws {
        container = try decoder.container(keyedBy: WireKey.self)
        counter = WireCounter.current
        self.log = log
        if let counter { counter.unread += container.allKeys.count }
      }

      /// A reader whose reads do not count: another one reads the same object after it.
      @inline(never) init(peeking decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: WireKey.self)
        counter = nil
        log = nil
      }

      @inline(never) func callAsFunction<T: Decodable>(_ key: WireKey) throws -> T { try value(key, as: T.self) }

      /// The value of a member, of the type `T` itself: where a `T?` is expected, the other reads would take null for nil.
      @inline(never) private func value<T: Decodable>(_ key: WireKey, as type: T.Type) throws -> T {
        let value = try container.decode(T.self, forKey: key)
        note(key)
        return value
      }

      private func note(_ key: WireKey) {
        counter?.unread -= 1
        log?.read.append(key.stringValue)
      }

      /// Absent or a value; null is an error.
      @inline(never) func optional<T: Decodable>(_ key: WireKey) throws -> T? {
        container.contains(key) ? try value(key, as: T.self) : nil
      }

      /// Null or a value; absence is an error.
      @inline(never) func nullable<T: Decodable>(_ key: WireKey) throws -> T? {
        guard try container.decodeNil(forKey: key) else { return try value(key, as: T.self) }
        note(key)
        return nil
      }

      @inline(never) func field<T: Decodable>(_ key: WireKey) throws -> Field<T> {
        guard container.contains(key) else { return .absent }
        guard try container.decodeNil(forKey: key) else { return .value(try value(key, as: T.self)) }
        note(key)
        return .null
      }

      /// Checks the only value that a member may have.
      @inline(never) func constant<T: Decodable & Equatable>(_ key: WireKey, _ expected: T) throws {
        try check(key, try value(key, as: T.self), expected)
      }

      @inline(never) func optional<T: Decodable & Equatable>(_ key: WireKey, only expected: T) throws -> T? {
        let value: T? = try optional(key)
        if let value { try check(key, value, expected) }
        return value
      }

      @inline(never) func nullable<T: Decodable & Equatable>(_ key: WireKey, only expected: T) throws -> T? {
        let value: T? = try nullable(key)
        if let value { try check(key, value, expected) }
        return value
      }

      @inline(never) func field<T: Decodable & Equatable>(_ key: WireKey, only expected: T) throws -> Field<T> {
        let value: Field<T> = try field(key)
        if case .value(let value) = value { try check(key, value, expected) }
        return value
      }

      /// The members under other keys than these.
      @inline(never) func rest<T: Decodable>(besides known: [String]) throws -> [String: T] {
        var members: [String: T] = [:]
        for key in container.allKeys where !known.contains(key.stringValue) { members[key.stringValue] = try value(key, as: T.self) }
        return members
      }

      /// The members that were not read, of a reader that keeps them; a union still counts them as unread.
      @inline(never) func undeclared() throws -> [String: JSONValue] {
        let keys = container.allKeys
        guard let log, keys.count > log.read.count else { return [:] }
        let known = Set(log.read)
        var members: [String: JSONValue] = [:]
        for key in keys where !known.contains(key.stringValue) {
          members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
        return members
      }

      @inline(never) private func check<T: Equatable>(_ key: WireKey, _ value: T, _ expected: T) throws {
        guard value == expected else {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: container, debugDescription: "Expected \(expected), found \(value)")
        }
      }
    }

    /// The members that a reader was asked for; one reader has it.
    final class WireLog {
      var read: [String] = []
    }

    /// Writes the members of an object.
    struct WireWriter {
      private var container: KeyedEncodingContainer<WireKey>
      @inline(never) init(_ encoder: any Encoder) { container = encoder.container(keyedBy: WireKey.self) }

      @inline(never) mutating func callAsFunction<T: Encodable>(_ key: WireKey, _ value: T) throws {
        try container.encode(value, forKey: key)
      }
      @inline(never) mutating func optional<T: Encodable>(_ key: WireKey, _ value: T?) throws {
        if let value { try container.encode(value, forKey: key) }
      }
      @inline(never) mutating func nullable<T: Encodable>(_ key: WireKey, _ value: T?) throws {
        if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
      }
      @inline(never) mutating func field<T: Encodable>(_ key: WireKey, _ value: Field<T>) throws {
        switch value {
        case .absent: break
        case .null: try container.encodeNil(forKey: key)
        case .value(let value): try container.encode(value, forKey: key)
        }
      }
      @inline(never) mutating func rest<T: Encodable>(_ members: [String: T]) throws {
        for (key, value) in members { try container.encode(value, forKey: WireKey(stringValue: key)) }
      }
    }

    """#

  static let choice = #"""
    /// Reads a list of fixed positions.
    struct WireListReader {
      private var container: any UnkeyedDecodingContainer
      init(_ decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }

      mutating func callAsFunction<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type) }

      mutating func rest<T: Decodable>() throws -> [T] {
        var elements: [T] = []
        while !container.isAtEnd { elements.append(try container.decode(T.self)) }
        return elements
      }

      func end() throws {
        guard container.isAtEnd else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: container.codingPath, debugDescription: "More than \(container.currentIndex) elements"))
        }
      }
    }

    /// Writes a list of fixed positions.
    struct WireListWriter {
      private var container: any UnkeyedEncodingContainer
      init(_ encoder: any Encoder) { container = encoder.unkeyedContainer() }
      mutating func callAsFunction<T: Encodable>(_ value: T) throws { try container.encode(value) }
      mutating func rest<T: Encodable>(_ elements: [T]) throws {
        for element in elements { try container.encode(element) }
      }
    }

    /// Counts the keys that one attempt at a union leaves unread, and the values of enumerations that it does not know;
    /// each attempt has a counter of its own.
    final class WireCounter: @unchecked Sendable {
      @TaskLocal static var current: WireCounter?
      var unread = 0
      var unknown = 0
    }

    /// Finds the variant of an untagged union that leaves the fewest keys unread, then knows most values; of equal ones,
    /// the first considered.
    struct WireChoice<Choice> {
      private let decoder: any Decoder
      private var best: (value: Choice, unread: Int, unknown: Int)?
      private var failures: [String] = []

      init(_ decoder: any Decoder) { self.decoder = decoder }

      mutating func consider<Variant: Decodable>(_ type: Variant.Type, _ make: (Variant) -> Choice) {
        if let best, best.unread == 0, best.unknown == 0 { return }
        let counter = WireCounter()
        do {
          let value = try WireCounter.$current.withValue(counter) { try Variant(from: decoder) }
          if let best, (best.unread, best.unknown) <= (counter.unread, counter.unknown) { return }
          best = (make(value), counter.unread, counter.unknown)
        } catch {
          failures.append("\(type): \(error)")
        }
      }

      func result(of name: String) throws -> Choice {
        guard let best else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: decoder.codingPath,
              debugDescription: "No variant of \(name) fits: " + failures.joined(separator: "; ")))
        }
        WireCounter.current?.unread += best.unread
        WireCounter.current?.unknown += best.unknown
        return best.value
      }
    }

    """#
}
