import Diagnostics
import JSONText
import Testing
import Workspace

@testable import Recording

/// What a code looks like in two runs is chance: the fixtures and the record must not depend on it.
@Suite("What codes look like by chance")
struct ChanceTests {
  private func step(_ answers: [String]) -> RunStep { RunStep.get("/api/things", "thing", answers) }

  /// A code with a digit looks like a secret, one without does not.
  @Test("a code behind a name that says it is a secret", arguments: [[0, 1], [1, 2], [2, 3], [0, 2]])
  func namedCode(_ runs: [Int]) throws {
    let codes = ["ABC23F", "QWERTY", "ZXCVBN", "K7M2P9"]
    var builder = RunBuilder(
      steps: [step(codes.map { #"{"text":"Your code is \#($0) and lasts","value":"\#($0)"}"# })])
    builder.runs = runs
    let set = builder.assemble()
    #expect(set.errors == [])
    #expect(set.body(builder.steps[0]).contains(#""text":"Your code is redacted and lasts""#))
    #expect(try set.remembered.slots["things.get/thing"]?["/text"] == nil)
  }

  @Test func sentencesStay() {
    let step = step([1, 2].map { #"{"text":"Your password is wrong, try \#($0)"}"# })
    #expect(RunBuilder(steps: [step]).assemble().body(step).hasPrefix(#"{"text":"Your password is wrong, try "#))
  }

  /// Six hexadecimal digits are all decimal ones by chance; the record knows better.
  @Test func hexadecimalOfDigits() throws {
    let slugs = ["a1b2c3", "0f9e8d", "123456", "907345"].map { #"{"slug":"my-first-post-\#($0)"}"# }
    var builder = RunBuilder(steps: [step(slugs)])
    builder.runs = [0, 1]
    let first = builder.assemble()
    builder.runs = [2, 3]
    builder.record = try first.remembered
    let second = builder.assemble()
    #expect(second.files == first.files)
  }

  /// In a list, one element's code tells what another's is.
  @Test func codesOfAList() throws {
    let lists = [["A1b2C3d4", "abcdefgh"], ["zY9xW8vU", "hgfedcba"]].map { codes in
      "[" + codes.enumerated().map { #"{"name":"n\#($0)","ref":"\#($1)"}"# }.joined(separator: ",") + "]"
    }
    let step = step(lists)
    let set = RunBuilder(steps: [step]).assemble()
    #expect(!set.body(step).contains("volatile"))
    #expect(try set.remembered.slots["things.get/thing"]?["/*/ref"] == "opaque")
  }

  @Test func unmatchedMembersAreOneFinding() {
    let step = step(
      ["a", "b"].map { run in
        "{" + (0..<9).map { #""\#(run) word \#($0)":\#($0)"# }.joined(separator: ",") + "}"
      })
    let findings = RunBuilder(steps: [step]).assemble().findings.filter { $0.severity == .error }
    #expect(findings.count == 1)
    #expect(findings.first?.message.contains("18 members of one object are not in every run") ?? false)
    #expect(findings.first?.morePlaces.count == 3)
  }

  @Test func whatDoesNotComeToAnEndIsSaid() {
    let assembly = FixtureAssembly(
      contract: RunBuilder(steps: []).contract, runs: [], record: VolatilityRecord(), registry: SecretRegistry())
    #expect(assembly.unsettled([]) == nil)
    let finding = assembly.unsettled([("b.get/x", "/b"), ("a.get/x", "/a")])
    #expect(finding?.rule.rawValue == "record/unsettled")
    #expect(finding?.place.description.contains("a.get") ?? false)
    #expect(finding?.morePlaces.count == 1)
  }

  @Test func setThatIsExchangedMeanwhile() {
    var count: UInt8 = 0
    let error = #expect(throws: WorkspaceError.self) {
      _ = try FormerSet.read("/no such folder") { _ in
        count += 1
        return [count]
      }
    }
    guard case .locked(let folder, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(folder == "/no such folder")
    #expect(count == 5)
  }
}
