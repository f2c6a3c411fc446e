import Diagnostics
import JSONText
import Testing
import Workspace

@testable import Recording

@Suite("Written forms of volatile values")
struct ValueFormatTests {
  @Test(
    "the form of a value is recognised",
    arguments: [
      ("3f2504e0-4f89-41d3-9a0c-0305e82c3301", "uuid"), ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid"),
      ("9e107d9d372bb6826bd81d3542a419d6", "hex"), ("42", "integer"), ("-7", "integer"), ("1.50", "decimal"),
      ("2026-02-28T23:59:60Z", "instant"), ("2026-02-28T01:02:03.123456+02:00", "instant"), ("2026-02-29", "text"),
      ("2024-02-29", "day"), ("1764460800", "epoch-seconds"), ("1764460800123", "epoch-milliseconds"),
      ("V1StGXR8_Z5jdHi6B-myT", "opaque"), ("K7QX2M", "opaque"), ("bXNnOjEyMw==", "opaque"), ("Monday", "weekday"),
      ("reading", "text"), ("", "text"), ("two words", "text"),
    ])
  func form(_ text: String, _ name: String) { #expect(ValueFormat(of: text).name == name) }

  @Test(
    "a placeholder has the form of the value",
    arguments: [
      "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3F2504E0-4F89-41D3-9A0C-0305E82C3301", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
      "9e107d9d372bb6826bd81d3542a419d6", "42", "V1StGXR8_Z5jdHi6B-myT",
    ])
  func placeholder(_ text: String) {
    let format = ValueFormat(of: text)
    let placeholder = Placeholder.identity("guilds.create/createGuild#/id", format: format)
    #expect(ValueFormat(of: placeholder).name == format.name)
    #expect(placeholder == Placeholder.identity("guilds.create/createGuild#/id", format: format))
    #expect(placeholder != Placeholder.identity("guilds.create/other#/id", format: format))
  }

  @Test("days and instants are read as the calendar has them")
  func calendar() {
    #expect(CalendarDay(text: "1970-01-01")?.days == 0)
    #expect(CalendarDay(text: "2000-03-01")?.days == 11_017)
    #expect(CalendarDay(days: 11_017).text == "2000-03-01")
    #expect(CalendarDay(days: -1).text == "1969-12-31")
    #expect(Instant(text: "1970-01-01T02:00:00.5+02:00")?.milliseconds == 500)
    #expect(Instant(text: "2026-01-01T24:00:00Z") == nil)
  }
}

@Suite("Finding and replacing what is volatile")
struct StabilizerTests {
  /// Records one answer per step and gives the fixtures.
  private func stabilize(
    _ steps: [(label: String, isWrite: Bool, runs: [String])], flows: [(Int, String)] = [],
    record: VolatilityRecord = VolatilityRecord(), secrets: [String] = [],
    windows: [ClosedRange<Int>] = [0...1, 0...1]
  ) throws -> (texts: [String], record: VolatilityRecord) {
    var alignment = Alignment(identities: KnownIdentities(runCount: 2))
    var documents: [(id: DocumentID, value: AlignedValue)] = []
    for (index, step) in steps.enumerated() {
      let values = try step.runs.map { try JSONDocument(parsing: Array($0.utf8)).root.value }
      let aligned = alignment.align(values)
      documents.append((DocumentID(step: index, part: .answer), try #require(aligned)))
    }
    #expect(alignment.mismatches.isEmpty)
    let flowPlaces = Set(
      flows.map {
        SlotPlace(document: DocumentID(step: $0.0, part: .answer), pointer: JSONPointer(text: $0.1) ?? JSONPointer())
      })
    let stabilizer = Stabilizer(
      VolatilityInput(
        documents: documents, labels: steps.map { StepLabel(text: $0.label, isWrite: $0.isWrite) }, flows: flowPlaces,
        windows: windows, record: record, isSecret: { text in secrets.contains { text.contains($0) } },
        declaredType: { _ in nil }))
    let texts = documents.map { id, value in
      String(decoding: stabilizer.stabilize(id, value).canonicalText(indent: 0), as: UTF8.self)
    }
    return (texts, stabilizer.record)
  }

  private let first = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
  private let second = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

  @Test("an id is the same thing wherever it stands: as a value, in a path, as a key")
  func referentialIntegrity() throws {
    let result = try stabilize([
      ("a/create", true, ["{\"id\":\"\(first)\"}", "{\"id\":\"\(second)\"}"]),
      (
        "b/show", false,
        ["{\"url\":\"/x/\(first)/y\",\"ref\":\"\(first)\"}", "{\"url\":\"/x/\(second)/y\",\"ref\":\"\(second)\"}"]
      ),
    ])
    let id = Placeholder.identity("a/create#/id", format: .uuid(isUppercase: false))
    #expect(result.texts == ["{\"id\":\"\(id)\"}", "{\"ref\":\"\(id)\",\"url\":\"/x/\(id)/y\"}"])
    #expect(result.record.names == ["a/create#/id"])
  }

  @Test("a step in front changes nothing that stands behind it")
  func unrelatedStep() throws {
    let create = ("a/create", true, ["{\"id\":\"\(first)\",\"n\":5}", "{\"id\":\"\(second)\",\"n\":5}"])
    let other = ("z/other", false, ["{\"me\":\"\(first)\"}", "{\"me\":\"\(second)\"}"])
    #expect(try stabilize([create]).texts == [try stabilize([other, create]).texts[1]])
  }

  @Test("a count beside an id that happens to be equal stays")
  func countBesideID() throws {
    let result = try stabilize(
      [("a/create", true, ["{\"id\":3,\"members\":3}", "{\"id\":3,\"members\":3}"])], flows: [(0, "/id")])
    #expect(result.texts[0].hasSuffix(",\"members\":3}"))
    #expect(!result.texts[0].contains("\"id\":3,"))
  }

  @Test("serial ids that differ are replaced by one number wherever names say so; what is equal by chance is no id")
  func serials() throws {
    let result = try stabilize([
      ("m/send", true, ["{\"id\":1,\"count\":1}", "{\"id\":6,\"count\":1}"]),
      (
        "m/list", false,
        [1, 6].map {
          ##"{"key":"K-\##($0)","last":\##($0),"list":{"id":\##($0),"text":"#\##($0)"},"serial":\##($0)}"##
        }
      ),
    ])
    let id = Placeholder.identity("m/send#/id", format: .integer)
    #expect(
      result.texts == [
        #"{"count":1,"id":\#(id)}"#,
        ##"{"key":"K-1","last":\##(id),"list":{"id":\##(id),"text":"#\##(id)"},"serial":1}"##,
      ])
  }

  @Test("of two instants that both lie far from the runs, the order is the calendar's and not the server's")
  func farInstants() throws {
    func body(_ day: String, _ saturday: String, _ sunday: String) -> String {
      #"{"at":"\#(day)T10:00:01.500Z","before":"\#(day)T09:00:01.500Z","next":["\#(sunday)T21:45:30.500Z","\#(saturday)T10:00:30.500Z"]}"#
    }
    let result = try stabilize([
      ("a/make", true, [#"{"at":"2026-11-30T10:00:01.000Z"}"#, #"{"at":"2028-01-04T10:00:02.000Z"}"#]),
      ("b/make", true, [#"{"at":"2026-11-30T10:00:02.000Z"}"#, #"{"at":"2028-01-04T10:00:03.000Z"}"#]),
      ("c/make", true, [#"{"at":"2026-11-30T10:00:03.000Z"}"#, #"{"at":"2028-01-04T10:00:05.000Z"}"#]),
      (
        "c/show", false,
        [body("2026-11-30", "2026-12-05", "2026-12-06"), body("2028-01-04", "2028-01-08", "2028-01-09")]
      ),
    ])
    #expect(
      result.texts[3]
        == #"{"at":"2030-01-01T00:01:00.000Z","before":"2030-01-01T00:00:00.000Z","next":["2030-01-01T00:02:00.000Z","2030-01-01T00:02:00.000Z"]}"#
    )
  }

  @Test("instants keep order and equality where every run agrees: those of one answer are one, however slow it was")
  func instants() throws {
    func run(_ day: Int, _ a: String, _ b: String, _ c: String) -> String {
      #"{"a":"2026-12-0\#(day)T10:00:0\#(a)Z","b":"2026-12-0\#(day)T10:00:0\#(b)Z","c":"2026-12-0\#(day)T10:00:0\#(c)Z","d":"2026-12-0\#(day)T10:15:03.500Z"}"#
    }
    let result = try stabilize([
      ("a/make", true, [run(1, "0.000", "0.001", "0.300"), run(2, "0.500", "0.500", "0.510")]),
      ("b/change", true, [#"{"at":"2026-12-01T10:00:00.326Z"}"#, #"{"at":"2026-12-02T10:00:00.540Z"}"#]),
      (
        "c/show", false,
        [
          #"{"a":"2026-12-01T10:00:00.300Z","b":"2026-12-01T10:00:00.326Z"}"#,
          #"{"a":"2026-12-02T10:00:00.510Z","b":"2026-12-02T10:00:00.540Z"}"#,
        ]
      ),
    ])
    #expect(
      result.texts[0]
        == #"{"a":"2030-01-01T00:00:00.000Z","b":"2030-01-01T00:00:00.000Z","c":"2030-01-01T00:00:00.000Z","d":"2030-01-01T00:01:00.000Z"}"#
    )
    #expect(result.texts[2] == #"{"a":"2030-01-01T00:00:00.000Z","b":"2030-01-01T00:01:00.000Z"}"#)
  }

  @Test("an instant that a read is the first to show is of the write before it, however slow that was")
  func instantsOfReads() throws {
    func texts(_ first: String, _ second: String) throws -> [String] {
      try stabilize([
        ("a/make", true, [#"{"end":"2026-12-01T10:00:00.000Z"}"#, #"{"end":"2026-12-02T10:00:00.000Z"}"#]),
        (
          "b/show", false,
          [
            #"{"end":"2026-12-01T10:00:00.000Z","updated":"2026-12-01T10:00:00.\#(first)Z"}"#,
            #"{"end":"2026-12-02T10:00:00.000Z","updated":"2026-12-02T10:00:00.\#(second)Z"}"#,
          ]
        ),
      ]).texts
    }
    let quick = try texts("005", "012")
    #expect(quick[1] == #"{"end":"2030-01-01T00:00:00.000Z","updated":"2030-01-01T00:00:00.000Z"}"#)
    #expect(try texts("140", "280") == quick)
  }

  @Test("days keep their distances")
  func days() throws {
    let result = try stabilize([
      ("a/x", false, ["[\"2026-11-28\",\"2026-11-30\"]", "[\"2026-11-29\",\"2026-12-01\"]"])
    ])
    #expect(result.texts == ["[\"2030-01-01\",\"2030-01-03\"]"])
  }

  @Test("an instant of the run is volatile even where every run agrees")
  func window() throws {
    let text = "{\"at\":\"1970-01-01T00:00:05Z\",\"old\":\"1969-01-01T00:00:05Z\"}"
    let result = try stabilize([("a/x", false, [text, text])], windows: [4000...6000, 4500...7000])
    #expect(result.texts == ["{\"at\":\"2030-01-01T00:00:00Z\",\"old\":\"1969-01-01T00:00:05Z\"}"])
  }

  @Test("a cursor keeps what it says, with the ids in it replaced")
  func cursor() throws {
    let runs = ["1", "6"].map { "{\"id\":\($0),\"next\":\"\(Base64.encode(Array("message:\($0)".utf8)))\"}" }
    let result = try stabilize([("m/list", true, runs)])
    let id = Placeholder.identity("m/list#/id", format: .integer)
    #expect(result.texts[0].contains("\"\(Base64.encode(Array("message:\(id)".utf8)))\""))
  }

  @Test("a secret is replaced whole, and a former recording's slot stays volatile")
  func secretsAndMemory() throws {
    var record = VolatilityRecord()
    record.slots["a/x"] = ["/code": "opaque"]
    let result = try stabilize(
      [
        (
          "a/x", false,
          ["{\"code\":\"K7QX2M\",\"t\":\"hunter2hunter2\"}", "{\"code\":\"K7QX2M\",\"t\":\"hunter2hunter2\"}"]
        )
      ],
      record: record, secrets: ["hunter2hunter2"])
    #expect(result.texts[0].contains("\"t\":\"redacted\""))
    #expect(!result.texts[0].contains("K7QX2M"))
    #expect(result.record.slots["a/x"] == ["/code": "opaque"])
  }

  @Test("a name of a former recording sticks while its place resolves")
  func stickyName() throws {
    var record = VolatilityRecord()
    record.names = ["z/list#/0/ref"]
    let runs = [first, second]
    let result = try stabilize(
      [
        ("a/create", true, runs.map { "{\"id\":\"\($0)\"}" }), ("z/list", false, runs.map { "[{\"ref\":\"\($0)\"}]" }),
      ], record: record)
    #expect(result.record.names == ["z/list#/0/ref"])
  }

  @Test(
    "what no placeholder can mend is reported",
    arguments: [
      ("[1,2]", "[1]", "record/unstable-structure"), ("{\"a\":null}", "{\"a\":\"x\"}", "record/unstable-value"),
      ("[\"a\",\"b\"]", "[\"b\",\"a\"]", "record/unordered-list"),
      ("{\"a\":1}", "{\"b\":1}", "record/unstable-structure"),
    ])
  func unstable(_ first: String, _ second: String, _ rule: String) throws {
    var alignment = Alignment(identities: KnownIdentities(runCount: 2))
    let runs = try [first, second].map { try JSONDocument(parsing: Array($0.utf8)).root.value }
    #expect(alignment.align(runs) == nil)
    #expect(alignment.mismatches.first?.rule.rawValue == rule)
  }

  @Test("the record of volatile values reads what it writes")
  func record() throws {
    var record = VolatilityRecord()
    record.names = ["b#/id", "a#/id"]
    record.slots = ["b": ["/x/*": "uuid"], "empty": [:]]
    let text = record.canonicalText
    var expected = record
    expected.slots["empty"] = nil
    #expect(try VolatilityRecord(parsing: JSONDocument(parsing: text)) == expected)
  }
}
