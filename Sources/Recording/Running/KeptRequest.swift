internal import JSONText
internal import Transport

/// What the manifest keeps of a request's body.
struct KeptRequest: Sendable {
  /// Most bytes of text that are kept.
  private static let longestText = 1 << 16

  /// JSON as it is; a form as an object of its fields; text as a string; nil for bytes and for no body.
  let value: JSONValue?
  /// Media type without parameters of what is not JSON; nil for JSON and for no body.
  let mediaType: String?

  /// Reads a body.
  ///
  /// - Parameter contentType: Value of the request's Content-Type.
  init(_ body: [UInt8]?, contentType: String?) {
    guard let body, !body.isEmpty else {
      value = nil
      mediaType = nil
      return
    }
    let type = (contentType ?? "").prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    let text = String(validating: body, as: UTF8.self)
    let shownType = type.isEmpty ? "application/octet-stream" : type
    if type == FormFields.mediaType, let text {
      value = Self.object(FormFields(text).items.map { ($0.name, .string($0.value)) })
      mediaType = type
    } else if type == "multipart/form-data", let parts = MultipartBody(body, contentType: contentType ?? "") {
      value = Self.object(parts.fields)
      mediaType = type
    } else if let document = try? JSONDocument(parsing: body) {
      value = document.root.value
      mediaType = type.isEmpty || type == "application/json" || type.hasSuffix("+json") ? nil : type
    } else {
      value = text.flatMap { $0.utf8.count <= Self.longestText ? .string($0) : nil }
      mediaType = shownType
    }
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

/// The parts of a body in `multipart/form-data` (RFC 7578).
private struct MultipartBody {
  /// Fields in order: text as a string; a file as its name, media type and number of bytes.
  let fields: [(name: String, value: JSONValue)]

  /// Reads a body; nil for one that its boundary does not divide.
  init?(_ body: [UInt8], contentType: String) {
    guard let boundary = Self.parameter("boundary", of: contentType) else { return nil }
    var fields: [(name: String, value: JSONValue)] = []
    let delimiter = Array("--\(boundary)".utf8)
    var pieces = body.split(separator: delimiter, omittingEmptySubsequences: false)
    guard pieces.count > 2, pieces.removeLast().starts(with: Array("--".utf8)) else { return nil }
    for piece in pieces.dropFirst() {
      guard let field = Self.field(Array(piece)) else { return nil }
      fields.append(field)
    }
    self.fields = fields
  }

  private static func field(_ piece: [UInt8]) -> (name: String, value: JSONValue)? {
    for gap in ["\r\n\r\n", "\n\n"] {
      guard let range = piece.firstRange(of: Array(gap.utf8)) else { continue }
      let end = Array(gap.utf8.prefix(gap.utf8.count / 2))
      var content = Array(piece[range.upperBound...])
      if content.reversed().starts(with: end.reversed()) { content.removeLast(end.count) }
      let lines = String(decoding: piece[..<range.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
      let headers = lines.map { line in
        let pair = line.split(separator: ":", maxSplits: 1)
        return (name: pair[0].lowercased(), value: pair.count > 1 ? String(pair[1].drop { $0 == " " }) : "")
      }
      let disposition = headers.first { $0.name == "content-disposition" }?.value ?? ""
      guard let name = parameter("name", of: disposition) else { return nil }
      let file = parameter("filename", of: disposition)
      if file == nil, let text = String(validating: content, as: UTF8.self) { return (name, .string(text)) }
      var members = [JSONValue.Member(key: "bytes", value: .integer(content.count))]
      if let type = headers.first(where: { $0.name == "content-type" })?.value {
        members.append(JSONValue.Member(key: "contentType", value: .string(type)))
      }
      if let file { members.append(JSONValue.Member(key: "fileName", value: .string(file))) }
      return (name, .object(members))
    }
    return nil
  }

  /// A parameter of a header field, quotes taken off.
  private static func parameter(_ name: String, of field: String) -> String? {
    for piece in field.split(separator: ";").dropFirst() {
      let pair = piece.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard pair.count == 2, pair[0].lowercased() == name else { continue }
      return String(pair[1].drop { $0 == "\"" }.prefix { $0 != "\"" })
    }
    return nil
  }
}
