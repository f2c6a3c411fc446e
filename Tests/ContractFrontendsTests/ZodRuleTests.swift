import ContractFrontends
import Diagnostics
import Testing

@Suite("Rules of the Zod front end")
struct ZodRuleTests {
  @Test("each rule that speaks is explained, and rules are told apart")
  func catalogue() {
    let ids = ZodRules.rules.map(\.id.rawValue)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.hasPrefix("zod/") })
    #expect(ZodRules.rules.allSatisfy { !$0.summary.isEmpty && !$0.mend.isEmpty })
  }
}
