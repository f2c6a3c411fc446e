/// The fields of a body in `application/x-www-form-urlencoded`, as browsers write it.
public struct FormFields: Sendable {
  /// The media type.
  public static let mediaType = "application/x-www-form-urlencoded"

  /// Names and values in order, decoded.
  public let items: [(name: String, value: String)]

  /// Reads a form; a piece without `=` is a name without value.
  public init(_ text: some StringProtocol) {
    items = text.split(separator: "&").map { piece in
      let pair = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { PercentEncoding.decode(String($0).replacing("+", with: " ")) }
      return (pair[0], pair.count > 1 ? pair[1] : "")
    }
  }
}
