import ContractFrontends
import ContractModel
import Diagnostics

/// A contract read from texts, and what was found on the way.
struct LoadedContract {
  let contract: Contract
  let findings: [Finding]

  /// Reads files by path; those in `unlisted` are only there to be imported.
  init(_ files: [String: String], unlisted: [String: String] = [:]) {
    var list = FindingList()
    let sources = files.map { SourceFile(path: $0.key, text: $0.value) }
    contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: .typescript, files: sources)],
      reader: { path in unlisted[path].map { Array($0.utf8) } }, findings: &list)
    findings = list.merged
  }

  /// Reads one file, `a.ts`.
  init(_ text: String) { self.init(["a.ts": text]) }

  /// The IR of one type as text, or a dash.
  func text(_ name: String) -> String {
    contract.type(named: name).map { ContractText.describe($0.type) } ?? "-"
  }

  /// What a terminal would show.
  var rendered: String { findings.map { TextRenderer().render($0) }.joined() }
}
