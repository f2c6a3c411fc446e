import Diagnostics
import JSONText
import Testing
import Workspace

@testable import ContractFrontends
@testable import Verification

/// Every case of the draft 2020-12 suite: right, or of a schema that is refused by name.
struct JSONSchemaSuiteTests {
  /// Groups of the suite that Assay refuses or takes another way, with what it says instead.
  private static let exceptions: [String: RuleID] = [
    // O14: an enumeration without values is a mistake; its cases come out right all the same.
    "enum.json: empty enum": SchemaRules.invalidKeyword,
    // Vocabularies of one's own change what keywords mean.
    "vocabulary.json: schema that uses custom metaschema with with no validation vocabulary":
      SchemaRules.unsupportedKeyword,
    "vocabulary.json: ignore unrecognized optional vocabulary": SchemaRules.unsupportedKeyword,
  ]

  @Test("Every file of the suite", .enabled(if: JSONSchemaSuite.isPresent, "\(JSONSchemaSuite.absence)"))
  func everyFile() throws {
    var (cases, right) = (0, 0)
    var keywords: Set<String> = []
    var met: Set<String> = []
    let files = try FileSystem.list(JSONSchemaSuite.folder + "/draft2020-12", recursive: false)
    for file in files where file.hasSuffix(".json") && file != "format.json" {
      for group in try JSONSchemaSuite.groups(file) {
        let outcome = try JSONSchemaSuite.run(group)
        cases += group.cases.count
        if let rule = Self.exceptions[group.title] {
          met.insert(group.title)
          #expect(outcome.refusals.contains { $0.rule == rule }, "\(group.title) is not refused")
          if rule != SchemaRules.invalidKeyword { continue }
        } else {
          #expect(outcome.refusals.map(\.message) == [], "\(group.title)")
        }
        #expect(outcome.wrong == [])
        right += group.cases.count - outcome.wrong.count
        if outcome.wrong.isEmpty { keywords.formUnion(Self.keywords(in: group.schema)) }
      }
    }
    print("JSON Schema 2020-12: \(right) of \(cases) cases right, \(keywords.count) keywords")
    #expect(cases > 1100)
    #expect(Set(Self.exceptions.keys) == met)
    // Both ways: what the table calls read was shown, and what was shown is in the table.
    for (keyword, role) in SchemaKeywords.draft2020.sorted(by: { $0.key < $1.key }) {
      if case .refused = role { continue }
      // What says nothing of values needs no case; formats have their own test; the suite writes $defs alone.
      if role == .annotation || keyword == "format" || keyword == "definitions" { continue }
      #expect(keywords.contains(keyword), "no case of the suite shows '\(keyword)'")
    }
  }

  /// Formats are checked, though a schema may not count on it: a case that differs differs by its format alone.
  @Test("Formats are assertions", .enabled(if: JSONSchemaSuite.isPresent, "\(JSONSchemaSuite.absence)"))
  func formats() throws {
    for group in try JSONSchemaSuite.groups("format.json") {
      let outcome = try JSONSchemaSuite.run(group)
      #expect(outcome.refusals.map(\.message) == [], "\(group.title)")
      #expect(outcome.wrong.allSatisfy { $0.contains("only an annotation by default") }, "\(outcome.wrong)")
    }
  }

  /// Optional files that hold: big numbers but for whole ones beyond what a Swift integer carries, patterns of ECMA-262.
  @Test(
    "Optional files", .enabled(if: JSONSchemaSuite.isPresent, "\(JSONSchemaSuite.absence)"),
    arguments: [
      "anchor", "bignum", "dynamicRef", "ecmascript-regex", "float-overflow", "id", "no-schema", "non-bmp-regex",
      "refOfUnknownKeyword", "unknownKeyword",
    ])
  func optional(_ name: String) throws {
    for group in try JSONSchemaSuite.groups("optional/\(name).json") {
      let outcome = try JSONSchemaSuite.run(group)
      #expect(outcome.refusals.map(\.message) == [], "\(group.title)")
      #expect(outcome.wrong == [])
    }
  }

  @Test("What needs another dialect is refused", .enabled(if: JSONSchemaSuite.isPresent, "\(JSONSchemaSuite.absence)"))
  func otherDialects() throws {
    for name in ["cross-draft", "dependencies-compatibility", "format-assertion"] {
      for group in try JSONSchemaSuite.groups("optional/\(name).json") {
        let outcome = try JSONSchemaSuite.run(group)
        #expect(outcome.refusals.contains { $0.rule == SchemaRules.unsupportedKeyword }, "\(group.title)")
      }
    }
  }

  @Test("Each format that is checked", .enabled(if: JSONSchemaSuite.isPresent, "\(JSONSchemaSuite.absence)"))
  func everyFormat() throws {
    var cases = 0
    for format in StringFormat.allCases where format != .url {
      for group in try JSONSchemaSuite.groups("optional/format/\(format.rawValue).json") {
        let outcome = try JSONSchemaSuite.run(group)
        cases += group.cases.count
        // What the letters of an internationalised label mean is not looked at.
        let wrong = outcome.wrong.filter { text in
          format != .hostname
            || !group.cases.contains { test in
              text.contains(": \(test.title),") && test.data.string?.lowercased().contains("xn--") == true
            }
        }
        #expect(wrong == [])
      }
    }
    #expect(cases > 300)
  }

  @Test("The README's table is the one in code")
  func readme() throws {
    let root = FileSystem.resolve("../..", relativeTo: FileSystem.parent(of: #filePath))
    let rows = String(decoding: try FileSystem.read(root + "/README.md"), as: UTF8.self).split(separator: "\n")
    func words(_ title: String) throws -> Set<Substring> {
      let row = try #require(rows.first { $0.hasPrefix("| \(title) |") }, "no row '\(title)'")
      return Set(row.dropFirst(title.utf8.count + 4).split { " `,|".contains($0) })
    }
    let (supported, silent, refused) = (
      try words("supported"), try words("without effect on values"), try words("refused")
    )
    for (keyword, role) in SchemaKeywords.draft2020 where keyword != "definitions" {
      let word = Substring(keyword)
      switch role {
      case .refused: #expect(refused.contains(word), "\(keyword)")
      case .annotation: #expect(silent.contains(word) || supported.contains(word), "\(keyword)")
      default: #expect(supported.contains(word), "\(keyword)")
      }
    }
    for word in supported.union(silent) where word != "x-…" {
      #expect(SchemaKeywords.draft2020[String(word)] != nil, "\(word) is no keyword")
    }
  }

  @Test("Keywords that are not read are refused by name")
  func refusedKeywords() throws {
    var count = 0
    for (keyword, role) in SchemaKeywords.draft2020 {
      guard case .refused = role else { continue }
      count += 1
      let schema = try JSONDocument(parsing: Array(#"{"type": "object", "\#(keyword)": {}}"#.utf8))
      let findings = JSONSchemaSuite.load(schema.root).findings
      #expect(
        findings.contains {
          $0.rule == SchemaRules.unsupportedKeyword && $0.severity == .error && $0.message.contains("'\(keyword)'")
        }, "\(keyword)")
    }
    #expect(count >= 8)
  }

  /// The keywords of the table that a schema uses, anywhere in it.
  private static func keywords(in node: JSONNode) -> Set<String> {
    var found: Set<String> = []
    for element in node.elements { found.formUnion(keywords(in: element)) }
    for (key, value) in node.members {
      if SchemaKeywords.draft2020[key] != nil { found.insert(key) }
      found.formUnion(keywords(in: value))
    }
    return found
  }
}
