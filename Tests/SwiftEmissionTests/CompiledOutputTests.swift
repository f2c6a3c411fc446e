import ContractModel
import Diagnostics
import SwiftEmission
import Testing
import Workspace

@Suite("Emitted Swift, compiled", .enabled(if: EmittedCode.compiler != nil, "swiftc is not on the path"))
struct CompiledOutputTests {
  @Test(
    "every nasty name and shape compiles without a warning, at each access level",
    arguments: [
      EmissionOptions(), EmissionOptions(access: .package, hashable: true), EmissionOptions(access: .internal),
    ])
  func nastyContractTypechecks(options: EmissionOptions) async throws {
    let code = try EmittedCode(NastyContract.contract, options: options)
    let features = [
      "-typecheck", "-package-name", "p", "-module-name", "Nasty", "-enable-upcoming-feature",
      "InternalImportsByDefault",
      "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
    ]
    let compiled = try await code.compile(arguments: features)
    #expect(
      compiled.result.status == 0, "\(String(decoding: compiled.result.error, as: UTF8.self).prefix(4000))")
    if compiled.result.status == 0 { try FileSystem.remove(compiled.folder) }
  }
}
