/// The fields of a body in `application/x-www-form-urlencoded`, or of a query, as browsers write them.
public struct FormFields: Sendable {
  /// One of them.
  public struct Field: Sendable {
    /// Name, decoded.
    public let name: String
    /// Value, decoded; empty where there is none.
    public let value: String
    /// The whole field as it is written.
    public let written: String
  }

  /// The media type.
  public static let mediaType = "application/x-www-form-urlencoded"

  /// The fields in order.
  public let fields: [Field]

  /// Reads a form; a piece without `=` is a name without value.
  public init(_ text: some StringProtocol) {
    fields = text.split(separator: "&").map { piece in
      let pair = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { PercentEncoding.decode(String($0).replacing("+", with: " ")) }
      return Field(name: pair[0], value: pair.count > 1 ? pair[1] : "", written: String(piece))
    }
  }
}
