internal import JSONText

/// The JSON Schema of `assay.json`, for editors; made from the table that the reader uses.
public enum ConfigurationSchema {
  /// Name of the file beside `assay.json`.
  public static let fileName = "assay.schema.json"

  /// Canonical bytes of the schema.
  public static var text: [UInt8] {
    guard case .object(let members) = ConfigurationKeys.root.schema else { return [] }
    let head = [
      JSONValue.Member(key: "$schema", value: .string("https://json-schema.org/draft/2020-12/schema")),
      JSONValue.Member(key: "title", value: .string("Assay configuration")),
    ]
    return JSONValue.object(head + members).canonicalText()
  }
}
