/// The text of `ContractSupport.swift`: what generated types are written over, the same for every contract.
enum SupportSource {
  /// The file for a choice of options.
  static func text(_ options: EmissionOptions) -> String {
    let head = SwiftRenderer.header(origin: nil) + SwiftRenderer.foundationImport(access: options.access)
    var parts = [values, json, timestamp, endpoints, wire, choice, registry]
    if options.dates == .date {
      for coder in ["JSONDecoder", "JSONEncoder"] {
        parts = parts.map { $0.replacing(coder + "()", with: coder + ".contract") }
      }
      parts.insert(dates, at: 3)
    }
    var lines: [String] = []
    for line in parts.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(replaceAccess(String(line), options.access))
    }
    return head.joined(separator: "\n") + "\n\n" + lines.joined(separator: "\n") + "\n"
  }

  /// The parts are written with `public`, which stands at the start of declarations only.
  private static func replaceAccess(_ line: String, _ access: EmissionOptions.Access) -> String {
    guard access != .public else { return line }
    let start = line.firstIndex { $0 != " " } ?? line.endIndex
    guard line[start...].hasPrefix("public ") else { return line }
    let word = access == .package ? "package " : ""
    return line[..<start] + word + line[start...].dropFirst("public ".count)
  }

  private static let values = #"""
    /// An enumeration that a server may extend: an unknown value is kept, never an error, and values compare by what is sent.
    public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, EndpointParameter
    where RawValue: Codable & Hashable & Sendable {
      init(rawValue: RawValue)
      /// Whether this version of the contract does not know the value.
      var isUnrecognized: Bool { get }
    }

    extension OpenEnum {
      public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
      public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
      public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
        if isUnrecognized { WireCounter.current?.unknown += 1 }
      }
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
      }
      public var parameterTexts: [String] { ["\(rawValue)"] }
    }

    /// A property that may be absent, null or a value, and keeps the three apart.
    public enum Field<Value: Sendable>: Sendable {
      /// Not there.
      case absent
      /// There, and null.
      case null
      /// There.
      case value(Value)

      /// The value, if there is one.
      public var wrapped: Value? { if case .value(let value) = self { value } else { nil } }

      /// The same with another value.
      public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Field<Other> {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): .value(try transform(value))
        }
      }
    }

    extension Field: Equatable where Value: Equatable {}
    extension Field: Hashable where Value: Hashable {}

    /// Null, where the contract allows nothing else.
    public struct JSONNull: Hashable, Sendable, Codable {
      public init() {}
      public init(from decoder: any Decoder) throws {
        guard try decoder.singleValueContainer().decodeNil() else {
          throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Expected null"))
        }
      }
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      }
    }

    """#

  private static let json = #"""
    /// Any JSON value, for what the contract leaves open.
    public indirect enum JSONValue: Hashable, Sendable, Codable {
      case null
      case bool(Bool)
      case integer(Int64)
      case number(Double)
      /// A number that `Double` would round: up to 38 digits.
      case decimal(Decimal)
      case string(String)
      case array([JSONValue])
      case object([String: JSONValue])

      public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let value = try? container.decode(String.self) {
          self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
          self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
          self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
          // The shortest text that reads back as the same `Double` tells whether anything was lost.
          if let exact = try? container.decode(Decimal.self), Decimal(string: "\(value)") != exact {
            self = .decimal(exact)
          } else {
            self = .number(value)
          }
        } else if let value = try? container.decode([JSONValue].self) {
          self = .array(value)
        } else {
          self = .object(try container.decode([String: JSONValue].self))
        }
      }

      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
      }

      /// Whether this is a list or an object.
      var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
      }

      /// The member of an object; nil when there is none or this is no object.
      public subscript(key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }
      /// The text of a string.
      public var text: String? { if case .string(let value) = self { value } else { nil } }
    }

    extension OpenEnum where RawValue == JSONValue {
      /// A choice of literals of several kinds: a scalar that it does not know is kept, anything else is no value of it.
      public init(from decoder: any Decoder) throws {
        let raw = try JSONValue(from: decoder)
        guard !raw.isContainer, raw != .null else {
          throw DecodingError.typeMismatch(
            Self.self, .init(codingPath: decoder.codingPath, debugDescription: "Expected a string, number or boolean"))
        }
        self.init(rawValue: raw)
      }
    }

    """#

  private static let timestamp = #"""
    /// An instant that keeps the text it came as.
    public struct Timestamp: Hashable, Sendable, Codable {
      /// RFC 3339 text, as sent.
      public let text: String

      public init(text: String) { self.text = text }

      /// The instant in UTC with milliseconds, rounded to them.
      public init(_ date: Date) {
        let total = Int64((date.timeIntervalSince1970 * 1000).rounded())
        let days = (total >= 0 ? total : total - 86_399_999) / 86_400_000
        let rest = total - days * 86_400_000
        let day = Self.civil(days)
        func pad(_ value: Int64, _ width: Int) -> String {
          let digits = String(value)
          return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        text =
          "\(pad(day.year, 4))-\(pad(day.month, 2))-\(pad(day.day, 2))T"
          + "\(pad(rest / 3_600_000, 2)):\(pad(rest / 60_000 % 60, 2)):\(pad(rest / 1000 % 60, 2)).\(pad(rest % 1000, 3))Z"
      }

      public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }

      /// The instant; nil when the text is not an RFC 3339 date and time of the calendar.
      public var date: Date? {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int64? {
          guard start + count <= bytes.count else { return nil }
          var value: Int64 = 0
          for byte in bytes[start..<start + count] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
          }
          return value
        }
        func isByte(_ index: Int, _ text: String) -> Bool { index < bytes.count && text.utf8.contains(bytes[index]) }
        guard let year = number(0, 4), isByte(4, "-"), let month = number(5, 2), isByte(7, "-"), let day = number(8, 2),
          isByte(10, "Tt "), let hour = number(11, 2), isByte(13, ":"), let minute = number(14, 2), isByte(16, ":"),
          let second = number(17, 2), (1...12).contains(month), day >= 1, hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = Self.days(year, month, day)
        guard Self.civil(days) == (year, month, day) else { return nil }
        var index = 19
        var fraction = 0.0
        if isByte(index, ".") {
          index += 1
          var scale = 0.1
          let start = index
          while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 {
            fraction += Double(bytes[index] - 0x30) * scale
            scale /= 10
            index += 1
          }
          guard index > start else { return nil }
        }
        var offset: Int64 = 0
        if isByte(index, "Zz") {
          index += 1
        } else {
          guard isByte(index, "+-"), let hours = number(index + 1, 2), isByte(index + 3, ":"),
            let minutes = number(index + 4, 2), hours < 24, minutes < 60
          else { return nil }
          offset = (hours * 60 + minutes) * (isByte(index, "-") ? -60 : 60)
          index += 6
        }
        guard index == bytes.count else { return nil }
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
      }

      /// Days since 1970-01-01 of a date of the Gregorian calendar.
      private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
      }

      /// The date of a day since 1970-01-01.
      private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
      }
    }

    /// A day of the Gregorian calendar, without a time, that keeps the text it came as.
    public struct CalendarDate: Hashable, Sendable, Codable {
      /// `YYYY-MM-DD`, as sent.
      public let text: String

      public init(text: String) { self.text = text }
      public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }

      /// Its parts; nil when the text is not a day of the calendar.
      public var day: (year: Int, month: Int, day: Int)? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard text.utf8.count == 10, parts.count == 3, Timestamp(text: text + "T00:00:00Z").date != nil else { return nil }
        return (parts[0], parts[1], parts[2])
      }
    }

    """#
}
