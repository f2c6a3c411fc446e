import Diagnostics
import JSONText
import Testing
import Workspace

@testable import Verification

private let hash = SHA256.hexDigest(Array("{}\n".utf8))
private let entry = FixtureEntry(
  routeID: "guilds.show", caseName: "show", file: "guilds.show/show.json", method: "GET",
  pathTemplate: "/api/guilds/{guildId}/{kind}/{day}",
  parameters: [
    "guildId": .answer(route: "guilds.list", case: "list", pointer: JSONPointer(tokens: ["items", "0", "id"])),
    "kind": .literal("a b"), "day": .unresolved,
  ],
  query: [NamedValue("limit", "2"), NamedValue("after", "x")], persona: "reader", status: 200,
  headers: [NamedValue("etag", "\"1\""), NamedValue("content-type", "application/json")],
  contentType: "application/json", requestBody: .object([.init(key: "n", value: .number("1.0"))]), type: "Guild",
  sha256: hash)

private func source(_ text: String) -> SourceFile { SourceFile(path: "fixtures/manifest.json", text: text) }

struct ManifestTests {
  @Test("What is written is read, in one canonical form")
  func roundTrip() throws {
    let other = FixtureEntry(routeID: "a", caseName: "z", method: "DELETE", pathTemplate: "/a", status: 204)
    let manifest = FixtureManifest(entries: [entry, other])
    #expect(manifest.entries.map(\.title) == ["a/z", "guilds.show/show"])
    let text = manifest.canonicalText()
    let read = try FixtureManifest(parsing: SourceFile(path: "m", bytes: text))
    #expect(read == manifest)
    #expect(read.canonicalText() == text)
    #expect(FixtureManifest(entries: [other, entry]).canonicalText() == text)
  }

  @Test(
    "What is not in the form is told with its place",
    arguments: [
      ("[]", "fixtures/invalid-manifest", "must be an object"), ("{", "fixtures/invalid-manifest", "not JSON"),
      (#"{"version":2,"entries":[]}"#, "fixtures/unknown-version", "version 2"),
      (#"{"entries":[]}"#, "fixtures/invalid-manifest", "'version'"),
      (#"{"version":1}"#, "fixtures/invalid-manifest", "'entries'"),
      (#"{"version":1,"version":1,"entries":[]}"#, "fixtures/invalid-manifest", "twice"),
      (#"{"version":1,"entries":[],"entrys":1}"#, "fixtures/invalid-manifest", "did you mean 'entries'"),
      (#"{"version":1,"entries":[{"route":"a"}]}"#, "fixtures/invalid-manifest", "'case'"),
      ("{\n<<<<<<< HEAD\n}", "fixtures/merge-conflict", "unresolved merge"),
      (
        #"{"version":1,"entries":[{"route":"a","case":"b","method":"GET","path":"/a","status":99}]}"#,
        "fixtures/invalid-manifest", "'status'"
      ),
      (
        #"{"version":1,"entries":[{"route":"a","case":"b","method":"GET","path":"/a","status":200,"file":"../x.json","sha256":"0"}]}"#,
        "fixtures/invalid-manifest", "inside the set"
      ),
      (
        #"{"version":1,"entries":[{"route":"a","case":"b","method":"GET","path":"/a","status":200,"file":"x.json"}]}"#,
        "fixtures/invalid-manifest", "'sha256'"
      ),
      (
        #"{"version":1,"entries":[{"route":"a","case":"b","method":"GET","path":"/a","status":200,"parameters":{"p":{"from":{}}}}]}"#,
        "fixtures/invalid-manifest", "'unresolved'"
      ),
      (
        #"{"version":1,"entries":[{"route":"a","case":"b","method":"GET","path":"/a","status":200},{"route":"a","case":"b","method":"GET","path":"/a","status":200}]}"#,
        "fixtures/duplicate-entry", "a/b is there twice"
      ),
    ])
  func refused(_ text: String, _ rule: String, _ message: String) throws {
    do throws(VerificationError) {
      _ = try FixtureManifest(parsing: source(text))
      Issue.record("was read")
    } catch {
      #expect(error.findings.contains { $0.rule.rawValue == rule && $0.message.contains(message) }, "\(error.findings)")
      #expect(error.findings.allSatisfy { $0.place.span != nil })
    }
  }
}

struct FixtureSetTests {
  /// A folder with one fixture, which `change` may spoil.
  private func load(_ change: (String) throws -> Void = { _ in }) throws -> FixtureSet {
    let parent = try FileSystem.makeTemporaryDirectory(prefix: "fixtures")
    defer { try? FileSystem.remove(parent) }
    let folder = parent + "/set"
    let manifest = FixtureManifest(entries: [entry])
    try FileSystem.write(manifest.canonicalText(), to: folder + "/manifest.json")
    try FileSystem.write(Array("{}\n".utf8), to: folder + "/guilds.show/show.json")
    try change(folder)
    return try FixtureSet.load(folder: folder, shownAs: "fixtures")
  }

  @Test("A set in order has no findings")
  func inOrder() throws {
    let set = try load { folder in
      try FileSystem.write([], to: folder + "/volatility.json")
      try FileSystem.write([], to: folder + "/README.md")
    }
    #expect(set.findings.isEmpty)
    #expect(set.body(of: entry) == Array("{}\n".utf8))
    #expect(try set.document(of: entry)?.root.kind == .object)
    #expect(set.shownPath(of: entry) == "fixtures/guilds.show/show.json")
  }

  @Test("Edited, missing, stray and conflicting files are told")
  func spoilt() throws {
    let edited = try load { try FileSystem.write(Array("{ }\n".utf8), to: $0 + "/guilds.show/show.json") }
    #expect(edited.findings.map(\.rule) == ["fixtures/edited-by-hand"])
    let carriageReturns = try load {
      let path = $0 + "/guilds.show/show.json"
      let bytes = try FileSystem.read(path).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
      try FileSystem.write(bytes, to: path)
    }
    #expect(carriageReturns.findings.map(\.rule) == ["fixtures/line-ends"])
    let missing = try load { try FileSystem.remove($0 + "/guilds.show/show.json") }
    #expect(missing.findings.map(\.rule) == ["fixtures/missing-file"])
    let stray = try load { try FileSystem.write(Array("{}".utf8), to: $0 + "/guilds.show/old.json") }
    #expect(stray.findings.map(\.rule) == ["fixtures/orphan-file"])
    let conflict = try load {
      try FileSystem.write(Array("{\n<<<<<<< HEAD\n".utf8), to: $0 + "/guilds.show/show.json")
    }
    #expect(conflict.findings.map(\.rule) == ["fixtures/merge-conflict"])
  }

  @Test("No set is read while one is being put in place")
  func interrupted() throws {
    let error = #expect(throws: VerificationError.self) {
      try load { folder in
        let name = folder.split(separator: "/").last ?? ""
        try FileSystem.write([], to: FileSystem.parent(of: folder) + "/." + name + ".journal")
      }
    }
    #expect(error?.findings.map(\.rule) == ["workspace/interrupted-exchange"])
  }

  @Test("No manifest, no set")
  func none() throws {
    let folder = try FileSystem.makeTemporaryDirectory(prefix: "fixtures")
    defer { try? FileSystem.remove(folder) }
    do throws(VerificationError) {
      _ = try FixtureSet.load(folder: folder)
      Issue.record("was read")
    } catch {
      #expect(error.findings.map(\.rule) == ["fixtures/missing-manifest"])
    }
  }
}
