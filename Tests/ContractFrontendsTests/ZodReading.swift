import ContractFrontends
import ContractModel
import Diagnostics

/// A contract read from Zod schemas, and TypeScript beside them.
struct ZodContract {
  let contract: Contract
  let findings: [Finding]

  /// Reads files by path; those in `unlisted` are only there to be imported.
  init(
    _ zod: [String: String], typescript: [String: String] = [:], unlisted: [String: String] = [:], version: Int? = nil
  ) {
    var list = FindingList()
    let set = { (files: [String: String]) in files.map { SourceFile(path: $0.key, text: $0.value) } }
    contract = ContractLoader.load(
      sources: [
        ContractSourceSet(kind: .zod, files: set(zod), zodVersion: version),
        ContractSourceSet(kind: .typescript, files: set(typescript)),
      ],
      reader: { path in unlisted[path].map { Array($0.utf8) } }, findings: &list)
    findings = list.merged
  }

  /// Reads one file, `a.ts`, with Zod imported by path.
  init(_ text: String, version: Int = 4) {
    self.init(["a.ts": "import { z } from \"zod/v\(version)\";\n" + text])
  }

  /// The IR of one type as text, or a dash.
  func text(_ name: String) -> String {
    contract.type(named: name).map { ContractText.describe($0.type) } ?? "-"
  }

  /// Rules in the order of print.
  var rules: [String] { findings.map(\.rule.rawValue) }

  /// What a terminal would show.
  var rendered: String { findings.map { TextRenderer().render($0) }.joined() }
}
