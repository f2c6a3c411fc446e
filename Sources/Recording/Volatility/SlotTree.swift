/// What is known of the slots of one step, found token by token: any key may stand where a place has a `*`.
struct SlotTree<Form: Hashable & Sendable>: Hashable, Sendable {
  private var children: [Substring: SlotTree] = [:]
  private var form: Form?

  /// - Parameter slots: Forms by place.
  init(_ slots: [String: Form]) {
    for (place, form) in slots { insert(form, at: Self.tokens(of: place)[...]) }
  }

  private init() {}

  private static func tokens(of place: String) -> [Substring] {
    place.split(separator: "/", omittingEmptySubsequences: false)
  }

  private mutating func insert(_ form: Form, at tokens: ArraySlice<Substring>) {
    guard let token = tokens.first else {
      self.form = form
      return
    }
    children[token, default: SlotTree()].insert(form, at: tokens.dropFirst())
  }

  /// The form of the slot that a place belongs to, the one that names more of its keys first; nil for none.
  func form(at place: String) -> Form? { form(at: Self.tokens(of: place)[...]) }

  private func form(at tokens: ArraySlice<Substring>) -> Form? {
    guard let token = tokens.first else { return form }
    let rest = tokens.dropFirst()
    return children[token]?.form(at: rest) ?? (token == "*" ? nil : children["*"]?.form(at: rest))
  }
}
