import Foundation
import Testing
import Workspace

/// OpenAPI from the command line: YAML, missing parts, and the corpus held to its own examples.
@Suite struct OpenAPICommandTests {
  private static let corpus = AssayBinary.root + "/../shared/corpus/openapi"
  private static var hasCorpus: Bool { FileSystem.isDirectory(corpus) }

  private static let petstore = """
    openapi: 3.1.0
    paths:
      /pets/{id}:
        $ref: 'paths/pet.yaml'
    """
  private static let pet = """
    get:
      operationId: pets.show
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses:
        '200':
          description: a pet
          content:
            application/json:
              schema: {type: object, required: [name], properties: {name: {type: string}, age: {type: intger}}}
    """

  @Test func yamlIsReadThroughItsReferences() async throws {
    let folder = try ScratchFolder(["api.yaml": Self.petstore])
    try FileSystem.createDirectory(folder.path + "/paths")
    try folder.write(Self.pet.replacingOccurrences(of: "intger", with: "integer"), to: "paths/pet.yaml")
    let run = try await AssayBinary.assay(["generate", "--openapi", "api.yaml", "--swift", "Out"], in: folder.path)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let swift = try FileSystem.list(folder.path + "/Out", recursive: false).map { try folder.read("Out/" + $0) }
      .joined()
    #expect(swift.contains("public static func petsShow(id: String) -> Self"))
    #expect(swift.contains("public let age: Int?"))
  }

  @Test func aFaultInYAMLIsShownWhereItStands() async throws {
    let folder = try ScratchFolder(["api.yaml": Self.petstore])
    try FileSystem.createDirectory(folder.path + "/paths")
    try folder.write(Self.pet, to: "paths/pet.yaml")
    let run = try await AssayBinary.assay(["generate", "--openapi", "api.yaml", "--swift", "Out"], in: folder.path)
    #expect(run.status == 1)
    #expect(
      run.output.contains("paths/pet.yaml:10:99: error: 'intger' is no type, did you mean 'integer'?"), "\(run.output)")
    #expect(!FileSystem.exists(folder.path + "/Out"))
  }

  @Test func yamlThatIsNoneIsAFindingAtItsPlace() async throws {
    let folder = try ScratchFolder(["api.yaml": "openapi: 3.1.0\npaths: [\n"])
    let run = try await AssayBinary.assay(["generate", "--openapi", "api.yaml", "--swift", "Out"], in: folder.path)
    #expect(run.status == 1)
    #expect(run.output.contains("api.yaml:") && run.output.contains("[yaml/unsupported]"), "\(run.output)")
  }

  @Test func aMissingConverterIsNamedWithHowToBuildIt() async throws {
    let folder = try ScratchFolder(["api.yaml": "openapi: 3.1.0\npaths: {}\n"])
    try FileSystem.write(
      try FileSystem.read(AssayBinary.folder + "/assay"), to: folder.path + "/assay")
    let result = try await ScratchFolder.shell(
      "chmod +x assay && ./assay generate --openapi api.yaml --swift Out 2>&1; echo $?", in: folder.path)
    #expect(result.contains("assay-yaml is not beside assay"), "\(result)")
    #expect(result.contains("swift build -c release --product assay-yaml"))
    #expect(result.hasSuffix("2\n"))
  }

  @Test func jsonSchemaIsASourceToo() async throws {
    let folder = try ScratchFolder([
      "pet.json": "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}"
    ])
    let run = try await AssayBinary.assay(["generate", "--json-schema", "pet.json", "--swift", "Out"], in: folder.path)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let swift = try FileSystem.list(folder.path + "/Out", recursive: false).map { try folder.read("Out/" + $0) }
      .joined()
    #expect(swift.contains("public struct Pet: Codable, Sendable"))
  }

  @Test(
    .enabled(if: hasCorpus, "../shared/corpus/openapi is not there"),
    arguments: ["api-with-examples", "callback-example", "link-example", "petstore-expanded", "petstore", "uspto"])
  func theExamplesOfTheSpecificationTypecheck(name: String) async throws {
    let folder = try ScratchFolder()
    let run = try await AssayBinary.assay(
      ["generate", "--openapi", "\(Self.corpus)/oai-examples/\(name).yaml", "--swift", "Out"], in: folder.path)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    guard try await ScratchFolder.shell("command -v swiftc || true", in: folder.path) != "" else { return }
    let compiled = try await ScratchFolder.shell(
      "swiftc -typecheck -swift-version 6 -warnings-as-errors -module-name M -parse-as-library Out/*.swift 2>&1 && echo fine",
      in: folder.path)
    #expect(compiled == "fine\n")
  }

  /// Every response example that PyPI `jsonschema` finds valid decodes with the compiled types and comes back the same.
  @Test(
    .enabled(if: hasCorpus, "../shared/corpus/openapi is not there"),
    arguments: [
      ("twilio/twilio_verify_v2.json", "examples 82, valid 78, decoded 78, lossless 78"),
      ("adyen/CheckoutService-v71.json", "examples 146, valid 146, decoded 146, lossless 146"),
      ("github/api.github.com.json", "examples 681, valid 628, decoded 628, lossless 628"),
    ])
  func theCorpusHoldsItsOwnExamples(document: String, counts: String) async throws {
    let result = try await ChildProcess.run(
      [
        "/usr/bin/env", "python3", AssayBinary.root + "/.ci/openapi_examples.py", AssayBinary.folder + "/assay",
        "\(Self.corpus)/\(document)",
      ], timeout: 1800)
    let output = String(decoding: result.output, as: UTF8.self)
    print(output)
    // The script says why it skips.
    if result.status == 77 { try Test.cancel("\(output)") }
    #expect(result.status == 0, "\(output)\(String(decoding: result.error, as: UTF8.self))")
    #expect(output.contains(counts))
  }
}
