internal import Diagnostics
public import JSONText

/// What the manifest keeps of a request's body.
public struct KeptRequest: Sendable {
  /// Most bytes of text that are kept.
  private static let longestText = 1 << 16

  /// JSON as it is; a form as an object of its fields; text as a string; nil for bytes and for no body.
  public let value: JSONValue?
  /// Media type without parameters of what is not JSON; nil for JSON and for no body.
  public let mediaType: String?

  /// Reads a body.
  ///
  /// - Parameter contentType: Value of the request's Content-Type.
  public init(_ body: [UInt8]?, contentType: String?) {
    guard let body, !body.isEmpty else {
      value = nil
      mediaType = nil
      return
    }
    let type = (contentType ?? "").prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    let text = String(validating: body, as: UTF8.self)
    let shownType = type.isEmpty ? "application/octet-stream" : type
    if type == FormFields.mediaType, let text {
      value = Self.object(FormFields(text).fields.map { ($0.name, .string($0.value)) })
      mediaType = type
    } else if type == MultipartBody.mediaType, let body = MultipartBody(body, contentType: contentType ?? "") {
      value = Self.object(body.parts.map { ($0.name, Self.value(of: $0)) })
      mediaType = type
    } else if let document = try? JSONDocument(parsing: body) {
      value = document.root.value
      mediaType = type.isEmpty || type == "application/json" || type.hasSuffix("+json") ? nil : type
    } else {
      value = text.flatMap { $0.utf8.count <= Self.longestText ? .string($0) : nil }
      mediaType = shownType
    }
  }

  /// Text as a string; a file as its name, media type and number of bytes.
  private static func value(of part: MultipartBody.Part) -> JSONValue {
    if let text = part.text { return .string(text) }
    var members = [JSONValue.Member(key: "bytes", value: .integer(part.content.count))]
    if let type = part.contentType { members.append(JSONValue.Member(key: "contentType", value: .string(type))) }
    if let name = part.fileName { members.append(JSONValue.Member(key: "fileName", value: .string(name))) }
    return .object(members)
  }

  /// Fields by name; the values of one that is there several times are a list.
  private static func object(_ fields: [(name: String, value: JSONValue)]) -> JSONValue {
    var names: [String] = []
    var values: [String: [JSONValue]] = [:]
    for field in fields {
      if values[field.name] == nil { names.append(field.name) }
      values[field.name, default: []].append(field.value)
    }
    return .object(
      names.map { name in
        let all = values[name] ?? []
        return JSONValue.Member(key: name, value: all.count == 1 ? all[0] : .array(all))
      })
  }
}
