import ContractFrontends
import ContractModel
import Diagnostics
import JSONText
import Verification
import Workspace

/// The test suite of json-schema-org for draft 2020-12, which lies beside the checkout.
enum JSONSchemaSuite {
  static let folder: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return parts.joined(separator: "/") + "/shared/corpus/json-schema"
  }()
  static let isPresent = FileSystem.exists(folder + "/draft2020-12/type.json")
  static let absence = "the JSON Schema suite is not beside the checkout"

  /// One schema with its cases.
  struct Group {
    let title: String
    let schema: JSONNode
    let cases: [Case]
  }
  /// One value, and whether the schema accepts it.
  struct Case {
    let title: String
    let data: JSONNode
    let isValid: Bool
  }
  /// What Assay says of a group.
  struct Outcome {
    /// Errors of the schema itself.
    let refusals: [Finding]
    /// Cases that came out wrong, as text.
    let wrong: [String]
  }

  /// The groups of a file, such as `type.json`.
  static func groups(_ file: String) throws -> [Group] {
    let document = try JSONDocument(parsing: FileSystem.read("\(folder)/draft2020-12/\(file)"))
    return document.root.elements.compactMap { group in
      guard let title = group["description"]?.string, let schema = group["schema"], let tests = group["tests"] else {
        return nil
      }
      return Group(
        title: "\(file): \(title)", schema: schema,
        cases: tests.elements.compactMap { test in
          guard let title = test["description"]?.string, let data = test["data"], let isValid = test["valid"]?.bool
          else { return nil }
          return Case(title: title, data: data, isValid: isValid)
        })
    }
  }

  /// Holds the cases of a group against its schema, on the path that `assay verify --type` takes.
  static func run(_ group: Group) throws -> Outcome {
    let (contract, findings) = load(group.schema)
    var wrong: [String] = []
    for test in group.cases {
      let isValid = try accepts(test.data, contract)
      if isValid != test.isValid { wrong.append("\(group.title): \(test.title), should be \(test.isValid)") }
    }
    return Outcome(refusals: findings.filter { $0.severity == .error }, wrong: wrong)
  }

  static func load(_ schema: JSONNode) -> (contract: Contract, findings: [Finding]) {
    let file = SourceFile(path: "schema.json", bytes: schema.canonicalText(indent: 2))
    var findings = FindingList()
    let contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: .jsonSchema, files: [file])], reader: remote, findings: &findings)
    return (contract, findings.all)
  }

  /// Whether a value fits the outermost schema; a document that only holds named schemas accepts everything.
  private static func accepts(_ data: JSONNode, _ contract: Contract) throws -> Bool {
    guard let root = contract.types.first(where: { $0.span.file.path == "schema.json" && $0.span.start == 0 }) else {
      return true
    }
    let document = try JSONDocument(parsing: data.canonicalText(indent: 0))
    let type = TypeExpression(.reference(root.name), span: root.span)
    return !ValueChecker(contract: contract).check(document.root, against: type).contains(where: \.breaksSchema)
  }

  /// What the suite serves at its own addresses.
  private static func remote(_ uri: String) -> [UInt8]? {
    let local = "http://localhost:1234/"
    guard uri.hasPrefix(local) else { return nil }
    return (try? FileSystem.readIfPresent(folder + "/remotes/" + uri.dropFirst(local.count))) ?? nil
  }
}
