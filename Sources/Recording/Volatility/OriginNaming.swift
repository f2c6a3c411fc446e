internal import Diagnostics
internal import JSONText
internal import Workspace

/// Names identities by where they come from, so that a new step elsewhere renames nothing.
///
/// In this order: a place that a former recording named, the write whose answer's own `id` it is, the `Location` of a
/// write, any other place in a write's answer, the element of a list told by a stable unique sibling or, failing that, by
/// all its stable texts together, the first read in byte order. Within one rank the first in byte order counts. Personas
/// are never part of a name.
struct OriginNaming {
  /// Siblings that tell list elements apart, in order of preference.
  private static let tellingSiblings = [
    "slug", "email", "key", "code", "username", "login", "handle", "name", "displayName", "title",
  ]

  /// An element of a list or a value of a map, and where it stands.
  private struct Element {
    let value: AlignedValue
    let place: SlotPlace
  }

  /// What tells the elements of lists apart, worked out once for each list: every element of it is asked about.
  private final class Memory {
    var elements: [SlotPlace: [Element]] = [:]
    var siblings: [SlotPlace: [[String]: (texts: [String?], counts: [String: Int])]] = [:]
    var signatures: [SlotPlace: (texts: [[String]], counts: [[String]: Int])] = [:]
  }

  private let memory = Memory()
  private let documents: [DocumentID: AlignedValue]
  private let labels: [StepLabel]
  private let record: VolatilityRecord
  private let aliases: StepAliases
  private let analysis: VolatilityAnalysis

  init(_ analysis: VolatilityAnalysis) {
    let input = analysis.input
    self.analysis = analysis
    documents = Dictionary(input.documents.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    labels = input.labels
    record = input.record
    aliases = StepAliases(input)
  }

  /// The name of an identity that stands at these places, and the place that it comes from.
  func name(of places: [SlotPlace]) -> (text: String, place: SlotPlace?) {
    // A step that names the thing in its request did not make it.
    let users = Set(places.filter { $0.document.part.isSent }.map(\.document.step))
    let candidates = places.map { candidate($0, isUser: users.contains($0.document.step)) }
    let remembered = candidates.filter { record.names.contains($0.name) }
    let best = (remembered.isEmpty ? candidates : remembered).min { a, b in
      a.rank != b.rank ? a.rank < b.rank : a.name.precedesByBytes(b.name)
    }
    return (best?.name ?? "", best?.place)
  }

  private func candidate(_ place: SlotPlace, isUser: Bool) -> (rank: Int, name: String, place: SlotPlace) {
    let label = labels[place.document.step]
    let (pointer, usesIndex) = namedPointer(place)
    let prefix = place.document.part.prefix
    let name = "\(aliases.name(of: label.text))#\(prefix.isEmpty ? "" : prefix + " ")\(pointer)"
    switch place.document.part {
    case .answer where label.isWrite:
      let isOwnID =
        !isUser && ["id", "_id", "uuid"].contains(place.pointer.tokens.last?.lowercased())
        && place.pointer.tokens.count <= 2
      return (isOwnID ? 1 : usesIndex ? 4 : 3, name, place)
    case .header("location", _) where label.isWrite: return (2, name, place)
    case .answer: return (usesIndex ? 6 : 5, name, place)
    case .request, .header, .parameter, .query: return (7, name, place)
    }
  }

  /// The pointer with `[sibling=value]` in place of each index, and each key that is data, that a sibling tells apart.
  private func namedPointer(_ place: SlotPlace) -> (text: String, usesIndex: Bool) {
    guard let root = documents[place.document] else { return (place.pointer.description, true) }
    var tokens: [String] = []
    var usesIndex = false
    for (depth, token) in place.pointer.tokens.enumerated() {
      let path = place.pointer.tokens.dropFirst(depth + 1)
      switch root.resolve(place.pointer.tokens.prefix(depth))?.unwrapped {
      case .array(let elements, _)? where Int(token) != nil:
        let list = place.prefix(depth)
        if memory.elements[list] == nil {
          memory.elements[list] = elements.enumerated().map { Element(value: $1, place: list.appending(["\($0)"])) }
        }
        let sibling = Int(token).flatMap { telling(list, $0, path: path) }
        usesIndex = usesIndex || sibling == nil
        tokens.append(sibling ?? token)
      case .object(let members)?:
        guard let index = members.position(of: token),
          analysis.keyParts(at: place.prefix(depth + 1)) != nil
        else {
          tokens.append(token)
          continue
        }
        let map = place.prefix(depth)
        if memory.elements[map] == nil {
          memory.elements[map] = members.map { Element(value: $0.value, place: map.appending([$0.keys[0]])) }
        }
        let sibling = telling(map, index, path: path)
        usesIndex = usesIndex || sibling == nil
        // Keys that nothing tells apart are numbered as the server has them.
        tokens.append(sibling ?? (members.count == 1 ? "*" : "*\(index)"))
      default: tokens.append(token)
      }
    }
    return (JSONPointer(tokens: tokens).description, usesIndex)
  }

  /// What tells an element from the others: a sibling of the place, the nearest first, else all stable texts together.
  ///
  /// - Parameter path: The tokens that lead from the element to the place.
  private func telling(_ list: SlotPlace, _ index: Int, path: ArraySlice<String>) -> String? {
    let objects = path.dropLast().prefix { Int($0) == nil }
    for depth in (0...objects.count).reversed() {
      for name in Self.tellingSiblings {
        let sibling = Array(objects.prefix(depth)) + [name]
        let (values, counts) = texts(of: sibling, in: list)
        if let value = values[index], counts[value] == 1 {
          return "[\(sibling.joined(separator: "/"))=\(value)]"
        }
      }
    }
    let (texts, counts) = signatures(of: list)
    guard !texts[index].isEmpty, counts[texts[index]] == 1 else { return nil }
    let signature = texts[index].joined(separator: ",")
    // A name is read in reviews: prose is told by its hash.
    return signature.utf8.count <= 60 ? "[\(signature)]" : "[#\(SHA256.hexDigest(Array(signature.utf8)).prefix(12))]"
  }

  /// The stable text of a sibling in each element, and how many elements have it.
  private func texts(of sibling: [String], in list: SlotPlace) -> (texts: [String?], counts: [String: Int]) {
    if let known = memory.siblings[list]?[sibling] { return known }
    let texts = memory.elements[list, default: []].map { stableText($0, sibling) }
    let found = (texts, Dictionary(texts.compactMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +))
    memory.siblings[list, default: [:]][sibling] = found
    return found
  }

  /// All stable texts of each element, and how many elements have the same.
  private func signatures(of list: SlotPlace) -> (texts: [[String]], counts: [[String]: Int]) {
    if let known = memory.signatures[list] { return known }
    let texts = memory.elements[list, default: []].map(stableTexts)
    let found = (texts, Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +))
    memory.signatures[list] = found
    return found
  }

  /// Every stable text of an element with its place, sorted.
  private func stableTexts(_ element: Element) -> [String] {
    var texts: [String] = []
    element.value.visitScalars { pointer, runs in
      if let text = stableText(runs, at: element.place.appending(pointer.tokens)) { texts.append("\(pointer)=\(text)") }
    }
    return texts.sorted { $0.precedesByBytes($1) }
  }

  private func stableText(_ element: Element, _ path: [String]) -> String? {
    guard case .scalar(let runs)? = element.value.resolve(path) else { return nil }
    return stableText(runs, at: element.place.appending(path))
  }

  /// The text that the fixture will show, where it is what every run answered.
  private func stableText(_ runs: [JSONValue], at place: SlotPlace) -> String? {
    guard runs.allEqual, case .string(let text) = runs[0],
      case .literal(.string(let planned)) = analysis.plan(at: place), planned == text
    else { return nil }
    return text
  }
}
