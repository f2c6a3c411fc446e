internal import Diagnostics
internal import JSONText
internal import Verification

/// Finds what looks like a secret, and every secret that the run knows, in a fixture set. No part of one is shown.
struct SecretAudit {
  let fixtures: FixtureSet
  let secrets: SecretRegistry

  private static let help =
    "run 'assay record' so that it is redacted, or keep the server from sending it; then revoke it"

  func findings() -> [Finding] {
    var findings = FindingList()
    FixtureWalk(fixtures: fixtures).visit { found in
      guard let text = found.text, let pointer = found.place.pointer, let kind = Self.kind(of: text, under: pointer)
      else { return }
      findings.report(
        Finding(
          AuditRules.secretInFixture, .error, "this looks like \(kind) (\(text.utf8.count) bytes)", help: Self.help,
          at: found.place))
    }
    scan(
      fixtures.manifest.canonicalText(), Place(file: fixtures.shownFolder + "/" + FixtureManifest.fileName), &findings)
    for entry in fixtures.manifest.entries {
      guard let body = fixtures.body(of: entry) else { continue }
      scan(body, fixtures.place(of: entry), &findings)
    }
    return findings.all
  }

  /// What a text looks like; nil when it looks like no secret. Placeholders are not random.
  private static func kind(of text: String, under pointer: JSONPointer) -> String? {
    let names = pointer.tokens.filter { !JSONPointer.isIndex($0) }
    if SecretPlace(names: names).hides(text), SecretLook.isRandom(Array(text.utf8)) {
      return "a secret under '\(names.last ?? "")'"
    }
    let found = SecretText.secrets(in: text).first { $0.isLook || SecretLook.isRandom(Array($0.value.utf8)) }
    return found.map { $0.isLook ? $0.name : "a secret under '\($0.name)'" }
  }

  private func scan(_ bytes: [UInt8], _ place: Place, _ findings: inout FindingList) {
    for hit in secrets.scan(bytes) {
      findings.report(
        Finding(
          AuditRules.secretInFixture, .error, "\(hit.name) stands here (\(hit.form))", help: Self.help, at: place,
          notes: [FindingNote("at byte \(hit.offset)")]))
    }
  }
}
