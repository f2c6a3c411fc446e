internal import Diagnostics
internal import JSONText
internal import Workspace

/// Names identities by where they come from, so that a new step elsewhere renames nothing.
///
/// In this order: a place that a former recording named, the write whose answer's own `id` it is, the `Location` of a
/// write, any other place in a write's answer, the element of a list told by a stable unique sibling or, failing that, by
/// all its stable texts together, the first read in byte order. Within one rank the first in byte order counts. Personas are never part of a name.
struct OriginNaming {
  /// Siblings that tell list elements apart, in order of preference.
  private static let tellingSiblings = [
    "slug", "email", "key", "code", "username", "login", "handle", "name", "displayName", "title",
  ]

  private let documents: [DocumentID: AlignedValue]
  private let labels: [StepLabel]
  private let record: VolatilityRecord

  init(_ input: VolatilityInput) {
    documents = Dictionary(input.documents.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    labels = input.labels
    record = input.record
  }

  /// The name of an identity that stands at these places.
  func name(of places: [SlotPlace]) -> String {
    // A step that names the thing in its request did not make it.
    let users = Set(places.filter { $0.document.part.isSent }.map(\.document.step))
    let candidates = places.map { candidate($0, isUser: users.contains($0.document.step)) }
    let remembered = candidates.filter { record.names.contains($0.name) }
    let best = (remembered.isEmpty ? candidates : remembered).min { a, b in
      a.rank != b.rank ? a.rank < b.rank : a.name.precedesByBytes(b.name)
    }
    return best?.name ?? ""
  }

  private func candidate(_ place: SlotPlace, isUser: Bool) -> (rank: Int, name: String) {
    let label = labels[place.document.step]
    let (pointer, usesIndex) = namedPointer(place)
    let prefix = place.document.part.prefix
    let name = "\(label.text)#\(prefix.isEmpty ? "" : prefix + " ")\(pointer)"
    switch place.document.part {
    case .answer where label.isWrite:
      let isOwnID = !isUser && place.pointer.tokens.last == "id" && place.pointer.tokens.count <= 2
      return (isOwnID ? 1 : usesIndex ? 4 : 3, name)
    case .header("location", _) where label.isWrite: return (2, name)
    case .answer: return (usesIndex ? 6 : 5, name)
    case .request, .header, .parameter, .query: return (7, name)
    }
  }

  /// The pointer with `[sibling=value]` in place of each index that a sibling tells apart.
  private func namedPointer(_ place: SlotPlace) -> (text: String, usesIndex: Bool) {
    guard let root = documents[place.document] else { return (place.pointer.description, true) }
    var tokens: [String] = []
    var usesIndex = false
    for (depth, token) in place.pointer.tokens.enumerated() {
      let parent = root.resolve(place.pointer.tokens.prefix(depth))
      if case .array(let elements)? = parent, let index = Int(token) {
        if let sibling = telling(elements, index, path: place.pointer.tokens.dropFirst(depth + 1)) {
          tokens.append(sibling)
        } else {
          tokens.append(token)
          usesIndex = true
        }
      } else {
        tokens.append(token)
      }
    }
    return (JSONPointer(tokens: tokens).description, usesIndex)
  }

  /// What tells an element from the others: a sibling of the place, the nearest first, else all stable texts together.
  ///
  /// - Parameter path: The tokens that lead from the element to the place.
  private func telling(_ elements: [AlignedValue], _ index: Int, path: ArraySlice<String>) -> String? {
    let objects = path.dropLast().prefix { Int($0) == nil }
    for depth in (0...objects.count).reversed() {
      for name in Self.tellingSiblings {
        let sibling = Array(objects.prefix(depth)) + [name]
        let values = elements.map { Self.stableText($0.resolve(sibling)) }
        if let value = values[index], values.count(where: { $0 == value }) == 1 {
          return "[\(sibling.joined(separator: "/"))=\(value)]"
        }
      }
    }
    let texts = elements.map(Self.stableTexts)
    guard !texts[index].isEmpty, texts.count(where: { $0 == texts[index] }) == 1 else { return nil }
    let signature = texts[index].joined(separator: ",")
    // A name is read in reviews: prose is told by its hash.
    return signature.utf8.count <= 60 ? "[\(signature)]" : "[#\(SHA256.hexDigest(Array(signature.utf8)).prefix(12))]"
  }

  /// Every stable text of an element with its place, sorted.
  private static func stableTexts(_ element: AlignedValue) -> [String] {
    var texts: [String] = []
    element.visitScalars { pointer, runs in
      if let text = stableText(.scalar(runs)) { texts.append("\(pointer)=\(text)") }
    }
    return texts.sorted { $0.precedesByBytes($1) }
  }

  private static func stableText(_ value: AlignedValue?) -> String? {
    guard case .scalar(let runs)? = value, runs.allEqual, case .string(let text) = runs[0] else { return nil }
    return text
  }
}
