public import ContractModel
internal import Diagnostics

/// Translates a contract to Swift: declarations first, then text.
///
/// The files depend on the contract alone: not on the order in which it was put together, and not on clock or folder.
public struct SwiftEmitter: Sendable {
  /// The version that stands in the header of every file.
  public static let version = "0.1.0"

  private let options: EmissionOptions

  /// Creates an emitter.
  public init(options: EmissionOptions = EmissionOptions()) { self.options = options }

  /// Emits one file for each source that declares something, `ContractSupport.swift` and `Registry.swift`.
  ///
  /// - Throws: ``EmissionError`` when a reference leads nowhere; a validated contract has none such.
  public func emit(_ contract: Contract) throws(EmissionError) -> EmissionResult {
    var planner = ContractPlanner(contract: contract, options: options)
    let plan = try planner.plan()
    let files = DeclarationBuilder(plan: plan, contract: contract, options: options).files()
    let renderer = SwiftRenderer(access: options.access)
    var generated = files.map { GeneratedFile(path: $0.path, bytes: Array(renderer.render($0).utf8)) }
    generated.append(
      GeneratedFile(path: "ContractSupport.swift", bytes: Array(SupportSource.text(options).utf8)))
    generated.sort { $0.path.precedesByBytes($1.path) }
    var findings = FindingList()
    findings.report(plan.findings)
    return EmissionResult(files: generated, findings: findings.merged, refused: plan.refused)
  }
}
