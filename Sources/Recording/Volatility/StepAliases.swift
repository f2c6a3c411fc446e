internal import Diagnostics

/// The names that steps had when their ids were named: renaming a step renames no id.
///
/// A recorded name whose step is gone belongs to the one step of the same route that has no recorded name yet and whose
/// answer still has a value at the place that the name speaks of.
struct StepAliases {
  private var former: [String: String] = [:]

  init(_ input: VolatilityInput) {
    var pointers: [String: [String]] = [:]
    for name in input.record.names {
      // A step of a file that shares its name with another's is `file#step`.
      guard let first = Self.border(of: name) else { continue }
      pointers[String(name[..<first]), default: []].append(String(name[name.index(after: first)...]))
    }
    let labels = Set(input.labels.map(\.text))
    let gone = pointers.filter { !labels.contains($0.key) }
    guard !gone.isEmpty else { return }
    let documents = Dictionary(grouping: input.documents, by: { input.labels[$0.id.step].text })
    for (label, places) in gone.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      let candidates = labels.filter { candidate in
        pointers[candidate] == nil && former[candidate] == nil && Self.group(candidate) == Self.group(label)
          && places.allSatisfy { place in (documents[candidate] ?? []).contains { Self.has(place, $0.id, $0.value) } }
      }
      if candidates.count == 1, let candidate = candidates.first { former[candidate] = label }
    }
  }

  /// The name that a step's ids are named by.
  func name(of label: String) -> String { former[label] ?? label }

  /// Where a name's pointer begins: the first `#` before a slash or a space, or at the end.
  private static func border(of name: String) -> String.Index? {
    name.indices.first { index in
      let next = name.index(after: index)
      guard name[index] == "#" else { return false }
      return next == name.endIndex || name[next] == "/"
        || ["header ", "request ", "path ", "query "].contains { name[next...].hasPrefix($0) }
    }
  }

  /// The route of a recorded step; empty for all others.
  private static func group(_ label: String) -> Substring {
    label.contains("/") ? label.prefix { $0 != "/" } : ""
  }

  /// Whether a document has a value at the place of a name; what tells list elements apart counts as any element.
  private static func has(_ place: String, _ id: DocumentID, _ value: AlignedValue) -> Bool {
    let prefix = id.part.prefix
    guard prefix.isEmpty ? place.isEmpty || place.hasPrefix("/") : place.hasPrefix(prefix + " ") || place == prefix,
      let pointer = JSONPointer(text: String(place.dropFirst(prefix.isEmpty ? 0 : prefix.count + 1)))
    else { return false }
    var values = [value]
    for token in pointer.tokens {
      values = values.flatMap { value -> [AlignedValue] in
        if case .array(let elements, _) = value.unwrapped, token.hasPrefix("[") { return elements }
        return value.resolve([token]).map { [$0] } ?? []
      }
    }
    return !values.isEmpty
  }
}
