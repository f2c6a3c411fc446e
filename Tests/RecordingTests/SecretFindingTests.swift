import Diagnostics
import Testing

@testable import ContractModel
@testable import Recording

@Suite struct SecretFindingTests {
  @Test func aSecretIsOneFindingWithEveryPlaceAndNoPartOfItself() {
    let registry = SecretRegistry()
    registry.register("reader", name: "$READER_PASSWORD")
    registry.register("s3cret-token", name: "leader's access token")
    let assembly = FixtureAssembly(contract: Contract(), runs: [], record: VolatilityRecord(), registry: registry)
    let findings = assembly.secrets(in: [
      "a/ok.json": Array(#"{"name": "reader", "list": ["x", "a reader"], "reader": 1}"#.utf8),
      "b/page.html": Array("<b>reader</b>".utf8),
      "c/ok.json": Array(#"{"token": "s3cret-token", "name": "none"}"#.utf8),
    ])
    #expect(findings.map(\.member) == ["$READER_PASSWORD", "leader's access token"])
    #expect(
      ([findings[0].place] + findings[0].morePlaces).map(\.description) == [
        "a/ok.json /name", "a/ok.json /list/1", "a/ok.json /reader", "b/page.html",
      ])
    #expect(findings[1].place.description == "c/ok.json /token")
    #expect(findings[1].morePlaces.isEmpty)
    #expect(findings[0].message == "the value of $READER_PASSWORD would stand in the fixtures")
    #expect(findings[0].help?.contains("give it another") == true)
  }
}
