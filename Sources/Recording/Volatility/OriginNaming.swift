internal import Diagnostics
internal import JSONText

/// Names identities by where they come from, so that a new step elsewhere renames nothing.
///
/// In this order: a place that a former recording named, the write whose answer's own `id` it is, the `Location` of a
/// write, any other place in a write's answer, the element of a list told by a stable unique sibling, the first read
/// in byte order. Within one rank the first in byte order counts. Personas are never part of a name.
struct OriginNaming {
  /// Siblings that tell list elements apart, in order of preference.
  private static let tellingSiblings = ["slug", "email", "key", "code", "username", "name", "title"]

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
        if let sibling = tellingSibling(elements, index) {
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

  private func tellingSibling(_ elements: [AlignedValue], _ index: Int) -> String? {
    for name in Self.tellingSiblings {
      let values = elements.map { element -> String? in
        guard case .scalar(let runs)? = element.resolve([name]), runs.allEqual, case .string(let text) = runs[0] else {
          return nil
        }
        return text
      }
      if let value = values[index], values.count(where: { $0 == value }) == 1 { return "[\(name)=\(value)]" }
    }
    return nil
  }
}
