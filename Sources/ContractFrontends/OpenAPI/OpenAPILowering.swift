internal import ContractModel
internal import Diagnostics
internal import JSONText

/// Lowers OpenAPI documents to types and routes.
///
/// Schemas are the schema lowering's; this one reads what stands around them: paths, operations, parameters, bodies.
final class OpenAPILowering {
  let schemas: SchemaLowering
  private(set) var findings = FindingList()
  private(set) var routes: [Route] = []
  /// What could not be read of the routes.
  private(set) var refused = RefusedParts()
  /// The operation of each operationId.
  private var operations: [String: (title: String, span: SourceSpan)] = [:]
  /// What findings are about now: an operation's method and path.
  var subject: String?

  init(schemas: SchemaLowering) { self.schemas = schemas }

  /// Reads documents, whose component schemas are declared already.
  func read(_ documents: [SchemaPlace]) {
    for document in documents { read(OpenAPIDocument(root: OpenAPINode(document), findings: &findings)) }
  }

  private func read(_ document: OpenAPIDocument) {
    for (path, item) in document.root["paths"]?.members ?? [] { read(path, item, in: document) }
    readWebhooks(of: document)
  }

  // MARK: Paths

  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
  private static let itemMembers: Set<String> = ["$ref", "summary", "description", "servers", "parameters"]

  private func read(_ path: String, _ item: OpenAPINode, in document: OpenAPIDocument) {
    guard let parts = pathItem(item) else { return }
    for (method, operation) in parts.operations {
      subject = "\(method.uppercased()) \(path)"
      defer { subject = nil }
      let scope = OperationScope(
        document: document, method: method.uppercased(), path: path, item: parts, operation: operation)
      let before = refused.findings.count + schemas.faultCount
      guard let route = route(scope) else {
        refused.others.insert(LeftOutPart(title: "operation '\(method.uppercased()) \(path)'", span: operation.span))
        continue
      }
      if refused.findings.count + schemas.faultCount != before { refused.routes.insert(route.id) }
      routes.append(route)
    }
  }

  /// A path item with what its `$ref` adds.
  func pathItem(_ node: OpenAPINode) -> PathItem? {
    var item = PathItem()
    var current: OpenAPINode? = node
    var depth = 0
    while let part = current, depth < Self.maximumReferences {
      guard part.isObject else {
        report(OpenAPIRules.invalid, .error, "a path item is an object", help: "write { get: … }", at: part.span)
        return nil
      }
      item.add(part, methods: Self.methods)
      for (key, value) in part.members where !Self.methods.contains(key) && !Self.itemMembers.contains(key) {
        let near = Suggestion.nearest(to: key, among: Self.methods).map { "did you mean '\($0)'?" }
        report(
          OpenAPIRules.unsupported, .error, "a path item has no member '\(key)'",
          help: near ?? "use one of \(Self.methods.joined(separator: ", "))", at: value.span)
      }
      current = part.text("$ref") == nil ? nil : target(of: part)
      depth += 1
    }
    return item
  }

  /// Registers an operation's id; nil, with a finding, when another operation has it.
  func claim(_ id: String, title: String, at span: SourceSpan) -> Bool {
    if let other = operations[id] {
      report(
        OpenAPIRules.duplicateOperation, .error,
        "operationId '\(id)' names both \(other.title) and \(title)", help: "give each operation an id of its own",
        at: span, notes: [FindingNote("\(other.title) has it here", at: Place(span: other.span))])
      return false
    }
    operations[id] = (title, span)
    return true
  }

  // MARK: References

  /// Longest chain of references to references.
  private static let maximumReferences = 32

  /// What a node is, its `$ref` followed; nil, with a finding, when that leads nowhere.
  ///
  /// `name` is that of the component that the last reference names.
  func resolved(_ node: OpenAPINode) -> (node: OpenAPINode, name: String?)? {
    var current = node
    var name: String?
    for _ in 0..<Self.maximumReferences {
      guard let reference = current.text("$ref") else { return (current, name) }
      guard let next = target(of: current) else { return nil }
      name = reference.split(separator: "/").last.map(String.init)
      current = next
    }
    report(
      OpenAPIRules.invalid, .error, "the $ref leads to itself", help: "point it to what is meant", at: node.span)
    return nil
  }

  private func target(of node: OpenAPINode) -> OpenAPINode? {
    guard let reference = node["$ref"], let text = reference.string else { return nil }
    do {
      return OpenAPINode(try schemas.store.resolve(text, from: node.place))
    } catch {
      let (fact, help) =
        switch error {
        case .unknownDocument(let uri): ("'\(uri)' cannot be read", "correct the path; it is relative to this file")
        case .unreadableDocument(let uri): ("'\(uri)' is not a document", "correct the file")
        case .unknownFragment(let fragment, let document):
          ("'\(document)' has nothing at '#\(fragment)'", "correct the reference")
        }
      report(OpenAPIRules.invalid, .error, fact, help: help, at: reference.span)
      return nil
    }
  }

  // MARK: Types

  /// The type of a schema that a route names.
  func type(_ schema: OpenAPINode) -> TypeExpression { schemas.lower(schema.place) }

  /// The type of a schema that a component gives to several routes: what would need a name of its own in each of them
  /// is declared once.
  func sharedType(_ schema: OpenAPINode, component: String, suffix: String) -> TypeExpression {
    let type = type(schema)
    guard Self.needsName(type) else { return type }
    let name = schemas.declare(schema.place, preferredName: Self.typeName(component, suffix: suffix))
    return TypeExpression(.reference(name), span: schema.span)
  }

  private static func needsName(_ type: TypeExpression) -> Bool {
    switch type.shape {
    case .nullable(let inner): needsName(inner)
    case .array(let shape): needsName(shape.element)
    case .map(let values, _): needsName(values)
    case .object, .union, .enumeration, .tuple: true
    default: false
    }
  }

  /// `not_found` and `Response` become `NotFoundResponse`; a name that ends so stays.
  static func typeName(_ component: String, suffix: String) -> String {
    let words = component.split { !($0.isLetter || $0.isNumber) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.lowercased().hasSuffix(suffix.lowercased()) ? name : name + suffix
  }

  // MARK: Findings

  func report(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String? = nil, at span: SourceSpan,
    notes: [FindingNote] = []
  ) {
    let finding = Finding(rule, severity, message, help: help, at: Place(span: span), member: subject, notes: notes)
    findings.report(finding)
    // Two operations of one name are a mistake, not something that cannot be read.
    if severity == .error, subject != nil, rule != OpenAPIRules.duplicateOperation { refused.findings.insert(finding) }
  }
}

/// The operations of a path, and what they share.
struct PathItem {
  /// Operations by method in small letters, in document order.
  private(set) var operations: [(method: String, node: OpenAPINode)] = []
  /// Parameters that all of them take.
  private(set) var parameters: [OpenAPINode] = []
  /// Servers that serve them.
  private(set) var servers: OpenAPINode?

  /// Adds what a path item says that is not said yet.
  mutating func add(_ node: OpenAPINode, methods: [String]) {
    for (key, value) in node.members where methods.contains(key) && !operations.contains(where: { $0.method == key }) {
      operations.append((key, value))
    }
    parameters += node["parameters"]?.elements ?? []
    servers = servers ?? node["servers"]
  }
}

/// An operation and where it stands.
struct OperationScope {
  let document: OpenAPIDocument
  /// Upper-case method.
  let method: String
  /// Path as the document has it.
  let path: String
  let item: PathItem
  let operation: OpenAPINode

  var title: String { "\(method) \(path)" }
}
