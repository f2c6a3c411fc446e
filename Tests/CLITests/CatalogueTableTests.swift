import Foundation
import Testing
import Workspace

extension CatalogueLine {
  /// C1: TypeScript to Swift.
  static let typescript: [CatalogueLine] = [
    CatalogueLine(
      "T1",
      [.emit("T1"), .read("T1 keywords are ordinary member names")]),
    CatalogueLine(
      "T2",
      [.emit("T2"), .read("T2 $-names")]),
    CatalogueLine(
      "T4",
      [.emit("T4"), .read("T4 empty string")]),
    CatalogueLine(
      "T5",
      [.emit("T5"), .read("T5 ratios, brackets and numbers")]),
    CatalogueLine(
      "T6",
      [
        .emit("T6"), .read("T6 optional, nullable, both"), .run("roundTripsAreLossless"),
        .verdict("T6 absent, null and both are three states"),
      ]),
    CatalogueLine(
      "T7",
      [.emit("T7"), .emission("nestedNames")]),
    CatalogueLine(
      "T9",
      [.emit("T9"), .read("T9 tagged union")]),
    CatalogueLine(
      "T10",
      [.emit("T10"), .read("T10 Boolean tag"), .verdict("T10 only the variant of the Boolean tag counts")]),
    CatalogueLine(
      "T11",
      [.emit("T11"), .read("T11 open enum"), .read("T11 open enum, the other way")]),
    CatalogueLine(
      "T12",
      [.emit("T12"), .read("T12 recursion"), .emission("recursionIsBoxed")]),
    CatalogueLine(
      "T13",
      [.emit("T13"), .read("T13 recursive generic, extended")]),
    CatalogueLine(
      "T15",
      [.emit("T15"), .read("T15 index signature beside named members")]),
    CatalogueLine(
      "T16",
      [
        .emit("T16"), .read("T16 Date, and a type of one's own called Date"), .option("timestamps"), .option("dates"),
      ]),
    CatalogueLine(
      "T17",
      [.emit("T17"), .read("T17 bigint"), .finding("bigint, as the design shows it"), .resolve("typeMap")]),
    CatalogueLine(
      "T19",
      [.emit("T19"), .module("imports"), .module("circles")]),
    CatalogueLine(
      "T21",
      [.emit("T21"), .read("T21 utility types in each other")]),
    CatalogueLine(
      "T22",
      [.emit("T22"), .read("T22 undefined is optional, a function is left out aloud"), .read("T22 symbol")]),
    CatalogueLine(
      "T23",
      [.emit("T23"), .read("T23 numeric enum")]),
    CatalogueLine(
      "T24",
      [
        .emit("T24"), .read("T24 template literal"), .read("T24 template of literals"),
        .verdict("T24 a template's pattern is checked"),
      ]),
    CatalogueLine(
      "T25",
      [.emit("T25"), .read("T25 comments, strings and CRLF"), .module("lineEnds")]),
    CatalogueLine(
      "T27",
      [.emit("T27"), .read("T27 null and unknown"), .emission("anyJSONIsRare")],
      remark:
        "The support file is one for all contracts and its parts need `JSONValue`; what is emitted for a contract names it where the contract is open."
    ),
    CatalogueLine(
      "T28",
      [.emit("T28"), .read("T28 types named like Swift's own"), .emission("swiftNames")]),
    CatalogueLine(
      "T29",
      [.emit("T29"), .read("T29 a name with a space")],
      remark: "There is no option for raw identifiers: nobody can ask for them, so they are never there."),
  ]

  /// C2: Zod.
  static let zod: [CatalogueLine] = [
    CatalogueLine(
      "Z1",
      [
        .zod("Z1 a default is optional on the way in"), .zod("Z1 a null default behind nullable"), .zod("bothSides"),
        .zmod("routes"),
      ]),
    CatalogueLine(
      "Z3",
      [
        .zod("Z3 extend after refine, version 3"), .zod("Z3 extend after refine, version 4"),
        .zod("Z3 merge and pick after superRefine, version 3"), .zod("Z3 the object inside can still be extended"),
        .zread("versions"),
      ]),
    CatalogueLine(
      "Z4",
      [.zod("Z4 a refined member of a discriminated union"), .zod("Z4 lazy, named and nested members")]),
    CatalogueLine(
      "Z6",
      [
        .zod("Z6 a coerced Boolean takes any scalar; required in version 4"),
        .zod("Z6 it may be left out in version 3"), .zod("Z6 bounds say what a coerced number takes in"),
        .zreq("checks"),
      ],
      remark:
        #"There is no generator of sample bodies; the doc comment of the property says that the text "false" means true."#
    ),
    CatalogueLine(
      "Z7",
      [.zod("Z7 numeric native enum"), .zod("Z7 an object with reverse names, and z.enum of an enum")]),
    CatalogueLine(
      "Z9",
      [.zod("Z9 three states"), .zreq("checksSides")]),
    CatalogueLine(
      "Z10",
      [
        .zod("Z10 a node under wrappers"), .zod("Z10 an unknown schema"), .zod("Z10 an unknown method"),
        .zod("Z10 an unknown name, a value that is no schema, a helper from elsewhere"),
      ]),
    CatalogueLine(
      "Z11",
      [.zod("Z11 what JSON cannot carry"), .zod("Z11 dates can only be in answers"), .zmod("sides")],
      remark: "A date has a policy in answers, where JavaScript makes text of it; in requests it stops."),
    CatalogueLine(
      "Z13",
      [
        .zod("Z13 records with listed keys, version 4"), .zod("Z13 records with listed keys, version 3"),
        .zod("Z13 keys with a format or a pattern"), .zreq("checksSides"), .zreq("closedRecords"), .zread("versions"),
      ]),
    CatalogueLine(
      "Z14",
      [.zod("Z14 other members"), .zreq("checksSides")],
      remark: "No probe is sent: what would decide it, whether the request checker refuses an extra key, is tested."),
    CatalogueLine(
      "Z15",
      [
        .zod("Z15 lazy and getters become references"),
        .zod("Z15 brand is nothing; pipe, catch and transform are what they take in"),
        .zod("Z15 preprocess takes anything in, and says so"),
      ]),
  ]

  /// C3: OpenAPI and JSON Schema.
  static let openapi: [CatalogueLine] = [
    CatalogueLine(
      "O1",
      [
        .oread("O1 no spelling of a nullable reference loses the property"),
        .oread("O1 a property that cannot be read is an error"), .shape("null and a reference (O1)"),
        .orun("roundTripsAreLossless"), .cli("aFaultInYAMLIsShownWhereItStands"),
      ]),
    CatalogueLine(
      "O2",
      [.oread("nullableReferences"), .sopen("nullable beside a reference (O2)"), .sopen("spelling")]),
    CatalogueLine(
      "O4",
      [.oread("O4 an enumeration without a type, in a property"), .shape("enumeration without a type (O4)")]),
    CatalogueLine(
      "O5",
      [
        .oread("O5 a required name that nothing declares is not invented"), .oread("undeclaredRequired"),
        .sval("a name under required that nothing declares (O5)"),
      ]),
    CatalogueLine(
      "O6",
      [.oread("misspeltType"), .sfind("misspelt type (O6)")]),
    CatalogueLine(
      "O8",
      [.sopen("discriminator with a mapping (O8)"), .orun("roundTripsAreLossless")]),
    CatalogueLine(
      "O10",
      [
        .shape("closed object (O10)"), .sval("a key that a closed object gets is refused by the schema (O10)"),
        .orun("roundTripsAreLossless"), .drift("O10 a closed object that gets a key is drift, and no error"),
      ]),
    CatalogueLine(
      "O11",
      [.orun("roundTripsAreLossless"), .option("dates"), .format("format")]),
    CatalogueLine(
      "O13",
      [
        .oread("O13 a circle of allOf"), .oread("O13 children of one's own kind"), .orun("roundTripsAreLossless"),
        .sfind("circular allOf with more (O13)"),
      ]),
    CatalogueLine(
      "O14",
      [.oread("O14 an empty enumeration"), .oread("O14 an empty schema"), .oread("emptySchema")]),
    CatalogueLine(
      "O16",
      [.orun("punctuationIsTold")]),
    CatalogueLine(
      "O17",
      [
        .orun("roundTripsAreLossless"), .sval("a new value of an enumeration is refused by the schema (O17)"),
        .drift("D4 new enum values are listed in one finding"), .drift("values"),
      ]),
    CatalogueLine(
      "O18",
      [
        .orun("roundTripsAreLossless"), .verdict("O18 each variant of a union says why it does not fit"),
        .check("variants"),
      ]),
    CatalogueLine(
      "O19",
      [.route("mediaTypes")]),
    CatalogueLine(
      "O21",
      [
        .sval("above int64 (O21)"), .sval("below int64 (O21)"), .sval("above uint64 (O21)"),
        .orun("roundTripsAreLossless"), .drift("an integer past 64 bits breaks the decoder"),
      ],
      remark:
        "`JSONDecoder` gives no path for such a number; `assay verify` and the drift report do, and nothing clamps."),
    CatalogueLine(
      "O22",
      [.route("duplicateOperationIDsNameBoth"), .oread("O22 a bound of another type")]),
  ]

  /// C4: JSON.
  static let json: [CatalogueLine] = [
    CatalogueLine(
      "J1",
      [
        .verdict("J1 a duplicate key is refused, with its path"), .verdict("J1 in a value that no type declares, too"),
        .doc("duplicates"), .drift("duplicate keys"),
      ]),
    CatalogueLine(
      "J2",
      [.verdict("J2 a trailing comma"), .corpus("decide")]),
    CatalogueLine(
      "J3",
      [.verdict("J3 a byte order mark"), .verdict("J3 UTF-16"), .corpus("decide")]),
    CatalogueLine(
      "J5",
      [.verdict("J5 a lone surrogate, also in what no type declares"), .corpus("decide")],
      remark: "A text that is not JSON has no tree to point into: the place is line and column."),
    CatalogueLine(
      "J6",
      [.verdict("J6 a NUL in a string is a string"), .doc("strings"), .less("different")]),
    CatalogueLine(
      "J7",
      [
        .verdict("J7 a fraction in an integer has its path, what was expected and what was there"),
        .verdict("J7 a negative number in an unsigned one"), .check("negative uint64"),
      ]),
    CatalogueLine(
      "J8",
      [
        .verdict("J8 an integer that JavaScript rounds"), .verdict("J8 a number that a Double rounds"),
        .check("64 bits by contract"), .less("different"), .number("order"),
      ],
      remark: "A contract that says int64 or uint64 has decided for 64 bits, so nothing is said there."),
    CatalogueLine(
      "J9",
      [
        .doc("numberText"), .verdict("J9 1.0 in an integer is told"),
        .drift("J9 whole in one recorded answer and with a fraction in the next is one type"),
        .canoncli("canonSortsIndentsAndKeepsNumbers"),
      ],
      remark:
        "Types come from the contract and are not guessed from samples; without one, a number is a number in every recorded sample."
    ),
    CatalogueLine(
      "J11",
      [
        .verdict("J11 overflow"), .verdict("J11 underflow"), .verdict("J11 both where the contract says nothing"),
        .decode("a number that Double would make 0"), .agree("onMutants"),
      ]),
    CatalogueLine(
      "J12",
      [.syntax("depth"), .verdict("J12 past the depth that is read")]),
    CatalogueLine(
      "J13",
      [
        .verdict("J13 text after the document"), .verdict("J13 two documents"), .verdict("J13 a page"),
        .driftrun("answers"), .driftrun("obstacles"),
      ],
      remark:
        "Status, content type and first bytes are said where there is an exchange; a fixture on disk has its file and place."
    ),
    CatalogueLine(
      "J15",
      [.doc("numberText"), .corpus("transform"), .orun("roundTripsAreLossless")]),
    CatalogueLine(
      "J16",
      [.canon("order"), .canoncli("canonSortsIndentsAndKeepsNumbers")]),
    CatalogueLine(
      "J17",
      [.doc("strings"), .canon("layout")]),
    CatalogueLine(
      "J19",
      [.less("different"), .orun("roundTripsAreLossless"), .decsuite("answerIsLossless")]),
    CatalogueLine(
      "J20",
      [.less("long")]),
    CatalogueLine(
      "J21",
      [
        .drift("notANumber"), .verdict("J21 null where a number is declared"),
        .verdict("J21 NaN as JavaScript would write it"),
      ]),
  ]

  /// All lines, in the order of the catalogue.
  static let all = typescript + zod + openapi + json + recording + automation
}

@Suite("The catalogue of failure cases, groups C1 to C5, and what of C7 touches recording")
struct CatalogueTableTests {
  /// `Tests` of this package.
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .path
  private static let catalogue = tests + "/../../shared/cases/CATALOGUE.md"

  private static func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.read(path), as: UTF8.self)
  }

  @Test("each line has a proof, and each proof is there under its name", arguments: CatalogueLine.all)
  func proofs(_ line: CatalogueLine) throws {
    #expect(!line.proofs.isEmpty)
    for proof in line.proofs {
      let path = Self.tests + "/" + proof.file
      guard FileSystem.exists(path) else {
        Issue.record("\(line.id): there is no file Tests/\(proof.file)")
        continue
      }
      #expect(try proof.isFound(in: Self.text(path)), "\(line.id): Tests/\(proof.file) has no '\(proof.name)'")
    }
  }

  @Test("no line stands twice")
  func unique() { #expect(Set(CatalogueLine.all.map(\.id)).count == CatalogueLine.all.count) }

  @Test(
    "the table has the catalogue's lines, all of them and in its order",
    .enabled(if: FileSystem.exists(catalogue), "../shared/cases/CATALOGUE.md is not there"))
  func lines() throws {
    var ids: [String] = []
    var group = ""
    for line in try Self.text(Self.catalogue).split(whereSeparator: \.isNewline) {
      if line.hasPrefix("## ") { group = String(line.dropFirst(3).prefix(2)) }
      guard let id = line.firstMatch(of: /^\| ([A-Z]+[0-9]+) \|/).map({ String($0.1) }) else { continue }
      let isTaken =
        ["C1", "C2", "C3", "C4", "C5"].contains(group)
        || group == "C7" && CatalogueLine.automation.contains { $0.id == id }
      if isTaken { ids.append(id) }
    }
    #expect(ids == CatalogueLine.all.map(\.id))
  }
}
