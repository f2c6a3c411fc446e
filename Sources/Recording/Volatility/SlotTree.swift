internal import Diagnostics

/// The slots of one step whose places have a `*`, token by token: any key may stand there.
struct SlotTree: Hashable, Sendable {
  private static let wildcard: Substring = "*"

  private var children: [Substring: SlotTree] = [:]
  private var form: String?

  /// - Parameter slots: Forms by place.
  init(_ slots: [String: String]) {
    for (place, form) in slots where place.contains("*") { insert(form, at: Self.tokens(of: place)[...]) }
  }

  private init() {}

  private static func tokens(of place: String) -> [Substring] {
    place.split(separator: "/", omittingEmptySubsequences: false)
  }

  private mutating func insert(_ form: String, at tokens: ArraySlice<Substring>) {
    guard let token = tokens.first else { return self.form = form }
    children[token, default: SlotTree()].insert(form, at: tokens.dropFirst())
  }

  /// The form of the first slot by bytes that a place belongs to; nil where it belongs to none.
  func form(at place: String) -> String? {
    children.isEmpty ? nil : form(at: Self.tokens(of: place)[...])
  }

  private func form(at tokens: ArraySlice<Substring>) -> String? {
    guard let token = tokens.first else { return form }
    let branches = String(token).precedesByBytes("*") ? [token, Self.wildcard] : [Self.wildcard, token]
    return branches.lazy.compactMap { children[$0]?.form(at: tokens.dropFirst()) }.first
  }
}
