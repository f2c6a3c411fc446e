extension SupportSource {
  static let endpoints = #"""
    /// The body of an answer that has none.
    public struct NoContent: Hashable, Sendable, Codable {
      public init() {}
    }

    /// How a request proves who sends it.
    public enum EndpointAuthentication: Hashable, Sendable {
      case none
      case bearer
      case other(String)
    }

    /// A query parameter, not yet percent-encoded.
    public struct EndpointQueryItem: Hashable, Sendable {
      public let name: String
      public let value: String
      public init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    /// A request body, encoded when it is sent.
    public struct EndpointBody: Sendable {
      private let encode: @Sendable (JSONEncoder) throws -> Data
      /// What stands in `Content-Type`.
      public let mediaType: String

      /// JSON.
      public init<Body: Encodable & Sendable>(_ body: Body) {
        encode = { try $0.encode(body) }
        mediaType = "application/json"
      }
      /// The fields of a form, sorted by name: a list is repeated, null and what is absent are left out.
      public init<Body: Encodable & Sendable>(form body: Body) {
        encode = { encoder in
          let fields = try JSONDecoder().decode([String: JSONValue].self, from: encoder.encode(body))
          let pairs = try fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap { name, value in
            try Self.texts(value, encoder).map { EndpointPath.encode(name) + "=" + EndpointPath.encode($0) }
          }
          return Data(pairs.joined(separator: "&").utf8)
        }
        mediaType = "application/x-www-form-urlencoded"
      }
      /// Bytes as they are.
      public init(raw body: Data, mediaType: String) {
        encode = { _ in body }
        self.mediaType = mediaType
      }
      /// The bytes of the body; the encoder is for JSON.
      public func data(_ encoder: JSONEncoder = JSONEncoder()) throws -> Data { try encode(encoder) }

      /// The texts of one field; an object within it is JSON.
      private static func texts(_ value: JSONValue, _ encoder: JSONEncoder) throws -> [String] {
        switch value {
        case .null: []
        case .array(let elements): try elements.flatMap { try texts($0, encoder) }
        case .object: [String(decoding: try encoder.encode(value), as: UTF8.self)]
        default: value.parameterTexts
        }
      }
    }

    /// A request that the contract declares, with the type of its answer.
    public struct Endpoint<Response: Decodable & Sendable>: Sendable {
      /// Id of the route in the contract.
      public let routeID: String
      /// Upper-case method.
      public let method: String
      /// Percent-encoded path, from its first slash.
      public let path: String
      /// Query parameters in the order of the contract; absent ones left out.
      public let query: [EndpointQueryItem]
      /// Headers that the contract names, in its order; absent ones left out.
      public let headers: [EndpointQueryItem]
      public let body: EndpointBody?
      public let authentication: EndpointAuthentication
      /// Status of success.
      public let successStatus: Int

      public init(
        routeID: String, method: String, path: String, query: [(String, any EndpointParameter)] = [],
        headers: [(String, any EndpointParameter)] = [], body: EndpointBody? = nil,
        authentication: EndpointAuthentication = .none, successStatus: Int = 200
      ) {
        self.routeID = routeID
        self.method = method
        self.path = path
        self.query = query.flatMap { item in
          item.1.parameterTexts.map { EndpointQueryItem(name: item.0, value: $0) }
        }
        self.headers = headers.flatMap { item in
          item.1.parameterTexts.map { EndpointQueryItem(name: item.0, value: $0) }
        }
        self.body = body
        self.authentication = authentication
        self.successStatus = successStatus
      }

      /// Path and query as a request line has them.
      public var target: String {
        guard !query.isEmpty else { return path }
        return path + "?"
          + query.map { EndpointPath.encode($0.name) + "=" + EndpointPath.encode($0.value) }.joined(separator: "&")
      }

      /// The answer in a body of the successful status; raw bytes where it is not JSON.
      public func decode(_ data: Data, with decoder: JSONDecoder = JSONDecoder()) throws -> Response {
        if let raw = data as? Response { return raw }
        if let nothing = NoContent() as? Response { return nothing }
        return try decoder.decode(Response.self, from: data)
      }
    }

    /// Percent-encoding of path and query parts: everything but RFC 3986's unreserved characters.
    public enum EndpointPath {
      public static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
          default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
          }
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      /// A value as a path has it: a list with commas between its elements.
      public static func encode(parameter: some EndpointParameter) -> String {
        parameter.parameterTexts.map(encode).joined(separator: ",")
      }
    }

    /// A value that a query can carry: a list is repeated, nil is left out.
    public protocol EndpointParameter: Sendable {
      var parameterTexts: [String] { get }
    }
    extension String: EndpointParameter {
      public var parameterTexts: [String] { [self] }
    }
    extension Int: EndpointParameter {
      public var parameterTexts: [String] { [String(self)] }
    }
    extension UInt64: EndpointParameter {
      public var parameterTexts: [String] { [String(self)] }
    }
    extension Double: EndpointParameter {
      public var parameterTexts: [String] { [Int64(exactly: self).map { String($0) } ?? String(self)] }
    }
    extension Bool: EndpointParameter {
      public var parameterTexts: [String] { [self ? "true" : "false"] }
    }
    extension Timestamp: EndpointParameter {
      public var parameterTexts: [String] { [text] }
    }
    extension CalendarDate: EndpointParameter {
      public var parameterTexts: [String] { [text] }
    }
    extension JSONValue: EndpointParameter, CustomStringConvertible {
      public var parameterTexts: [String] { [description] }
      /// A scalar as plain text; lists and objects as Swift prints them.
      public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .string(let value): value
        case .array(let value): "\(value)"
        case .object(let value): "\(value)"
        }
      }
    }
    extension Array: EndpointParameter where Element: EndpointParameter {
      public var parameterTexts: [String] { flatMap(\.parameterTexts) }
    }
    extension Optional: EndpointParameter where Wrapped: EndpointParameter {
      public var parameterTexts: [String] { map(\.parameterTexts) ?? [] }
    }

    """#

  static let registry = #"""
    /// What a decoder suite needs to know: the type of every declared answer.
    public enum ContractRegistry {
      /// One declared answer that has a body.
      public struct Entry: Sendable {
        public let routeID: String
        /// The status; nil for every status of `statusClass`, or of 400 and above, that no other entry of the route names.
        public let status: Int?
        /// First digit of the statuses that the entry stands for, where it stands for a class of them.
        public let statusClass: Int?
        /// The Swift type of the body.
        public let typeName: String
        /// Decodes bytes with `JSONDecoder` into the type and encodes them again, keys sorted and slashes not escaped.
        public let roundTrip: @Sendable (Data) throws -> Data

        public init<Body: Codable & Sendable>(
          _ routeID: String, _ status: Int?, _ type: Body.Type, statusClass: Int? = nil
        ) {
          self.routeID = routeID
          self.status = status
          self.statusClass = statusClass
          typeName = "\(type)"
          roundTrip = { data in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(JSONDecoder().decode(type, from: data))
          }
        }
      }

      /// The entry for an answer of a route: its own, else that of its class, else for 400 and above the default.
      public static func entry(routeID: String, status: Int) -> Entry? {
        let own = entries.filter { $0.routeID == routeID }
        if let exact = own.first(where: { $0.status == status }) { return exact }
        if let group = own.first(where: { $0.statusClass == status / 100 }) { return group }
        return status >= 400 ? own.first { $0.status == nil && $0.statusClass == nil } : nil
      }
    }
    """#
}
