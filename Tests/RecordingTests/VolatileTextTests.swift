import Diagnostics
import JSONText
import Testing

@testable import Recording

/// Texts in which several things are volatile, or in which a code could spoil the rest.
@Suite("Volatile parts of texts")
struct VolatileTextTests {
  private static let uuids = VolatileKindTests.uuids

  static let cases: [KindCase] = [
    KindCase(
      "one code in a page leaves the rest of it",
      [
        ("q83vEjRWeJCrze8SNFZ4kA==", "1b2c3d4e"), ("ASNFZ4mrze/+3LqYdlQyEA==", "9f8e7d6c"),
        ("+/8AESIzRFVmd4iZqrvM3Q==", "00aa11bb"),
      ]
      .map { #"["(nonce='\#($0)' src='/app.\#($1).js') 3 items"]"# },
      #"["(nonce='<any>' src='/app.<hex>.js') 3 items"]"#),
    KindCase(
      "a digest with its algorithm",
      ["1b2c3d4e5f60718293a4b5c6d7e8f901", "ab2c3d4e5f60718293a4b5c6d7e8f902", "9b2c3d4e5f60718293a4b5c6d7e8f903"].map {
        #"["sha256:\#($0)"]"#
      }, #"["sha256:<hex>"]"#),
    KindCase(
      "percent-encoded instant",
      ["2026-03-02T10%3A00%3A00Z", "2026-03-03T11%3A30%3A09Z", "2026-03-05T01%3A07%3A00Z"].map {
        #"["https://x.example/f.png?sv=2&se=\#($0)&sr=b"]"#
      }, #"["https://x.example/f.png?sv=2&se=2030-01-01T00%3A00%3A00Z&sr=b"]"#),
    KindCase(
      "document number with a year", ["2026-0001", "2027-0006", "2029-0101"].map { #"["RE-\#($0)"]"# },
      #"["RE-<any>-<any>"]"#),
    KindCase("composite id", ["1:9", "6:14", "31:207"].map { #"["\#($0)"]"# }, #"["1:1"]"#),
    KindCase(
      "instant and id that an underscore joins",
      zip(["02", "03", "05"], uuids).map { #"["2026-03-\#($0)T10:00:00Z_\#($1)"]"# },
      #"["2030-01-01T00:00:00Z_<uuid>"]"#),
    KindCase("number among letters beyond ASCII", ["12", "7", "103"].map { #"["注文\#($0)番"]"# }, #"["注文1番"]"#),
    KindCase(
      "address of a machine",
      ["0a:1b:2c:3d:4e:5f", "11:22:33:44:55:66", "de:ad:be:ef:00:01"].map { #"["at \#($0)"]"# },
      #"["at <hex-groups>"]"#),
    KindCase(
      "password hash",
      [
        "$2b$12$CsYZEqykXtd1zxbR/vjwPEJYBsdzwALdhNBruGogspSMMaxny.UFh",
        "$2b$12$q8.vEjRWeJCrze8SNFZ4kAabzwXLdhNBru/ogspSMMbxnynUFhK9e",
        "$2b$12$A3d/kEwPq0ZyT1uV.xX2mNbBcCvVnNmMqQwWeErRtTyYuUiIoOpP1",
      ].map { #"["\#($0)"]"# }, #"["$2b$12$<any>"]"#),
    KindCase(
      "two codes in one text, whose words have the same numbers",
      uuids.map { id in
        let parts = [#"{"kind":"HS256"}"#, #"{"n":7,"sub":"\#(id)"}"#].map {
          VolatileKindTests.base64($0, urlSafe: true, padding: false)
        }
        return #"["\#(parts.joined(separator: "."))"]"#
      }, #"["eyJraW5kIjoiSFMyNTYifQ.<any>"]"#),
  ]

  @Test("whichever runs are compared, and whatever is remembered, the text is the same", arguments: cases)
  func text(_ example: KindCase) throws {
    let step = RunStep(answers: example.runs)
    let first = RunBuilder(steps: [step], runs: [0, 1]).assemble()
    #expect(match(first.body(step), example.expected) != nil, "\(first.body(step))")
    for runs in [[1, 0], [0, 2], [2, 1], [0, 1, 2]] {
      #expect(RunBuilder(steps: [step], runs: runs).assemble().body(step) == first.body(step), "\(runs)")
      let again = RunBuilder(steps: [step], record: try first.remembered, runs: runs).assemble()
      #expect(again.body(step) == first.body(step), "\(runs), remembered")
      #expect(again.files[VolatilityRecord.fileName] == first.files[VolatilityRecord.fileName], "\(runs), remembered")
    }
  }

  @Test("several ids of one text are told by their order, whatever their digits say")
  func order() {
    let texts = [[0, 1], [1, 2], [2, 0]].map { #"["\#(Self.uuids[$0[0]]) then \#(Self.uuids[$0[1]])"]"# }
    let step = RunStep(answers: texts)
    let first = RunBuilder(steps: [step], runs: [0, 1]).assemble().body(step)
    #expect(RunBuilder(steps: [step], runs: [1, 2]).assemble().body(step) == first)
    #expect(RunBuilder(steps: [step], runs: [2, 0]).assemble().body(step) == first)
  }

  @Test("yesterday is the day before today, whatever day lies between them in one run")
  func days() {
    func days(_ week: [String]) -> String {
      let answers = zip(["02", "11"], week).map { today, week in
        let yesterday = today == "02" ? "01" : "10"
        return #"{"a":"2026-03-\#(yesterday)","b":"2026-03-\#(today)","week":"2026-03-\#(week)"}"#
      }
      let step = RunStep(answers: answers)
      return RunBuilder(steps: [step]).assemble().body(step)
    }
    #expect(days(["02", "09"]).hasPrefix(#"{"a":"2030-01-01","b":"2030-01-02""#))
    #expect(days(["01", "11"]).hasPrefix(#"{"a":"2030-01-01","b":"2030-01-02""#))
  }
}
