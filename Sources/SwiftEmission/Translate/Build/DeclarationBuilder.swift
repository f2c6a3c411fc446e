internal import ContractModel
internal import Diagnostics

/// Turns a plan into the declarations of files.
struct DeclarationBuilder {
  private let plan: ContractPlan
  private let contract: Contract
  private let types: TypeBuilder
  private let options: EmissionOptions

  init(plan: ContractPlan, contract: Contract, options: EmissionOptions) {
    self.plan = plan
    self.contract = contract
    self.options = options
    types = TypeBuilder(layout: plan.layout, isHashable: options.hashable)
  }

  /// One file for each source that declares something, and the registry.
  func files() -> [SwiftFile] {
    var files: [SwiftFile] = []
    for (path, name) in plan.fileNames.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      let fingerprint = ContractText.fingerprint(of: contract, source: path)
      var declarations = (plan.types[path] ?? []).flatMap(types.declarations)
      declarations += plan.tables.filter { $0.table.span.file.path == path }.map { TableBuilder().declaration($0) }
      declarations += endpoints(of: path)
      files.append(
        SwiftFile(
          path: name, origin: "\(options.shown(path)) (IR \(fingerprint))",
          leftOut: leftOut { $0.span.file.path == path },
          // No type of the contract has these names: they are reserved.
          importsFoundation: declarations.contains { $0.typeNames.contains("Data") || $0.typeNames.contains("Date") },
          declarations: declarations))
    }
    var registry = RegistryBuilder().file(plan.endpoints)
    // A source of which nothing is left has no file.
    registry.leftOut = leftOut { plan.fileNames[$0.span.file.path] == nil }
    return files + [registry]
  }

  /// Lines for the parts that were left out; without lines, which would change with every comment.
  private func leftOut(_ isWanted: (LeftOutPart) -> Bool) -> [String] {
    contract.leftOut.filter(isWanted).map { part in
      "\(part.shownTitle) of \(options.shown(part.span.file.path)): \(part.reason)"
    }
  }

  /// Typed endpoints, one extension for each response type, in the order of the first route id of each.
  private func endpoints(of path: String) -> [SwiftDeclaration] {
    var order: [SwiftType] = []
    var groups: [SwiftType: [SwiftDeclaration]] = [:]
    for endpoint in plan.endpoints where endpoint.route.span.file.path == path {
      let response = endpoint.response ?? .named("NoContent")
      if groups[response] == nil { order.append(response) }
      groups[response, default: []].append(.function(EndpointBuilder().function(endpoint)))
    }
    return order.map { response in
      .type(
        SwiftTypeDeclaration(
          kind: .extension, name: "Endpoint", constraint: SwiftConstraint(subject: "Response", type: response),
          members: groups[response] ?? []))
    }
  }
}
