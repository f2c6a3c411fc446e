import Testing
import Workspace

@Suite struct GlobTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    var matches: [String] = []
    var not: [String] = []
    var testDescription: String { pattern }
  }

  static let cases = [
    Case(pattern: "a.ts", matches: ["a.ts"], not: ["b.ts", "x/a.ts", "a.tsx", "", "A.ts"]),
    Case(pattern: "*.ts", matches: ["a.ts", "a.b.ts", "é.ts"], not: ["x/a.ts", ".a.ts", "a.ts/b", "ts"]),
    Case(pattern: ".*.ts", matches: [".a.ts"], not: ["a.ts"]),
    Case(pattern: "types/*.ts", matches: ["types/a.ts"], not: ["a.ts", "types/x/a.ts", "types/.a.ts"]),
    Case(
      pattern: "types/**/*.ts", matches: ["types/a.ts", "types/x/a.ts", "types/x/y/z/a.ts"],
      not: ["a.ts", "typesx/a.ts", "types/.git/a.ts", "types/x/.a.ts", "types"]),
    Case(pattern: "**/a.ts", matches: ["a.ts", "x/a.ts", "x/y/a.ts"], not: ["xa.ts", "x/ba.ts", ".x/a.ts"]),
    Case(pattern: "**", matches: ["a", "a/b/c"], not: ["", ".a", "a/.b"]),
    Case(pattern: "a/**", matches: ["a/b", "a/b/c"], not: ["a", "b/a", "ab/c"]),
    Case(pattern: "a/**/b/**/c", matches: ["a/b/c", "a/x/b/y/z/c", "a/b/b/c"], not: ["a/c", "a/b", "a/b/x"]),
    Case(pattern: "a**b", matches: ["ab", "axxb"], not: ["a/b"]),
    Case(pattern: "?.ts", matches: ["a.ts", "é.ts", "😀.ts"], not: [".ts", "ab.ts", "..ts", "/.ts"]),
    Case(pattern: "[abc].ts", matches: ["a.ts", "c.ts"], not: ["d.ts", "ab.ts", "[abc].ts"]),
    Case(pattern: "[a-c0-9].ts", matches: ["b.ts", "7.ts"], not: ["d.ts", "-.ts"]),
    Case(pattern: "[!a-c].ts", matches: ["d.ts", "é.ts"], not: ["a.ts", "..ts"]),
    Case(pattern: "[]a].ts", matches: ["].ts", "a.ts"], not: ["b.ts"]),
    Case(pattern: "x[a-].ts", matches: ["xa.ts", "x-.ts"], not: ["xb.ts"]),
    Case(pattern: "x[/].ts", not: ["x/.ts", "x[/].ts"]),
    Case(pattern: "*.{ts,tsx}", matches: ["a.ts", "a.tsx"], not: ["a.js", "a.{ts,tsx}"]),
    Case(pattern: "{a,b{c,d}}/*.ts", matches: ["a/x.ts", "bc/x.ts", "bd/x.ts"], not: ["b/x.ts", "ac/x.ts"]),
    Case(pattern: "{types/**,requests}/a.ts", matches: ["types/x/a.ts", "requests/a.ts"], not: ["types/x/b.ts"]),
    Case(pattern: "a{,b}.ts", matches: ["a.ts", "ab.ts"], not: ["a{,b}.ts"]),
    Case(pattern: "a{b.ts", matches: ["a{b.ts"], not: ["ab.ts"]),
    Case(pattern: "a}b,c.ts", matches: ["a}b,c.ts"]),
    Case(pattern: "a[b.ts", matches: ["a[b.ts"], not: ["ab.ts"]),
    Case(pattern: "app/\\[id\\]/route.ts", matches: ["app/[id]/route.ts"], not: ["app/i/route.ts"]),
    Case(pattern: "app/**/route.ts", matches: ["app/[id]/(group)/route.ts", "app/route.ts"]),
    Case(pattern: "\\*.ts", matches: ["*.ts"], not: ["a.ts"]),
    Case(pattern: "./types/./a.ts", matches: ["types/a.ts"]),
    Case(pattern: "../types/*.ts", matches: ["../types/a.ts"], not: ["types/a.ts"]),
    Case(pattern: "x/../types/*.ts", matches: ["types/a.ts"]),
    Case(pattern: "/srv/types/*.ts", matches: ["/srv/types/a.ts"], not: ["srv/types/a.ts"]),
    Case(pattern: "", matches: [""], not: ["a"]),
  ]

  @Test(arguments: cases) func matching(_ testCase: Case) {
    let glob = Glob(testCase.pattern)
    for path in testCase.matches { #expect(glob.matches(path), "\(path)") }
    for path in testCase.not { #expect(!glob.matches(path), "\(path)") }
  }

  /// Patterns that make a matcher which goes back and forth take for ever.
  @Test func noPatternIsSlow() {
    let name = String(repeating: "a", count: 500)
    #expect(!Glob(String(repeating: "a*", count: 40) + "b").matches(name))
    let path = Array(repeating: "a", count: 200).joined(separator: "/")
    #expect(!Glob(String(repeating: "**/a/", count: 20) + "b").matches(path))
    #expect(!Glob(String(repeating: "{a,aa}", count: 30) + "b").matches(name))
    #expect(Glob(String(repeating: "{", count: 1_000)).matches(String(repeating: "{", count: 1_000)))
  }
}

@Suite struct GlobbingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([
      "contracts/types/guild.ts": "", "contracts/types/deep/er/journal.ts": "", "contracts/types/guild.test.ts": "",
      "contracts/types/.hidden.ts": "", "contracts/types/readme.md": "", "contracts/types/node_modules/x/a.ts": "",
      "contracts/requests/a.ts": "", "shared/common.ts": "", "shared/common.test.ts": "", "contracts/Z.ts": "",
      "contracts/é.ts": "", "contracts/a.ts": "", "contracts/[locale]/page.ts": "", "contracts/l/page.ts": "",
      "contracts/[locale]/{x}/a.ts": "", "contracts/l/a[b].ts": "", "contracts/l/ab.ts": "",
    ])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let patterns: [String]
    let expected: [String]
    var testDescription: String { patterns.joined(separator: " ") }
  }

  static let cases = [
    Case(patterns: ["types/*.ts"], expected: ["types/guild.test.ts", "types/guild.ts"]),
    Case(
      patterns: ["types/**/*.ts", "!**/*.test.ts"], expected: ["types/deep/er/journal.ts", "types/guild.ts"]),
    Case(
      patterns: ["**/*.ts", "!types/**", "!requests/a.ts", "!l/**", "![locale]/**"], expected: ["Z.ts", "a.ts", "é.ts"]),
    Case(patterns: ["types/.*.ts"], expected: ["types/.hidden.ts"]),
    Case(patterns: ["types/.*.ts", "!**/*.ts"], expected: []),
    Case(patterns: ["../shared/*.ts", "!**/*.test.ts"], expected: ["../shared/common.ts"]),
    Case(patterns: ["./types/guild.ts", "types/guild.ts"], expected: ["types/guild.ts"]),
    Case(patterns: ["types/node_modules/**/*.ts"], expected: ["types/node_modules/x/a.ts"]),
    Case(patterns: ["{types,requests}/*.ts", "!types/*.test.ts"], expected: ["requests/a.ts", "types/guild.ts"]),
    Case(patterns: ["nothing/**/*.ts", "types/guild.ts/*", "types"], expected: []),
    Case(patterns: ["[locale]/page.ts"], expected: ["[locale]/page.ts"]),
    Case(patterns: ["./[locale]/*.ts"], expected: ["[locale]/page.ts"]),
    Case(patterns: ["[locale]/**/*.ts"], expected: ["[locale]/page.ts", "[locale]/{x}/a.ts"]),
    Case(patterns: ["[locale]/{x}/?.ts"], expected: ["[locale]/{x}/a.ts"]),
    Case(patterns: ["[lx]/page.ts"], expected: ["l/page.ts"]),
    Case(patterns: ["l/a[b].ts"], expected: ["l/a[b].ts"]),
    Case(patterns: ["l/a[bc].ts"], expected: ["l/ab.ts"]),
    Case(patterns: ["*/page.ts", "![locale]/**"], expected: ["l/page.ts"]),
    Case(patterns: ["\\[locale\\]/page.ts"], expected: ["[locale]/page.ts"]),
    Case(patterns: [], expected: []),
    Case(patterns: ["!types/*.ts"], expected: []),
  ]

  @Test(arguments: cases) func files(_ testCase: Case) throws {
    #expect(try Globbing.files(matching: testCase.patterns, in: folder.path + "/contracts") == testCase.expected)
  }

  @Test func absolutePatternsStayAbsolute() throws {
    let root = folder.path
    #expect(
      try Globbing.files(matching: [root + "/shared/*.ts", "!**/*.test.ts"], in: "/nowhere")
        == [root + "/shared/common.ts"])
    #expect(try Globbing.files(matching: [root + "/contracts/a.ts"], in: ".") == [root + "/contracts/a.ts"])
  }

  @Test func linksAreFollowedOnceOnTheWayDown() throws {
    let root = folder.path
    try makeLink(at: root + "/contracts/linked", to: "../shared")
    try makeLink(at: root + "/shared/back", to: "../contracts")
    #expect(
      try Globbing.files(matching: ["linked/**/*.ts", "!**/*.test.ts", "!**/back/**"], in: root + "/contracts")
        == ["linked/common.ts"])
    let all = try Globbing.files(matching: ["**/common.ts"], in: root)
    #expect(all == ["contracts/linked/common.ts", "shared/common.ts"])
  }
}
