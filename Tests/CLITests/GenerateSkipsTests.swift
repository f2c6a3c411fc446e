import Testing
import Workspace

/// Catalogue C19: what cannot be read fails `generate`, and is left out only on request, and never unsaid.
@Suite struct GenerateSkipsTests {
  private static let types = """
    export interface Wallet { coins: bigint }
    export interface Owner { wallet: Wallet; name: string }
    export interface Note { text: string }
    export interface Routes {
      "GET /owner": { id: "owner.show"; response: Owner };
      "GET /note": { id: "note.show"; response: Note };
    }
    """
  private static let arguments = ["generate", "--typescript", "*.ts", "--swift", "Out"]

  @Test func aRefusedConstructFailsByDefault() async throws {
    let folder = try ScratchFolder(["a.ts": Self.types])
    let run = try await AssayBinary.assay(Self.arguments, in: folder.path)
    #expect(run.status == 1)
    #expect(run.output.contains("a.ts:1:34: error: 'bigint' has no JSON form"), "\(run.output)")
    #expect(!FileSystem.exists(folder.path + "/Out"))
  }

  @Test func onRequestItIsLeftOutAndListed() async throws {
    let folder = try ScratchFolder(["a.ts": Self.types])
    let run = try await AssayBinary.assay(Self.arguments + ["--allow-skips"], in: folder.path)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    for warning in [
      "a.ts:1:34: warning: 'bigint' has no JSON form", "type 'Wallet' is left out: it cannot be read",
      "type 'Owner' is left out: it holds 'Wallet', which is left out",
      "route 'owner.show' is left out: it holds 'Owner', which is left out",
    ] {
      #expect(run.output.contains(warning), "\(run.output)")
    }
    let swift = try folder.read("Out/A.swift")
    #expect(swift.contains("struct Note") && !swift.contains("Owner:") && !swift.contains("struct Wallet"))
    #expect(swift.contains("// - type 'Wallet' of a.ts: it cannot be read"))
    #expect(swift.contains("// - route 'owner.show' of a.ts: it holds 'Owner', which is left out"))
    // The same again changes nothing, and without the request the output is not what the contracts give.
    let again = try await AssayBinary.assay(Self.arguments + ["--allow-skips", "--check"], in: folder.path)
    #expect(again.status == 0, "\(again.output)")
    let strict = try await AssayBinary.assay(Self.arguments + ["--allow-skips", "--strict"], in: folder.path)
    #expect(strict.status == 1)
    let plain = try await AssayBinary.assay(Self.arguments + ["--check"], in: folder.path)
    #expect(plain.status == 1)
  }

  @Test func aUnionThatNoDecoderTellsApartIsLeftOutToo() async throws {
    let folder = try ScratchFolder([
      "a.ts":
        "export interface Cat { name: string } export interface Dog { name: string } export type Pet = Cat | Dog; export interface Home { pet: Pet } export interface Fine { a: 1 }"
    ])
    let run = try await AssayBinary.assay(Self.arguments + ["--allow-skips"], in: folder.path)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let swift = try folder.read("Out/A.swift")
    #expect(swift.contains("struct Fine") && swift.contains("struct Cat") && !swift.contains("struct Home"))
    #expect(swift.contains("// - type 'Pet' of a.ts: it cannot be read"))
  }
}
