import Diagnostics
import Testing
import Workspace

@testable import AssayCLI

@Suite struct RuleCatalogueTests {
  @Test func idsAreKebabCaseWithAFamilyAndUnique() {
    let form = /[a-z][a-z0-9]*(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*/
    var seen: Set<RuleID> = []
    for rule in RuleCatalogue.rules {
      #expect(rule.id.rawValue.wholeMatch(of: form) != nil, "\(rule.id)")
      #expect(seen.insert(rule.id).inserted, "\(rule.id) is there twice")
      for text in [rule.summary, rule.example, rule.mend] { #expect(!text.isEmpty, "\(rule.id)") }
    }
  }

  /// The ids that sources mention: literals of type `RuleID`, and first arguments of `Finding` and `Rule`.
  @Test func everyRuleThatSourcesMentionIsInTheCatalogue() throws {
    let sources = AssayBinary.root + "/Sources"
    let mention = /(?:RuleID = |RuleID\(|Finding\(\s*|Rule\(\s*)"([^"\\]+)"/
    var count = 0
    for file in try FileSystem.list(sources, recursive: true) where file.hasSuffix(".swift") {
      let text = String(decoding: try FileSystem.read(sources + "/" + file), as: UTF8.self)
      for match in text.matches(of: mention) {
        count += 1
        #expect(RuleCatalogue.rule(String(match.1)) != nil, "\(file) mentions \(match.1)")
      }
    }
    #expect(count > 150, "the pattern does not find them any more")
  }

  @Test func explainShowsEveryRule() async throws {
    let list = try await AssayBinary.assay(["explain"])
    #expect(list.output.split(separator: "\n").count == RuleCatalogue.rules.count)
    for rule in RuleCatalogue.rules {
      let page = try #require(ExplainCommand.page(rule.id.rawValue))
      #expect(page.contains(rule.mend))
      #expect(list.output.contains(rule.id.rawValue))
    }
  }
}
