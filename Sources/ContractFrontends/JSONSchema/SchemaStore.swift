internal import Diagnostics
internal import JSONText

/// The documents that schemas are read from, by the URIs that references name them with.
final class SchemaStore {
  /// Why a reference leads nowhere.
  enum Failure: Error, Hashable {
    /// No document has the URI.
    case unknownDocument(String)
    /// The document is not JSON.
    case unreadableDocument(String)
    /// The document holds nothing at the pointer, or has no such anchor.
    case unknownFragment(String, document: String)
  }

  /// Reads a further document, by path or absolute URI as the reference names it; nil when there is none.
  typealias Loader = (String, inout FindingList) -> SchemaDocument?

  /// Every document, in the order of their arrival.
  private(set) var documents: [SchemaDocument] = []
  /// Problems with the documents as such.
  var findings = FindingList()

  private let load: Loader
  private var resources: [String: SchemaPlace] = [:]
  private var anchors: [String: SchemaPlace] = [:]
  private var dynamicAnchors: [String: Set<String>] = [:]
  private var missing: Set<String> = []
  private var resolved: [String: SchemaPlace] = [:]
  private var ordinals: [ObjectIdentifier: Int] = [:]
  private var identified: Set<ObjectIdentifier> = []

  /// Creates an empty store.
  init(load: @escaping Loader) { self.load = load }

  /// Creates a store that parses what `reader` gives, by path or absolute URI, as JSON of one dialect.
  convenience init(dialect: SchemaDialect, reader: @escaping (String) -> [UInt8]?) {
    self.init { path, findings in
      guard let bytes = reader(path) else { return nil }
      return SchemaStore.parse(SourceFile(path: path, bytes: bytes), dialect: dialect, &findings)
    }
  }

  /// Parses a document; nil, with a finding, when it is not JSON.
  static func parse(_ file: SourceFile, dialect: SchemaDialect, _ findings: inout FindingList) -> SchemaDocument? {
    do {
      let document = try JSONDocument(parsing: file.bytes)
      for duplicate in document.duplicateKeys {
        let span = SourceSpan(file: file, start: duplicate.second.offset, end: duplicate.second.offset + 1)
        findings.report(
          Finding(
            SchemaRules.duplicateKey, .error, "the key '\(duplicate.pointer)' stands here a second time",
            help: "remove one of the two; readers disagree on which counts", at: Place(span: span)))
      }
      return SchemaDocument(file: file, root: document.root, dialect: dialect)
    } catch {
      let span = SourceSpan(file: file, start: error.position.offset, end: error.position.offset + 1)
      findings.report(
        Finding(
          SchemaRules.notJSON, .error, "not JSON: \(error.message)", help: "correct the document", at: Place(span: span)
        ))
      return nil
    }
  }

  /// Adds a document under its location and its identifiers; gives its root.
  @discardableResult
  func add(_ document: SchemaDocument) -> SchemaPlace {
    ordinals[ObjectIdentifier(document)] = documents.count
    documents.append(document)
    let base = URIReference(document.location).withoutFragment.text
    let found = SchemaIdentifiers.scan(document, base: base)
    if found.isIdentified { identified.insert(ObjectIdentifier(document)) }
    var root = found.root
    resources[base] = resources[base] ?? root
    for (uri, place) in found.resources {
      if let first = resources[uri], first.span != place.span {
        findings.report(
          Finding(
            SchemaRules.duplicateIdentifier, .error, "two schemas have the identifier '\(uri)'",
            help: "give each $id once", at: place.spot, notes: [FindingNote("the other one is here", at: first.spot)]))
      } else {
        resources[uri] = place
      }
    }
    anchors.merge(found.anchors) { first, _ in first }
    dynamicAnchors.merge(found.dynamicAnchors) { $0.union($1) }
    root.scope = entering(root.base, DynamicScope())
    return root
  }

  /// A number of a document that depends on the order of arrival alone.
  func ordinal(of document: SchemaDocument) -> Int { ordinals[ObjectIdentifier(document)] ?? -1 }

  /// A schema inside another one: its own `$id` begins a resource of its own.
  func entering(_ place: SchemaPlace) -> SchemaPlace {
    guard identified.contains(ObjectIdentifier(place.document)), let id = place.node["$id"]?.string else {
      return place
    }
    var place = place
    place.base = URIReference(id).resolved(against: URIReference(place.base)).withoutFragment.text
    place.scope = entering(place.base, place.scope)
    return place
  }

  private func entering(_ resource: String, _ scope: DynamicScope) -> DynamicScope {
    guard let names = dynamicAnchors[resource] else { return scope }
    var scope = scope
    for name in names where scope.resources[name] == nil { scope.resources[name] = resource }
    return scope
  }

  /// What a `$ref` leads to.
  func resolve(_ reference: String, from place: SchemaPlace) throws(Failure) -> SchemaPlace {
    let target = URIReference(reference).resolved(against: URIReference(place.base))
    var found: SchemaPlace
    do throws(Failure) {
      found = try locate(target)
    } catch {
      // Beside an `$id` that names a web address, files are still found where they lie.
      guard case .unknownDocument = error, URIReference(reference).scheme == nil, place.base != place.document.location
      else { throw error }
      guard let beside = try? locate(URIReference(reference).resolved(against: URIReference(place.document.location)))
      else { throw error }
      found = beside
    }
    found.scope = entering(found.base, place.scope)
    return found
  }

  /// What a `$dynamicRef` leads to: the outermost resource in scope that has the dynamic anchor, if the place that the
  /// reference names has one, else that place itself.
  func resolveDynamic(_ reference: String, from place: SchemaPlace) throws(Failure) -> SchemaPlace {
    let first = try resolve(reference, from: place)
    guard let name = URIReference(reference).fragment, !name.isEmpty, !name.hasPrefix("/"),
      first.node["$dynamicAnchor"]?.string == name, let outermost = place.scope.resources[name],
      outermost != first.base, var target = anchors["\(outermost)#\(name)"]
    else { return first }
    target.scope = entering(target.base, place.scope)
    return target
  }

  private func locate(_ target: URIReference) throws(Failure) -> SchemaPlace {
    let text = target.text
    if let known = resolved[text] { return known }
    let uri = target.withoutFragment.text
    guard let resource = resource(uri) else { throw .unknownDocument(uri) }
    let found: SchemaPlace?
    switch target.fragment {
    case nil, "": found = resource
    case let fragment?:
      let name = URIReference.unescaped(fragment) ?? fragment
      if name.hasPrefix("/") {
        found = JSONPointer(text: name).flatMap { walk($0, from: resource) }
      } else {
        found = anchors["\(resource.base)#\(name)"]
      }
    }
    guard let found else { throw .unknownFragment(target.fragment ?? "", document: uri) }
    resolved[text] = found
    return found
  }

  private func resource(_ uri: String) -> SchemaPlace? {
    if let known = resources[uri] { return known }
    guard missing.insert(uri).inserted else { return nil }
    let path = URIReference.isAbsolute(uri) ? uri : URIReference.unescaped(uri) ?? uri
    let own = MetaSchema.bytes(uri).flatMap {
      SchemaStore.parse(SourceFile(path: uri, bytes: $0), dialect: .draft2020, &findings)
    }
    guard let document = load(path, &findings) ?? own else { return nil }
    let root = add(document)
    resources[uri] = resources[uri] ?? root
    return resources[uri]
  }

  /// Follows a pointer; schemas with an `$id` on the way change the base.
  private func walk(_ pointer: JSONPointer, from start: SchemaPlace) -> SchemaPlace? {
    var place = start
    for token in pointer.tokens {
      guard let next = place.node.resolve(JSONPointer(tokens: [token])) else { return nil }
      place = entering(place.part(next))
    }
    return place
  }
}
