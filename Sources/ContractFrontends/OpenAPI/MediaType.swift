/// A media type of a `content` object, as far as Assay tells them apart.
struct MediaType: Hashable {
  /// Lower-case type and subtype, without parameters.
  let essence: String

  init(_ text: String) {
    let head = text.prefix { $0 != ";" }
    essence = String(head.filter { !$0.isWhitespace }).lowercased()
  }

  private var subtype: Substring { essence.drop { $0 != "/" }.dropFirst() }

  /// `application/json`, a `+json` suffix (RFC 6839), and `json+…`, which some servers write for it.
  var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") || subtype.hasPrefix("json+") }

  /// A range that JSON belongs to.
  var isRange: Bool { essence == "*/*" || essence == "application/*" }

  /// The fields of a form as one line.
  var isForm: Bool { essence == "application/x-www-form-urlencoded" }

  /// Whether the name says that the bytes are something else than JSON.
  var isKnownOther: Bool {
    let types = ["text/", "image/", "audio/", "video/", "font/", "multipart/", "model/"]
    let subtypes = [
      "octet-stream", "xml", "pdf", "zip", "gzip", "a-gzip", "x-gzip", "x-tar", "yaml", "x-yaml", "csv", "jsonl",
      "x-ndjson", "ndjson", "json-seq", "x-www-form-urlencoded", "x-protobuf", "protobuf", "msgpack", "cbor",
      "javascript", "wasm", "jwt", "jose",
    ]
    return types.contains(where: essence.hasPrefix) || subtypes.contains(String(subtype))
      || ["+xml", "+yaml", "+zip", "+cbor", "+protobuf", "+gzip"].contains(where: subtype.hasSuffix)
  }

  /// `application/json` first, then other names of JSON, then ranges.
  var rank: Int { essence == "application/json" ? 0 : isJSON ? 1 : isRange ? 2 : 3 }
}
