import ContractModel
import Diagnostics
import Workspace

/// Reads the contract that a project names.
enum ContractLoading {
  /// The contract, with what its sources and its validation have to say.
  static func load(
    _ project: Project, _ invocation: Invocation, findings: inout FindingList
  ) async throws(CommandFailure) -> Contract {
    let contract = Contract()
    findings.report(contract.validate())
    return contract
  }
}
