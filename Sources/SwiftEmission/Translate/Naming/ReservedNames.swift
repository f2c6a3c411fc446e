/// Names that generated declarations must leave to others.
enum ReservedNames {
  /// Types of the standard library and Foundation that generated code or its readers name without a module, and the
  /// types of `ContractSupport.swift` and `Registry.swift`.
  static let types: Set<String> = [
    "Any", "AnyObject", "AnyHashable", "Actor", "Array", "ArraySlice", "Bool", "Character", "Codable", "CodingKey",
    "CodingKeys", "Collection", "Comparable", "CustomStringConvertible", "Data", "Date", "Decimal", "Decodable",
    "Decoder", "DecodingError", "Dictionary", "Double", "Encodable", "Encoder", "EncodingError", "Equatable", "Error",
    "Float", "Foundation", "FoundationEssentials", "Hashable", "Hasher", "Identifiable", "Int", "Int8", "Int16",
    "Int32", "Int64", "Iterator", "JSONDecoder", "JSONEncoder", "KeyValuePairs", "KeyedDecodingContainer",
    "KeyedEncodingContainer", "Mirror", "Never", "Optional", "Protocol", "Range", "RawRepresentable", "RawValue",
    "Result", "Self", "Sendable", "Sequence", "Set", "SingleValueDecodingContainer", "SingleValueEncodingContainer",
    "StaticString", "String", "Substring", "Swift", "Task", "TaskLocal", "Type", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64", "UnkeyedDecodingContainer", "UnkeyedEncodingContainer", "Void", "URL", "UUID",
    "CalendarDate", "ContractRegistry", "Endpoint", "EndpointAuthentication", "EndpointBody", "EndpointParameter",
    "EndpointPath",
    "EndpointQueryItem", "Field", "JSONNull", "JSONValue", "NoContent", "OpenEnum", "Timestamp", "WireBox",
    "WireChoice", "WireCounter", "WireKey", "WireListReader", "WireListWriter", "WireLog", "WireReader", "WireWriter",
    "Response",
  ]

  /// Members that generated types have anyway, or that Swift would read as something else.
  static let members: Set<String> = [
    "self", "Self", "Type", "Protocol", "init", "deinit", "subscript", "encode", "hash", "hashValue",
  ]

  /// Cases that enums cannot have besides.
  static let cases: Set<String> = members.union(["rawValue", "unrecognized", "isUnrecognized"])

  /// Parameters that a body uses under another meaning.
  static let parameters: Set<String> = ["self", "Self", "Type", "Protocol", "init"]
}
