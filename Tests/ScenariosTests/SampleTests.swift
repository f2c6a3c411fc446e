import Diagnostics
import Scenarios
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The scenarios that this repository records with.
private enum Samples {
  static let folder: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/") + "/contracts/scenarios"
  }()

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".http") }.sorted()
}

@Suite struct SampleTests {
  @Test(.enabled(if: !Samples.names.isEmpty, "contracts/scenarios holds no scenario"))
  func everyScenarioOfTheSampleIsClean() throws {
    for name in Samples.names {
      var findings = FindingList()
      let data = try #require(FileManager.default.contents(atPath: Samples.folder + "/" + name))
      let scenario = ScenarioParser.parse(SourceFile(path: name, bytes: Array(data)), findings: &findings)
      #expect(findings.all.map { TextRenderer().render($0) } == [])
      #expect(!scenario.steps.isEmpty)
    }
  }
}
