import Testing
import Verification
import Workspace

/// A small project on disk: one contract file, one route, one fixture.
enum SampleProject {
  static let contract = """
    /** A guild of readers. */
    export interface Guild {
      name: string;
      motto?: string;
      rank: "gold" | "tin";
    }

    export interface Routes {
      "GET /api/guild": { id: "guild.show"; response: Guild };
    }

    """

  static let configuration = """
    {
      // Comments are tolerated.
      "sources": [{ "kind": "typescript", "include": ["types/**/*.ts"] }],
      "swift": { "output": "../Generated", "access": "internal" },
      "fixtures": "../fixtures",
      "environments": {
        "broken": { "baseURL": "http://127.0.0.1:9" },
        "production": { "baseURL": "$ASSAY_TEST_URL", "readOnly": true, "token": "$ASSAY_TEST_TOKEN" }
      }
    }

    """

  static func make(body: String = "{\n  \"name\": \"Owls\",\n  \"rank\": \"gold\"\n}\n") throws -> ScratchFolder {
    let folder = try ScratchFolder([
      "contracts/assay.json": configuration, "contracts/types/guild.ts": contract,
      "fixtures/guild.show/ok.json": body,
    ])
    let entry = FixtureEntry(
      routeID: "guild.show", caseName: "ok", file: "guild.show/ok.json", method: "GET", pathTemplate: "/api/guild",
      status: 200, contentType: "application/json", sha256: SHA256.hexDigest(Array(body.utf8)))
    try FileSystem.write(
      FixtureManifest(entries: [entry]).canonicalText(), to: folder.path + "/fixtures/manifest.json")
    return folder
  }
}
