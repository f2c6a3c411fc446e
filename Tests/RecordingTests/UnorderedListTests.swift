import ContractModel
import Diagnostics
import JSONText
import TestSupport
import Testing

@testable import Recording

@Suite("Lists without an order")
struct UnorderedListTests {
  private static let ids = VolatileKindTests.uuids

  private func unordered(_ element: TypeExpression) -> TypeExpression {
    IR.type(.array(ArrayShape(element: element, isUnordered: true)))
  }

  /// Lists that a server made of a set.
  static let permuted: [(name: String, runs: [String])] = [
    ("strings", [#"["a","b","c"]"#, #"["b","a","c"]"#]),
    ("objects", [#"[{"n":"a","ageMs":1},{"n":"b","ageMs":2}]"#, #"[{"n":"b","ageMs":9},{"n":"a","ageMs":7}]"#]),
    (
      "objects with ids",
      [
        #"[{"id":"\#(ids[0])","n":"a"},{"id":"\#(ids[1])","n":"b"}]"#,
        #"[{"id":"\#(ids[2])","n":"b"},{"id":"\#(ids[0])","n":"a"}]"#,
      ]
    ),
    ("keys in base64", [#"["bW90dG8=","bW90dG8y","bW90dG8z"]"#, #"["bW90dG8z","bW90dG8=","bW90dG8y"]"#]),
    (
      "ids that the client chose",
      [#"[{"id":"\#(ids[0])"},{"id":"\#(ids[1])"}]"#, #"[{"id":"\#(ids[1])"},{"id":"\#(ids[0])"}]"#]
    ),
  ]

  @Test("the same elements in another order are a finding with the next step", arguments: permuted.map(\.runs))
  func reported(_ runs: [String]) throws {
    let step = RunStep(name: "thing", answers: runs.map { #"{"list":\#($0)}"# })
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.errors == ["record/unordered-list /list"])
    #expect(set.findings.first?.help?.contains("@unordered") == true)
  }

  @Test("a key that stands twice is a finding with the next step, too")
  func duplicateKey() throws {
    let set = RunBuilder(steps: [RunStep(name: "thing", answers: [#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#])]).assemble()
    let finding = try #require(set.findings.first { $0.rule == "json/duplicate-key" })
    #expect(finding.help != nil)
  }

  @Test("what the contract declares to have no order is sorted by what is stable", arguments: permuted.map(\.runs))
  func sorted(_ runs: [String]) throws {
    var step = RunStep(name: "thing", answers: runs.map { #"{"list":\#($0)}"# })
    step.type = IR.object(["list": unordered(IR.type(.anyJSON))])
    let bodies = [[0, 1], [1, 0]].map { RunBuilder(steps: [step], runs: $0).assemble() }
    #expect(bodies[0].errors == [])
    #expect(bodies[0].files == bodies[1].files)
  }

  @Test("a list of ids that stand elsewhere too is told to be out of order, or is sorted with the ids kept apart")
  func idsInAnotherOrder() {
    let answers = [
      #"{"a":{"id":"\#(Self.ids[0])"},"b":{"id":"\#(Self.ids[1])"},"ids":["\#(Self.ids[0])","\#(Self.ids[1])"]}"#,
      #"{"a":{"id":"\#(Self.ids[1])"},"b":{"id":"\#(Self.ids[2])"},"ids":["\#(Self.ids[2])","\#(Self.ids[1])"]}"#,
    ]
    var step = RunStep(name: "thing", answers: answers)
    #expect(RunBuilder(steps: [step]).assemble().errors == ["record/unordered-list /ids"])
    step.type = IR.object(["a": IR.type(.anyJSON), "b": IR.type(.anyJSON), "ids": unordered(IR.string)])
    let set = RunBuilder(steps: [step]).assemble()
    #expect(set.errors == [])
    let found = match(set.body(step), #"{"a":{"id":"<uuid>"},"b":{"id":"<uuid>"},"ids":["<uuid>","<uuid>"]}"#) ?? []
    #expect(found.count == 4 && Set(found.prefix(2)) == Set(found.suffix(2)))
    #expect(RunBuilder(steps: [step], runs: [1, 0]).assemble().files == set.files)
  }

  @Test("joined ids in another order are a finding", arguments: [("1,2", "2,1"), ("calm sea", "sea calm")])
  func joined(_ first: String, _ second: String) {
    let step = RunStep(name: "thing", answers: [first, second].map { #"{"ids":"\#($0)"}"# })
    #expect(RunBuilder(steps: [step]).assemble().errors == ["record/unordered-list /ids"])
  }

  @Test("joined serial ids in another order are a finding, too, where their numbers differ between the runs")
  func joinedSerials() {
    let step = RunStep(
      name: "thing",
      answers: [#"{"a":{"id":1},"b":{"id":2},"ids":"1,2"}"#, #"{"a":{"id":11},"b":{"id":12},"ids":"12,11"}"#])
    #expect(RunBuilder(steps: [step]).assemble().errors == ["record/unordered-list /ids"])
  }

  @Test("two runs do not prove the order of a short list: one note says how many runs were made")
  func note() throws {
    let step = RunStep(name: "thing", answers: Array(repeating: #"{"a":["x","y"],"b":["p","q","r"]}"#, count: 6))
    let two = RunBuilder(steps: [step], runs: [0, 1]).assemble()
    #expect(two.findings.isEmpty)
    let note = try #require(two.order.note())
    #expect(note.rule == RecordingRules.orderNotProved && note.severity == .note)
    #expect(note.message.contains("2 runs") && note.message.contains("2 lists"), "\(note.message)")
    #expect(two.order.note { _ in false } == nil)
    // Six runs agree on two elements by chance once in 32, three on three once in 36.
    #expect(RunBuilder(steps: [step], runs: Array(0..<6)).assemble().order.note() == nil)
    #expect(two.order.runsNeeded { _ in true } == 6)
    #expect(two.order.runsNeeded { _ in false } == 0)
    let three = RunStep(name: "thing", answers: Array(repeating: #"{"b":["p","q","r"],"c":[1]}"#, count: 2))
    #expect(RunBuilder(steps: [three]).assemble().order.runsNeeded { $0 == "things.get/thing" } == 3)
  }
}
