public import Diagnostics
public import JSONText

/// A name and a value, as query parameters and header fields have them.
public struct NamedValue: Hashable, Sendable, Comparable {
  /// Name; header names are in lower case.
  public var name: String
  /// Value, decoded.
  public var value: String
  /// Creates a pair.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
  /// Orders by name, then by value, by UTF-8 bytes.
  public static func < (a: Self, b: Self) -> Bool {
    a.name.utf8.elementsEqual(b.name.utf8) ? a.value.precedesByBytes(b.value) : a.name.precedesByBytes(b.name)
  }
}

/// Where the value of a path parameter comes from when the request is made again, read-only.
public enum ParameterOrigin: Hashable, Sendable {
  /// The same text everywhere.
  case literal(String)
  /// The GET answer in which the recording saw the same value.
  case answer(route: String, case: String, pointer: JSONPointer)
  /// No read shows it; an environment's `values` may.
  case unresolved
}

/// One recorded answer: what was asked, what came back, and where the body is kept.
public struct FixtureEntry: Hashable, Sendable {
  /// Route id, such as `guilds.show`.
  public var routeID: String
  /// Case name; unique within the route.
  public var caseName: String
  /// Path of the body's file within the set, such as `guilds.show/showGuild.json`; nil when the answer has no body.
  public var file: String?
  /// Upper-case method.
  public var method: String
  /// Path template, such as `/api/guilds/{guildId}`.
  public var pathTemplate: String
  /// Origins of the path parameters, by name.
  public var parameters: [String: ParameterOrigin]
  /// Query parameters as sent, in order.
  public var query: [NamedValue]
  /// Who asked; nil for nobody in particular.
  public var persona: String?
  /// Status of the answer.
  public var status: Int
  /// Kept header fields of the answer, sorted.
  public var headers: [NamedValue]
  /// Media type of the answer's body, without parameters.
  public var contentType: String?
  /// Body of the request, volatile values replaced: JSON as it was sent, a form as an object of its fields, text as a
  /// string; nil when there was none, or one of bytes.
  public var requestBody: JSONValue?
  /// Media type without parameters of a request's body that is not JSON.
  public var requestType: String?
  /// Display text of the body's type in the contract.
  public var type: String?
  /// SHA-256 of the file's bytes, lower-case hexadecimal; nil when there is no file.
  public var sha256: String?

  /// Creates an entry.
  public init(
    routeID: String, caseName: String, file: String? = nil, method: String, pathTemplate: String,
    parameters: [String: ParameterOrigin] = [:], query: [NamedValue] = [], persona: String? = nil, status: Int,
    headers: [NamedValue] = [], contentType: String? = nil, requestBody: JSONValue? = nil,
    requestType: String? = nil, type: String? = nil, sha256: String? = nil
  ) {
    self.routeID = routeID
    self.caseName = caseName
    self.file = file
    self.method = method
    self.pathTemplate = pathTemplate
    self.parameters = parameters
    self.query = query
    self.persona = persona
    self.status = status
    self.headers = headers.sorted()
    self.contentType = contentType
    self.requestBody = requestBody
    self.requestType = requestType
    self.type = type
    self.sha256 = sha256
  }

  /// `guilds.show/showGuild`: what messages call the entry.
  public var title: String { "\(routeID)/\(caseName)" }

  /// Whether the body is JSON, by its media type or its file's extension.
  public var isJSON: Bool {
    if file?.hasSuffix(".json") == true { return true }
    guard let contentType else { return false }
    return contentType == "application/json" || contentType.hasSuffix("+json")
  }

  /// Orders by route id, then by case, by UTF-8 bytes.
  static func precedes(_ a: Self, _ b: Self) -> Bool {
    a.routeID.utf8.elementsEqual(b.routeID.utf8)
      ? a.caseName.precedesByBytes(b.caseName) : a.routeID.precedesByBytes(b.routeID)
  }
}

extension FixtureEntry {
  /// The entry as the manifest holds it; what is empty is left out.
  var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(key: key, value: value)) }
    }
    add("route", .string(routeID))
    add("case", .string(caseName))
    add("file", file.map(JSONValue.string))
    add("method", .string(method))
    add("path", .string(pathTemplate))
    add("parameters", parameters.isEmpty ? nil : parametersJSON)
    add("query", query.isEmpty ? nil : .array(query.map(\.json)))
    add("persona", persona.map(JSONValue.string))
    add("status", .integer(status))
    add("headers", headers.isEmpty ? nil : .array(headers.map(\.json)))
    add("contentType", contentType.map(JSONValue.string))
    add("request", requestBody)
    add("requestType", requestType.map(JSONValue.string))
    add("type", type.map(JSONValue.string))
    add("sha256", sha256.map(JSONValue.string))
    return .object(members)
  }

  private var parametersJSON: JSONValue {
    .object(
      parameters.sorted { $0.key.precedesByBytes($1.key) }.map { JSONValue.Member(key: $0.key, value: $0.value.json) })
  }
}

extension NamedValue {
  var json: JSONValue {
    .object([.init(key: "name", value: .string(name)), .init(key: "value", value: .string(value))])
  }
}

extension ParameterOrigin {
  var json: JSONValue {
    switch self {
    case .literal(let text): .object([.init(key: "value", value: .string(text))])
    case .unresolved: .object([.init(key: "unresolved", value: .bool(true))])
    case .answer(let route, let name, let pointer):
      .object([
        .init(
          key: "from",
          value: .object([
            .init(key: "case", value: .string(name)), .init(key: "pointer", value: .string(pointer.description)),
            .init(key: "route", value: .string(route)),
          ]))
      ])
    }
  }
}
