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
          path: name, origin: "\(options.shown(path)) (IR \(fingerprint))", importsFoundation: usesData(path),
          declarations: declarations))
    }
    return files + [RegistryBuilder().file(plan.endpoints)]
  }

  private func usesData(_ path: String) -> Bool {
    plan.endpoints.contains {
      $0.route.span.file.path == path && ($0.response == .data || $0.body?.type == .data)
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
