internal import JSONText

/// What a setting may hold: the reader checks it and the JSON Schema describes it.
indirect enum SettingShape: Sendable {
  /// Text of at least one character.
  case text
  /// Text, or `$NAME` for an environment variable.
  case setting
  /// `$NAME` alone: the value is a secret, which has no place in a file.
  case secret
  /// One of these texts.
  case choice([String])
  /// A method and a path, `POST /path`.
  case request
  /// Name of a header field.
  case header
  /// Text with these names in braces.
  case template([String])
  case flag
  /// A number above 0.
  case positiveNumber
  case list(SettingShape)
  /// One value of a shape, or a list of them.
  case oneOrMore(SettingShape)
  /// Any names, each with a value of one shape.
  case map(SettingShape)
  /// Names of values of a persona: secrets by their name, settings else.
  case variables
  /// An object of these keys alone.
  case object([SettingKey])
  /// An object of exactly one of these keys.
  case oneOf([SettingKey])

  /// An object with the keys of another table too.
  func adding(_ more: [SettingKey]) -> SettingShape {
    if case .object(let keys) = self { .object(keys + more) } else { self }
  }

  /// How messages name it.
  var summary: String {
    switch self {
    case .text: "a text that is not empty"
    case .setting: "a text"
    case .secret: "the name of an environment variable, \"$NAME\""
    case .choice(let words): "one of: " + words.joined(separator: ", ")
    case .request: "a method and a path, \"POST /path\""
    case .header: "the name of a header"
    case .template(let names): "a text with " + names.map { "{\($0)}" }.joined(separator: ", ")
    case .flag: "true or false"
    case .positiveNumber: "a number above 0"
    case .list(let element): "a list; each element is " + element.summary
    case .oneOrMore(let element): element.summary + ", or a list of such"
    case .map, .variables, .object: "an object"
    case .oneOf(let keys): "an object with one of: " + keys.map(\.name).joined(separator: ", ")
    }
  }

  /// The shape in JSON Schema 2020-12.
  var schema: JSONValue {
    switch self {
    case .text: Self.typed("string", ("minLength", .integer(1)))
    case .setting: Self.typed("string")
    case .secret: Self.typed("string", ("pattern", .string("^\\$[A-Za-z_][A-Za-z0-9_]*$")))
    case .choice(let words): Self.members(("enum", .array(words.map { .string($0) })))
    case .request: Self.typed("string", ("pattern", .string("^[A-Z]+ /[^ ?#]*$")))
    case .header: Self.typed("string", ("pattern", .string(Self.headerPattern)))
    case .template: Self.typed("string", ("minLength", .integer(1)))
    case .flag: Self.typed("boolean")
    case .positiveNumber: Self.typed("number", ("exclusiveMinimum", .integer(0)))
    case .list(let element): Self.typed("array", ("items", element.schema))
    case .oneOrMore(let element):
      Self.members(("anyOf", .array([element.schema, Self.list(element).schema])))
    case .map(let value): Self.typed("object", ("additionalProperties", value.schema))
    case .variables: Self.typed("object", ("additionalProperties", Self.setting.schema))
    case .object(let keys):
      Self.typed(
        "object", ("additionalProperties", .bool(false)),
        ("required", .array(keys.filter(\.isRequired).map { .string($0.name) })),
        ("properties", .object(keys.map { JSONValue.Member(key: $0.name, value: $0.schema) })))
    case .oneOf(let keys):
      Self.typed(
        "object", ("additionalProperties", .bool(false)), ("minProperties", .integer(1)),
        ("maxProperties", .integer(1)),
        ("properties", .object(keys.map { JSONValue.Member(key: $0.name, value: $0.schema) })))
    }
  }

  /// A token (RFC 9110 section 5.6.2).
  private static let headerPattern = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"

  private static func typed(_ type: String, _ more: (String, JSONValue)...) -> JSONValue {
    .object(([("type", .string(type))] + more).map { JSONValue.Member(key: $0.0, value: $0.1) })
  }

  private static func members(_ members: (String, JSONValue)...) -> JSONValue {
    .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
  }
}

/// A key of an object in `assay.json`.
struct SettingKey: Sendable {
  let name: String
  let shape: SettingShape
  let isRequired: Bool
  /// What it is for, as editors show it.
  let summary: String

  init(_ name: String, _ shape: SettingShape, isRequired: Bool = false, _ summary: String) {
    self.name = name
    self.shape = shape
    self.isRequired = isRequired
    self.summary = summary
  }

  /// The shape's schema with the summary in it.
  var schema: JSONValue {
    guard case .object(let members) = shape.schema else { return shape.schema }
    return .object([JSONValue.Member(key: "description", value: .string(summary))] + members)
  }
}
