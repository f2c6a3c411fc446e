import Diagnostics
import Testing

@testable import Scenarios

/// What of a scenario is run to try its ways in.
@Suite struct SelectionTests {
  private static func scenario(after: String = "") -> Scenario {
    let text = """
      # @name ask
      POST http://127.0.0.1/magic-link
      ###
      # @name change
      PATCH http://127.0.0.1/me
      ###
      # @name mail
      GET http://127.0.0.1/mailbox
      ###
      # @name open
      # @persona guest
      # @sign-in token=$.accessToken\(after)
      # @link {{mail.response.body.$.link}}
      POST http://127.0.0.1/verify

      {{$link token}}
      ###
      # @name read
      # @persona keyed
      GET http://127.0.0.1/me
      ###
      # @name readAgain
      # @persona keyed
      GET http://127.0.0.1/me
      ###
      # @name refused
      # @persona barred
      # @expect 403
      GET http://127.0.0.1/me
      """
    var findings = FindingList()
    return ScenarioParser.parse(SourceFile(path: "a.http", text: text), findings: &findings)
  }

  @Test func aLinkIsAskedForThoughNothingNamesTheWrite() {
    #expect(Self.scenario().signingIn(reading: []).steps.map(\.name) == ["ask", "change", "mail", "open"])
    let named = Self.scenario(after: " after=ask").signingIn(reading: [])
    #expect(named.steps.map(\.name) == ["ask", "mail", "open"])
  }

  @Test func aPersonaWithACredentialOfItsOwnReadsOnce() {
    let steps = Self.scenario(after: " after=ask").signingIn(reading: ["keyed", "barred", "nobody"]).steps
    #expect(steps.map(\.name) == ["ask", "mail", "open", "read"])
  }
}
