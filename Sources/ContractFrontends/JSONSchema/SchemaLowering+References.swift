internal import ContractModel
internal import Diagnostics
internal import JSONText

extension SchemaLowering {
  /// The type that a reference names, declared under the last word of the reference.
  func reference(to text: String, at place: SchemaPlace, isDynamic: Bool = false) -> TypeExpression {
    let spot = place.member(isDynamic ? "$dynamicRef" : "$ref") ?? place
    do throws(SchemaStore.Failure) {
      let target =
        isDynamic ? try store.resolveDynamic(text, from: place) : try store.resolve(text, from: place)
      let name = declare(target, preferredName: Self.name(of: text, target: target))
      return TypeExpression(.reference(name), span: place.span)
    } catch {
      report(error, reference: text, at: spot)
      return TypeExpression(.anyJSON, span: place.span)
    }
  }

  /// Reports a reference that leads nowhere.
  func report(_ failure: SchemaStore.Failure, reference: String, at place: SchemaPlace) {
    let message: String
    let help: String
    switch failure {
    case .unknownDocument(let uri):
      message = "'\(reference)' cannot be read: no file is '\(uri)'"
      help =
        URIReference.isAbsolute(uri)
        ? "nothing is read from the network: save the document, add it to the sources, and refer to its path or its $id"
        : "correct the path; it is relative to the document that refers to it"
    case .unreadableDocument(let uri):
      message = "'\(reference)' cannot be read: '\(uri)' is not JSON"
      help = "correct that document"
    case .unknownFragment(let fragment, let document):
      let near = suggestion(for: fragment, from: place).map { ", did you mean '\($0)'?" } ?? ""
      message = "'\(reference)' leads nowhere: '\(document)' has no '\(fragment)'\(near)"
      help = "correct the reference, or declare what it names"
    }
    report(Finding(SchemaRules.unresolvedReference, .error, message, help: help, at: place.spot))
  }

  private func suggestion(for fragment: String, from place: SchemaPlace) -> String? {
    guard let pointer = JSONPointer(text: URIReference.unescaped(fragment) ?? fragment), let last = pointer.tokens.last
    else { return nil }
    let parent = JSONPointer(tokens: Array(pointer.tokens.dropLast()))
    guard let holder = place.document.root.resolve(parent) else { return nil }
    return Suggestion.nearest(to: last, among: holder.members.map(\.key))
  }

  /// The name for what a reference names: its last words, else the target's title or file.
  static func name(of reference: String, target: SchemaPlace) -> String {
    let fragment = URIReference(reference).fragment.map { URIReference.unescaped($0) ?? $0 } ?? ""
    guard fragment.hasPrefix("/"), let pointer = JSONPointer(text: fragment) else {
      return fragment.isEmpty ? documentName(target) : fragment
    }
    return name(of: pointer.tokens) ?? documentName(target)
  }

  /// The words of a pointer after the last folder of named schemas, joined.
  static func name(of tokens: [String]) -> String? {
    let folders: Set = ["$defs", "definitions", "schemas"]
    let start = tokens.dropLast().lastIndex { folders.contains($0) }.map { $0 + 1 } ?? 0
    let words = tokens[start...].enumerated().filter { index, word in
      // The first word after a folder is a name, whatever it is.
      index == 0 && start > 0 || SchemaKeywords.draft2020[word] == nil && !JSONPointer.isIndex(word)
    }.map(\.element)
    guard let first = words.first else { return nil }
    return words.count == 1 ? first : words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name for a whole document: its title where that is a name, else its file's.
  static func documentName(_ place: SchemaPlace) -> String {
    if let title = place.node["title"]?.string, isName(title) { return title }
    let isRoot = place.node.position.offset == place.document.root.position.offset
    let path = URIReference(isRoot ? place.document.location : place.base).path
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = (URIReference.unescaped(file) ?? file).split(separator: ".").first.map(String.init) ?? ""
    return stem.isEmpty ? "Schema" : stem.prefix(1).uppercased() + stem.dropFirst()
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isXIDStart else { return false }
    return text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }
}
