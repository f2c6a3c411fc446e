import Diagnostics
import Testing
import Workspace

@Suite struct GitTests {
  private static let hasGit = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].contains {
    FileSystem.exists($0)
  }

  /// A repository with two commits.
  private func repository() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let author = ["-c", "user.name=A", "-c", "user.email=a@example.test", "-c", "commit.gpgsign=false"]
    func git(_ arguments: [String]) async throws {
      let result = try await ChildProcess.run(["git", "-C", folder.path] + arguments)
      try #require(result.status == 0, "\(String(decoding: result.error, as: UTF8.self))")
    }
    try await git(["init", "--quiet", "--initial-branch=main"])
    try folder.write(["contracts/types/a.ts": "old\r\n", "contracts/é.ts": "", "b.ts": ""])
    try await git(["add", "."])
    try await git(author + ["commit", "--quiet", "-m", "one"])
    try await git(["tag", "v1"])
    try folder.write(["contracts/types/a.ts": "new\n"])
    try await git(author + ["commit", "--quiet", "-am", "two"])
    return folder
  }

  @Test(.enabled(if: hasGit, "git is not installed")) func revisionsAreRead() async throws {
    let folder = try await repository()
    let inner = folder.path + "/contracts/types"
    #expect(try await Git.root(of: inner) == FileSystem.realPath(folder.path))
    #expect(try await Git.show(revision: "v1", path: "contracts/types/a.ts", in: inner) == Array("old\r\n".utf8))
    #expect(try await Git.show(revision: "HEAD", path: "./a.ts", in: inner) == Array("new\n".utf8))
    #expect(
      try await Git.files(revision: "v1", under: "contracts", in: inner) == ["contracts/types/a.ts", "contracts/é.ts"])
    let commit = try await Git.commit("main", in: folder.path)
    #expect(commit.utf8.count == 40)
    #expect(try await Git.commit("main~1", in: folder.path) != commit)
    #expect(try await Git.commit("v1", in: folder.path) == Git.commit("main~1", in: folder.path))
  }

  @Test(
    .enabled(if: hasGit, "git is not installed"),
    arguments: ["", "-rf", "--output=/tmp/x", "no-such", "HEAD:b.ts", "a b"])
  func whatNamesNoRevisionIsRefused(_ revision: String) async throws {
    let folder = try await repository()
    await #expect(throws: WorkspaceError.self) { try await Git.show(revision: revision, path: "b.ts", in: folder.path) }
    await #expect(throws: WorkspaceError.self) { try await Git.commit(revision, in: folder.path) }
  }

  @Test(.enabled(if: hasGit, "git is not installed")) func whatIsNotThereIsTold() async throws {
    let folder = try await repository()
    await #expect(throws: WorkspaceError.self) { try await Git.show(revision: "v1", path: "none.ts", in: folder.path) }
    let bare = try TemporaryFolder()
    do {
      _ = try await Git.root(of: bare.path)
      Issue.record("a folder in no repository has no root")
    } catch {
      #expect(error.finding.message.contains("not a git repository"))
    }
  }
}
