internal import JSONText

/// The JSON Schema of `assay.json`, for editors; made from the table that the reader uses.
public enum ConfigurationSchema {
  /// Canonical bytes.
  public static var text: [UInt8] {
    // The table is a constant whose text a test parses; an empty text would fail that test.
    (try? JSONDocument(parsing: Array(ConfigurationKeys.schema.utf8)))?.root.canonicalText() ?? []
  }
}
