internal import Diagnostics
internal import JSONText
internal import Verification

/// A string or a key somewhere in a fixture set.
struct FixtureText {
  let entry: FixtureEntry
  /// The file that it stands in, as it is shown.
  let file: String
  let pointer: JSONPointer
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
    let manifest = fixtures.shownFolder + "/" + FixtureManifest.fileName
    for entry in fixtures.manifest.entries {
      if let document = try? fixtures.document(of: entry) {
        let file = fixtures.shownPath(of: entry)
        walk(document.root, JSONPointer(), key: "") { pointer, key, text in
          body(FixtureText(entry: entry, file: file, pointer: pointer, key: key, text: text))
        }
      } else if let bytes = fixtures.body(of: entry), let text = String(validating: bytes, as: UTF8.self) {
        let file = fixtures.shownPath(of: entry)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          let pointer = JSONPointer(tokens: ["line \(number + 1)"])
          body(FixtureText(entry: entry, file: file, pointer: pointer, key: "", text: String(line)))
        }
      }
      if let request = entry.requestBody,
        let document = try? JSONDocument(parsing: request.canonicalText(indent: 0))
      {
        walk(document.root, JSONPointer(tokens: ["request"]), key: "") { pointer, key, text in
          body(FixtureText(entry: entry, file: manifest, pointer: pointer, key: key, text: text))
        }
      }
      for (name, pairs) in [("headers", entry.headers), ("query", entry.query)] {
        for pair in pairs {
          let pointer = JSONPointer(tokens: [name, pair.name])
          body(FixtureText(entry: entry, file: manifest, pointer: pointer, key: pair.name, text: pair.value))
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
