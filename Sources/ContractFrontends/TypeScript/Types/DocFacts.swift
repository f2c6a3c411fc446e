internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// What a doc comment says: prose for the generated code, and tags that the contract knows.
struct DocFacts {
  /// How many words of a tag's text belong to it; the rest is prose.
  private static let arity: [String: Int] = [
    "format": 1, "integer": 0, "display": 1, "minimum": 1, "maximum": 1, "exclusiveMinimum": 1, "exclusiveMaximum": 1,
    "multipleOf": 1, "minLength": 1, "maxLength": 1, "minItems": 1, "maxItems": 1, "unordered": 0, "monotonic": 1,
    "unique": 1, "references": 2, "exact": 0, "unreleased": 1,
  ]

  /// Prose, nil when there is none.
  private(set) var documentation: String?
  /// The reason after `@deprecated`, empty without one.
  private(set) var deprecation: String?
  /// Tags with their own words, in order.
  private(set) var tags: [(tag: DocComment.DocTag, words: [String])] = []

  init(_ comment: DocComment?) {
    guard let comment else { return }
    var prose = [comment.text]
    for tag in comment.tags {
      if tag.name == "deprecated" {
        deprecation = deprecation ?? tag.text
      } else if tag.name == "pattern" {
        tags.append((tag, [tag.text]))
      } else if let arity = Self.arity[tag.name] {
        var rest = tag.text[...]
        var words: [String] = []
        for _ in 0..<arity {
          let word = rest.prefix { !$0.isWhitespace }
          rest = rest.dropFirst(word.count).drop { $0.isWhitespace }
          if !word.isEmpty { words.append(String(word)) }
        }
        tags.append((tag, words))
        prose.append(String(rest))
      }
    }
    let text = prose.filter { !$0.isEmpty }.joined(separator: "\n")
    documentation = text.isEmpty ? nil : text
  }

  /// The tag with this name.
  func tag(_ name: String) -> (tag: DocComment.DocTag, words: [String])? { tags.first { $0.tag.name == name } }

  /// Tags that say something about a type.
  var typeTags: [(tag: DocComment.DocTag, words: [String])] {
    tags.filter { Self.typeTagNames.contains($0.tag.name) }
  }

  private static let typeTagNames: Set<String> = [
    "format", "integer", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "minItems", "maxItems", "unordered",
  ]
}
