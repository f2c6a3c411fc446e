internal import Diagnostics
internal import JSONText
internal import Verification

/// A string or a key somewhere in a fixture set.
struct FixtureText {
  let entry: FixtureEntry
  /// Where it stands.
  let place: Place
  /// The key that the text is the value of, or is an element below; empty at the top.
  let key: String
  /// The string; nil where the key itself is visited.
  let text: String?
}

/// Visits every key and string of a set: bodies, those that are not JSON line by line, and what the manifest keeps of
/// requests and headers.
struct FixtureWalk {
  let fixtures: FixtureSet

  func visit(_ body: (FixtureText) -> Void) {
    for entry in fixtures.manifest.entries {
      if let document = try? fixtures.document(of: entry) {
        walk(document.root, JSONPointer(), key: "") { pointer, key, text in
          body(FixtureText(entry: entry, place: fixtures.place(of: entry, pointer: pointer), key: key, text: text))
        }
      } else if let bytes = fixtures.body(of: entry), let text = String(validating: bytes, as: UTF8.self) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          let pointer = JSONPointer(tokens: ["line \(number + 1)"])
          body(
            FixtureText(entry: entry, place: fixtures.place(of: entry, pointer: pointer), key: "", text: String(line)))
        }
      }
      if let request = entry.requestBody,
        let document = try? JSONDocument(parsing: request.canonicalText(indent: 0))
      {
        walk(document.root, JSONPointer(tokens: ["request"]), key: "") { pointer, key, text in
          body(
            FixtureText(entry: entry, place: fixtures.requestPlace(of: entry, pointer: pointer), key: key, text: text))
        }
      }
      for (name, pairs) in [("headers", entry.headers), ("query", entry.query)] {
        for pair in pairs {
          let pointer = JSONPointer(tokens: [name, pair.name])
          let place = fixtures.requestPlace(of: entry, pointer: pointer)
          body(FixtureText(entry: entry, place: place, key: pair.name, text: pair.value))
        }
      }
    }
  }

  private func walk(
    _ node: JSONNode, _ pointer: JSONPointer, key: String, _ body: (JSONPointer, String, String?) -> Void
  ) {
    if let text = node.string { return body(pointer, key, text) }
    for (index, element) in node.elements.enumerated() { walk(element, pointer.appending(index), key: key, body) }
    for (name, value) in node.members {
      let place = pointer.appending(name)
      body(place, name, nil)
      walk(value, place, key: name, body)
    }
  }
}
