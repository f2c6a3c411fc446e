import ContractFrontends
import ContractModel
import Diagnostics
import Testing
import Workspace

/// The package's root, from this file's place in it.
private let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
private let folder = root + "/contracts"

/// The sources that `contracts/assay.json` names.
private func sampleSources() throws -> [ContractSourceSet] {
  try Configuration.load(path: folder + "/assay.json").sources.map { source in
    let files = try Globbing.files(matching: source.include, in: folder).map {
      SourceFile(path: $0, bytes: try FileSystem.read(folder + "/" + $0))
    }
    let kind = try #require(ContractSource.Kind(rawValue: source.kind.rawValue))
    return ContractSourceSet(kind: kind, files: files, zodVersion: source.zodVersion)
  }
}

private func sampleFiles() throws -> [SourceFile] {
  try sampleSources().filter { $0.kind == .typescript }.flatMap(\.files)
}

@Suite("The sample's contract")
struct SampleContractTests {
  @Test("loads without a finding, through the file system too")
  func sample() throws {
    let sources = try sampleSources()
    var findings = FindingList()
    let contract = ContractLoader.load(sources: sources, rootFolder: folder, findings: &findings)
    #expect(findings.all.isEmpty, "\(findings.merged.map { TextRenderer().render($0) }.joined())")
    #expect(contract.routes.count >= 45)
    #expect(Set(sources.map(\.kind)) == [.typescript, .zod, .openapi])
    for name in ["PageOfChatMessage", "CreateGuildRequest", "ScreenBlock"] {
      #expect(contract.type(named: name) != nil, "\(name)")
    }
    // Types and schemas that one file imports are found without being named as sources; such schemas have no names.
    var alone = FindingList()
    let routes = try sampleFiles().filter { $0.path == "types/routes.ts" }
    let onlyRoutes = ContractLoader.load(
      sources: [ContractSourceSet(kind: .typescript, files: routes)], rootFolder: folder, findings: &alone)
    #expect(alone.all.isEmpty, "\(alone.merged.map { TextRenderer().render($0) }.joined())")
    #expect(onlyRoutes.routes.count >= 40)
    for route in onlyRoutes.routes {
      let whole = contract.route(id: route.id)
      #expect(whole?.response == route.response && whole?.path == route.path, "\(route.id)")
      #expect((whole?.request == nil) == (route.request == nil), "\(route.id)")
    }
  }

  @Test("cut short or changed anywhere, it never stops the reader")
  func fuzz() throws {
    let files = try sampleFiles()
    let sample = files.flatMap { $0.bytes + [0x0A] } + Array(extra.utf8)
    var random = SplitMix(state: 7)
    for length in stride(from: 0, to: sample.count, by: 97) { load(Array(sample.prefix(length))) }
    for _ in 0..<400 {
      var bytes = sample
      for _ in 0..<(1 + Int(random.next() % 8)) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(marks[Int(random.next() % UInt64(marks.count))], at: place)
        default:
          bytes.insert(
            contentsOf: bytes[place..<min(bytes.count, place + 40)], at: Int(random.next() % UInt64(place + 1)))
        }
      }
      load(bytes)
    }
  }

  private func load(_ bytes: [UInt8]) {
    var findings = FindingList()
    _ = ContractLoader.load(
      sources: [ContractSourceSet(kind: .typescript, files: [SourceFile(path: "f.ts", bytes: bytes)])],
      reader: { _ in nil }, findings: &findings)
  }
}

private let marks = Array("{}[]()<>|&?:;,.`'\"$/*@=-".utf8)
private let extra = """
  type M<T> = { [K in keyof T as `get_${K & string}`]?: T[K] }; export type MM = M<Partial<Page<Session>>>;
  export type Role = (typeof LEVELS)[number]["title"] | Exclude<GuildRole, "leader">; enum E { A = 1, B, C = "c" }
  export type X = [a: E.A, ...b: MM[]] & { x: `a${E}` } | import("./y").Z; namespace N.M { export interface A extends N.M.A {} }
  """

/// A small generator with a fixed seed.
private struct SplitMix {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
