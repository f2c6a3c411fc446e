internal import Diagnostics
internal import JSONText

/// The identifiers of a document: which resources and anchors it holds, found where schemas stand and nowhere else.
struct SchemaIdentifiers {
  /// The outermost value, of the resource that it is.
  private(set) var root: SchemaPlace
  /// Resources by URI, in document order.
  private(set) var resources: [(uri: String, place: SchemaPlace)] = []
  /// Places by `uri#name`, anchors and dynamic anchors alike.
  private(set) var anchors: [String: SchemaPlace] = [:]
  /// Names of the dynamic anchors of each resource.
  private(set) var dynamicAnchors: [String: Set<String>] = [:]
  /// Whether there is any.
  private(set) var isIdentified = false

  /// Reads a document; one without the words is not walked.
  static func scan(_ document: SchemaDocument, base: String) -> SchemaIdentifiers {
    var found = SchemaIdentifiers(root: SchemaPlace(document: document, node: document.root, base: base))
    guard mentionsIdentifiers(document.file.bytes) else { return found }
    found.isIdentified = true
    found.root = found.walk(found.root, isSchema: document.dialect == .draft2020, depth: 0)
    return found
  }

  private static func mentionsIdentifiers(_ bytes: [UInt8]) -> Bool {
    let words = ["$id", "$anchor", "$dynamicAnchor"].map { Array($0.utf8) }
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        defer { index += 1 }
        guard bytes[index] == UInt8(ascii: "$") else { continue }
        for word in words where bytes[index...].starts(with: word) { return true }
      }
      return false
    }
  }

  /// Walks a schema, or anything that may hold schemas; gives the place with the base of its own `$id`.
  @discardableResult
  private mutating func walk(_ place: SchemaPlace, isSchema: Bool, depth: Int) -> SchemaPlace {
    var place = place
    guard depth < SchemaLowering.maximumDepth, place.node.kind == .object || place.node.kind == .array else {
      return place
    }
    if let id = place.node["$id"]?.string {
      place.base = URIReference(id).resolved(against: URIReference(place.base)).withoutFragment.text
      resources.append((place.base, place))
    }
    if let name = place.node["$anchor"]?.string { anchors["\(place.base)#\(name)"] = place }
    if let name = place.node["$dynamicAnchor"]?.string {
      anchors["\(place.base)#\(name)"] = place
      dynamicAnchors[place.base, default: []].insert(name)
    }
    for element in place.node.elements { walk(place.part(element), isSchema: isSchema, depth: depth + 1) }
    for (key, value) in place.node.members {
      walk(member: key, place.part(value), isSchema: isSchema, depth: depth + 1)
    }
    return place
  }

  private mutating func walk(member key: String, _ place: SchemaPlace, isSchema: Bool, depth: Int) {
    switch SchemaKeywords.role(of: key, in: place.document.dialect) {
    case .schema: walk(place, isSchema: isSchema, depth: depth)
    case .schemas: for element in place.node.elements { walk(place.part(element), isSchema: isSchema, depth: depth) }
    case .schemaMap, .container:
      for (_, value) in place.node.members { walk(place.part(value), isSchema: isSchema, depth: depth) }
    case nil where !isSchema: walk(place, isSchema: false, depth: depth)
    case .identifier, .assertion, .annotation, .refused, nil: break
    }
  }
}
