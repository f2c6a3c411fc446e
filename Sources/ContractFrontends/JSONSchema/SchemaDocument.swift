internal import ContractModel
internal import Diagnostics
internal import JSONText

/// Which language a schema is written in.
enum SchemaDialect: Sendable {
  /// JSON Schema 2020-12.
  case draft2020
  /// OpenAPI 3.1: 2020-12 with OpenAPI's own vocabulary.
  case openAPI31
  /// OpenAPI 3.0: its subset of an older draft, with `nullable` and Boolean `exclusiveMinimum`.
  case openAPI30

  /// Whether keywords beside `$ref` count.
  var readsReferenceSiblings: Bool { self != .openAPI30 }
  /// Whether a schema with `properties` and without `type` means objects only, as OpenAPI documents take it.
  var infersTypes: Bool { self != .draft2020 }
}

/// A JSON document that holds schemas.
final class SchemaDocument {
  /// Where it was read from.
  let file: SourceFile
  /// Its outermost value.
  let root: JSONNode
  /// What its schemas are written in.
  let dialect: SchemaDialect
  /// The URI that it was read from: its path, percent-encoded, or an absolute URI.
  let location: String
  private let place: (@Sendable (JSONNode) -> SourceSpan)?

  /// Creates a document.
  ///
  /// - Parameter place: Where a value stands, for documents that were converted to JSON; nil for the JSON itself.
  init(
    file: SourceFile, root: JSONNode, dialect: SchemaDialect, place: (@Sendable (JSONNode) -> SourceSpan)? = nil
  ) {
    self.file = file
    self.root = root
    self.dialect = dialect
    self.place = place
    location = URIReference.isAbsolute(file.path) ? file.path : URIReference.escaped(path: file.path)
  }

  /// Where a value stands: scalars whole, of containers the opening bracket.
  func span(of node: JSONNode) -> SourceSpan {
    if let place { return place(node) }
    let start = node.position.offset
    return SourceSpan(file: file, start: start, end: start + length(of: node, at: start))
  }

  private func length(of node: JSONNode, at start: Int) -> Int {
    switch node.kind {
    case .array, .object: return 1
    case .null: return 4
    case .bool: return node.bool == true ? 4 : 5
    case .number: return node.numberText?.utf8.count ?? 1
    case .string:
      var index = start + 1
      while index < file.bytes.count, file.bytes[index] != UInt8(ascii: "\"") {
        index += file.bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return index + 1 - start
    }
  }
}

/// A value of a document, seen from the schema resource that it belongs to.
struct SchemaPlace {
  /// The document that holds it.
  let document: SchemaDocument
  /// The value.
  let node: JSONNode
  /// URI of the resource, without fragment; relative references start from it.
  var base: String
  /// What dynamic anchors stand for here.
  var scope = DynamicScope()

  /// Where the value stands.
  var span: SourceSpan { document.span(of: node) }
  /// Where it stands, for findings.
  var spot: Place { Place(span: span) }

  /// A value inside this one, of the same resource.
  func part(_ node: JSONNode) -> SchemaPlace {
    SchemaPlace(document: document, node: node, base: base, scope: scope)
  }
  /// The member with a key.
  func member(_ key: String) -> SchemaPlace? { node[key].map(part) }
}

/// The resources that dynamic anchors lead to: the outermost ones that evaluation came through.
struct DynamicScope: Hashable {
  /// Resource URIs by the name of the anchor.
  var resources: [String: String] = [:]

  /// The same text for equal scopes; empty where no dynamic anchor is around.
  var text: String {
    resources.isEmpty
      ? ""
      : resources.sorted { $0.key.precedesByBytes($1.key) }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }
}
