import Testing

@Suite struct YAMLTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let yaml: String
    let json: String
    var testDescription: String { yaml }
  }

  @Test(arguments: [
    Case(yaml: "a: yes\nb: True\nc: ~\nd:\n", json: "{\"a\":\"yes\",\"b\":true,\"c\":null,\"d\":null}"),
    Case(yaml: "[1., .5, +12, 007, -0, 1e3, 1E+3, 0o17, 0x1f]", json: "[1,0.5,12,7,-0,1e3,1e3,15,31]"),
    Case(
      yaml: "['1', \"2\", !!str 3, 2026-01-02, 1_000, 0b1]",
      json: "[\"1\",\"2\",\"3\",\"2026-01-02\",\"1_000\",\"0b1\"]"),
    Case(yaml: "404: x\ntrue: y\n", json: "{\"404\":\"x\",\"true\":\"y\"}"),
    Case(yaml: "a: &x {k: [1]}\nb: *x\n", json: "{\"a\":{\"k\":[1]},\"b\":{\"k\":[1]}}"),
    Case(yaml: "a: |\n  x\n  y\nb: >-\n  x\n  y\n", json: "{\"a\":\"x\\ny\\n\",\"b\":\"x y\"}"),
    Case(yaml: "%YAML 1.2\n---\nplain\n...\n", json: "\"plain\""),
    Case(yaml: "\u{FEFF}a: é\n", json: "{\"a\":\"é\"}"),
  ])
  func yamlBecomesJSON(case expected: Case) async throws {
    let folder = try ScratchFolder(["a.yaml": expected.yaml])
    let text = try await ScratchFolder.shell(
      "'\(AssayBinary.folder)/assay-yaml' a.yaml | '\(AssayBinary.folder)/assay' canon --compact -", in: folder.path)
    #expect(text == expected.json)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let yaml: String
    let error: String
    var testDescription: String { yaml }
  }

  @Test(arguments: [
    Refusal(yaml: "é: 1\nb: 2\né: 3\n", error: "a.yaml:3:1: error: the key 'é' stands twice"),
    Refusal(yaml: "a: 1\n---\nb: 2\n", error: "a.yaml:2:1: error: a second document"),
    Refusal(yaml: "é: [1, é: 2\n", error: "a.yaml:2:1: error:"),
    Refusal(yaml: "a: &a [*a]\n", error: "a.yaml:1:8: error: '*a' stands inside what it names"),
    Refusal(yaml: "a: *b\n", error: "a.yaml:1:4: error:"),
    Refusal(yaml: "ü: .inf\n", error: "a.yaml:1:5: error: .inf has no JSON form"),
    Refusal(yaml: "a: 0xFFFFFFFFFFFFFFFFF\n", error: "a.yaml:1:4: error: 0xFFFFFFFFFFFFFFFFF has no JSON form"),
    Refusal(yaml: "a: !!int x\n", error: "a.yaml:1:4: error: 'x' is no int"),
    Refusal(yaml: "a: !!binary aGk=\n", error: "a.yaml:1:4: error: the tag"),
    Refusal(yaml: "<<: {a: 1}\n", error: "a.yaml:1:1: error: YAML 1.2 has no merge key"),
    Refusal(yaml: "? [a]\n: 1\n", error: "a.yaml:1:3: error: a key is a text"),
    Refusal(yaml: "", error: "a.yaml:1:1: error: the file holds no document"),
  ])
  func whatHasNoJSONFormIsRefusedWithItsPlace(case refusal: Refusal) async throws {
    let folder = try ScratchFolder(["a.yaml": refusal.yaml])
    let run = try await AssayBinary.run("assay-yaml", ["a.yaml"], in: folder.path)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix(refusal.error), "\(run.error)")
  }

  @Test func aBombOfAliasesIsRefusedBeforeItGrows() async throws {
    var yaml = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n"
    for level in 1..<20 {
      let inner = [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
      yaml += "a\(level): &a\(level) [\(inner)]\n"
    }
    let folder = try ScratchFolder(["a.yaml": yaml])
    let run = try await AssayBinary.run("assay-yaml", ["a.yaml"], in: folder.path)
    #expect(run.status == 1)
    #expect(run.error.contains("more than 1000000 values"))
  }

  @Test func positionsAreOneBasedByPointer() async throws {
    let folder = try ScratchFolder(["a.yaml": "é: ü\nl:\n  - x/y: 1\n"])
    let run = try await AssayBinary.run("assay-yaml", ["a.yaml", "--positions", "p.json"], in: folder.path)
    #expect(run.status == 0)
    let compact = try await AssayBinary.assay(["canon", "--compact", "p.json"], in: folder.path)
    #expect(
      compact.output == "{\"\":[1,1],\"/l\":[3,3],\"/l/0\":[3,5],\"/l/0/x~1y\":[3,10],\"/é\":[1,5]}")
  }
}
