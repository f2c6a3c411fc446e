internal import JSONText

/// Which files a document refers to.
public enum DocumentReferences {
  /// Paths of the other files that the references of a JSON document name, relative to where `path` is relative to;
  /// sorted by bytes. Text that is not JSON names none.
  public static func files(in json: [UInt8], path: String) -> [String] {
    guard let document = try? JSONDocument(parsing: json) else { return [] }
    let base = URIReference(URIReference.escaped(path: path))
    var found: Set<String> = []
    collect(document.root, base, isMapping: false, &found)
    found.remove(path)
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func collect(_ node: JSONNode, _ base: URIReference, isMapping: Bool, _ found: inout Set<String>) {
    for element in node.elements where element.count > 0 { collect(element, base, isMapping: false, &found) }
    for (key, value) in node.members {
      if let text = value.string {
        if key == "$ref" || key == "$dynamicRef" || isMapping { add(text, base, &found) }
      } else if value.count > 0 {
        collect(value, base, isMapping: key == "mapping", &found)
      }
    }
  }

  private static func add(_ reference: String, _ base: URIReference, _ found: inout Set<String>) {
    let target = URIReference(reference)
    guard target.scheme == nil, target.authority == nil, !target.path.isEmpty,
      let path = URIReference.unescaped(target.resolved(against: base).path)
    else { return }
    found.insert(path)
  }
}
