import Diagnostics
import JSONText
import Testing

@testable import Recording

/// What the runs answered for one kind of volatile value, and what the fixture says.
struct KindCase: Sendable, CustomTestStringConvertible {
  let kind: String
  /// The answer of each run; any two of them must come to the same fixture.
  let runs: [String]
  /// The fixture, `<form>` for a placeholder of that form.
  let expected: String
  var testDescription: String { kind }

  init(_ kind: String, _ runs: [String], _ expected: String) {
    self.kind = kind
    self.runs = runs
    self.expected = expected
  }
}

@Suite("Kinds of volatile values")
struct VolatileKindTests {
  static let uuids = [
    "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    "11111111-2222-4333-8444-555555555555",
  ]

  static func base64(_ text: String, urlSafe: Bool = false, padding: Bool = true) -> String {
    Base64.encode(Array(text.utf8), urlSafe: urlSafe, padding: padding)
  }
  static func each(_ values: [String], _ body: (String) -> String) -> [String] { values.map(body) }

  static let cases: [KindCase] = [
    KindCase("uuid", uuids.map { #"{"id":"\#($0)"}"# }, #"{"id":"<uuid>"}"#),
    KindCase("upper-case uuid", uuids.map { #"{"id":"\#($0.uppercased())"}"# }, #"{"id":"<uuid>"}"#),
    KindCase(
      "ulid",
      ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ", "01CX5ZZKBKACTAV9WEVGEMMVS0"].map {
        #"{"id":"\#($0)"}"#
      },
      #"{"id":"<ulid>"}"#),
    KindCase(
      "cuid",
      ["cjld2cjxh0000qzrmn831i7rn", "cjld2cyuq0000t3rmniod1foy", "cjld2d1ab0001t3rmniod2abc"].map {
        #"{"id":"\#($0)"}"#
      },
      #"{"id":"<any>"}"#),
    KindCase(
      "nanoid",
      ["V1StGXR8_Z5jdHi6B-myT", "q7Wn-0pLk3XzTyVbA9_sE", "aB3dE5fG7hI9jK1lM3nO5"].map { #"{"id":"\#($0)"}"# },
      #"{"id":"<opaque>"}"#),
    KindCase(
      "hex of a build that is all digits by chance",
      ["a1b2c3d4e5f6", "123456789012", "0f1e2d3c4b5a"].map { #"{"hash":"\#($0)"}"# }, #"{"hash":"<hex>"}"#),
    KindCase(
      "hex without leading zeros",
      ["694d7f1c2a3b4c5d", "94d7f1c2a3b4c5d", "1a4d7f1c2a3b4c5e"].map { #"{"lease":"\#($0)"}"# },
      #"{"lease":"<hex>"}"#),
    KindCase(
      "base64 of bytes",
      ["q83vEjRWeJCrze8SNFZ4kA==", "ASNFZ4mrze/+3LqYdlQyEA==", "+/8AESIzRFVmd4iZqrvM3Q=="].map { #"{"key":"\#($0)"}"# },
      #"{"key":"<opaque>"}"#),
    KindCase(
      "base64 with slashes and without padding",
      ["q83vEjRWeJCrze8SNFZ4kAab", "ASNFZ4mrze/+3LqYdlQyEAc/", "8A/SIzR/Vmd4iZqrvM3QAE9z"].map { #"{"key":"\#($0)"}"# },
      #"{"key":"<opaque>"}"#),
    KindCase("serial number", ["1", "6", "23"].map { #"{"id":\#($0),"n":1}"# }, #"{"id":<integer>,"n":1}"#),
    KindCase(
      "snowflake", ["175928847299117063", "1759288472991170630", "17592884729911706301"].map { #"{"id":"\#($0)"}"# },
      #"{"id":"<integer>"}"#),
    KindCase(
      "ids that look like nanoseconds",
      ["1418812193544766990", "7587872212193544766", "3087872212193544766"].map { #"{"lease":"\#($0)"}"# },
      #"{"lease":"<integer>"}"#),
    KindCase(
      "id of 64 bits, one of which is small by chance",
      ["13803658152347727308", "9372538179322589801", "6051238179322580"].map { #"{"member_id":"\#($0)"}"# },
      #"{"member_id":"<integer>"}"#),
    KindCase("code of digits", ["048291", "771203", "900000"].map { #"{"code":"\#($0)"}"# }, #"{"code":"<integer>"}"#),
    KindCase(
      "ISO date",
      ["2026-03-02T10:00:00.123Z", "2026-03-03T11:00:00.456Z", "2026-03-05T01:00:00.789Z"].map { #"["\#($0)"]"# },
      #"["2030-01-01T00:00:00.000Z"]"#),
    KindCase(
      "ISO date in each run's zone",
      ["2026-03-02T10:00:00+00:00", "2026-03-03T20:00:00+00:00", "2026-03-05T01:00:00+00:00"].map { #"["\#($0)"]"# },
      #"["2030-01-01T00:00:00+00:00"]"#),
    KindCase(
      "ISO date without zone",
      ["2026-03-02T10:00:00.123456", "2026-03-03T20:00:00.1", "2026-03-05T01:00:00.654321"].map { #"["\#($0)"]"# },
      #"["2030-01-01T00:00:00.000000"]"#),
    KindCase(
      "ISO date with trailing zeros dropped",
      ["2026-03-02T10:00:00.123456789Z", "2026-03-03T11:00:00.45678912Z", "2026-03-05T01:00:00.123456788Z"].map {
        #"["\#($0)"]"#
      },
      #"["2030-01-01T00:00:00.000000000Z"]"#),
    KindCase(
      "basic ISO date", ["20260302T100000Z", "20260303T110000Z", "20260305T010000Z"].map { #"["\#($0)"]"# },
      #"["20300101T000000Z"]"#),
    KindCase(
      "RFC 2822 date",
      ["Mon, 02 Mar 2026 10:00:00 GMT", "Tue, 03 Mar 2026 10:00:00 GMT", "Wed, 11 Mar 2026 10:00:00 GMT"].map {
        #"["\#($0)"]"#
      },
      #"["Tue, 01 Jan 2030 00:00:00 GMT"]"#),
    KindCase(
      "RFC 2822 date in a sentence",
      ["Mon, 02 Mar 2026 10:00:00 +0000", "Tue, 03 Mar 2026 10:00:00 +0000", "Wed, 11 Mar 2026 10:00:00 +0000"].map {
        #"["sent \#($0), read"]"#
      }, #"["sent Tue, 01 Jan 2030 00:00:00 +0000, read"]"#),
    KindCase(
      "epoch seconds and milliseconds",
      [(1_772_445_600, 1_772_445_600_123), (1_772_532_000, 1_772_532_000_456), (1_772_700_000, 1_772_700_000_789)].map {
        #"{"ms":\#($1),"s":\#($0)}"#
      }, #"{"ms":1893456000000,"s":1893456000}"#),
    KindCase(
      "epoch seconds of a clock that is put ahead", [1_796_040_000, 1_830_600_007].map { #"{"s":\#($0)}"# },
      #"{"s":1893456000}"#),
    KindCase(
      "epoch seconds with a fraction", ["1772445600.123", "1772532000.4", "1772700000"].map { #"{"t":\#($0)}"# },
      #"{"t":1893456000.5}"#),
    KindCase("ISO duration", ["PT59.5S", "PT1M0.25S", "PT58S"].map { #"{"ttl":"\#($0)"}"# }, #"{"ttl":"PT1S"}"#),
    KindCase("duration with units", ["1m2.5s", "350ms", "59.5s"].map { #"{"took":"\#($0)"}"# }, #"{"took":"1s"}"#),
    KindCase(
      "invite code that lacks digits by chance", ["K7QX2M", "QWERTZ", "9X8Y7Z"].map { #"{"code":"\#($0)"}"# },
      #"{"code":"<opaque>"}"#),
    KindCase("short code", ["K7QX", "B2ZW", "9X8Y"].map { #"{"code":"\#($0)"}"# }, #"{"code":"<any>"}"#),
    KindCase(
      "prefixed id", ["pub_a1b2c3d4", "pub_99aa88bb", "pub_0123beef"].map { #"{"p":"\#($0)"}"# }, #"{"p":"pub_<hex>"}"#),
    KindCase(
      "prefixed uuid is the uuid", uuids.map { #"{"id":"\#($0)","key":"user-\#($0)"}"# },
      #"{"id":"<uuid>","key":"user-<uuid>"}"#),
    KindCase(
      "paths and URLs that contain ids",
      uuids.map {
        #"{"id":"\#($0)","path":"/guilds/\#($0)/members","url":"https://x.example/g?id=\#($0)&n=1#\#($0)"}"#
      },
      #"{"id":"<uuid>","path":"/guilds/<uuid>/members","url":"https://x.example/g?id=<uuid>&n=1#<uuid>"}"#),
    KindCase(
      "percent-encoded path", uuids.map { #"["/go?to=%2Fguilds%2F\#($0)%3Fx"]"# }, #"["/go?to=%2Fguilds%2F<uuid>%3Fx"]"#
    ),
    KindCase("id in free text", uuids.map { #"["Ada (\#($0)) joined."]"# }, #"["Ada (<uuid>) joined."]"#),
    KindCase(
      "JSON in a string", uuids.map { #"{"p":"{\"guildId\":\"\#($0)\",\"memberCount\":2}"}"# },
      #"{"p":"{\"guildId\":\"<uuid>\",\"memberCount\":2}"}"#),
    KindCase(
      "spaced JSON in a string", uuids.map { #"{"p":"{\"a\": [1, 2], \"id\": \"\#($0)\"}"}"# },
      #"{"p":"{\"a\": [1, 2], \"id\": \"<uuid>\"}"}"#),
    KindCase(
      "JSON in a string, keys in hash order",
      [#"{\"b\":1,\"a\":2,\"c\":3}"#, #"{\"c\":3,\"a\":2,\"b\":1}"#].map { #"{"p":"\#($0)"}"# },
      #"{"p":"{\"a\":2,\"b\":1,\"c\":3}"}"#),
    KindCase("ids as keys", uuids.map { #"{"m":{"\#($0)":1},"o":["\#($0)"]}"# }, #"{"m":{"<uuid>":1},"o":["<uuid>"]}"#),
    KindCase("ids that are keys alone", uuids.map { #"{"m":{"\#($0)":["calm"]}}"# }, #"{"m":{"<uuid>":["calm"]}}"#),
    KindCase(
      "days as keys, overlapping",
      [("03-02", "03-03", "03-04"), ("03-03", "03-04", "03-05"), ("03-05", "03-06", "03-07")].map {
        #"{"days":{"2026-\#($0)":1,"2026-\#($1)":2,"2026-\#($2)":3}}"#
      }, #"{"days":{"2030-01-01":1,"2030-01-02":2,"2030-01-03":3}}"#),
    KindCase("month", ["2026-02", "2026-03", "2026-05"].map { #"{"month":"\#($0)"}"# }, #"{"month":"2030-01"}"#),
    KindCase(
      "temporary path", ["a8Xk2p", "Qz91mL", "7yTr0w"].map { #"["/tmp/build-\#($0)/out.json"]"# },
      #"["/tmp/build-<any>/out.json"]"#),
    KindCase(
      "entity tag in a body", [#"W/\"3f2a\""#, #"W/\"99bc\""#, #"W/\"0a1b\""#].map { #"{"etag":"\#($0)"}"# },
      #"{"etag":"W/\"<any>\""}"#),
    KindCase(
      "version that differs", ["1.2.30", "1.2.31", "1.3.0"].map { #"{"version":"\#($0)"}"# }, #"{"version":"0.0.0"}"#),
    KindCase(
      "content hash",
      ["9e107d9d372bb6826bd81d3542a419d6", "e4d909c290d0fb1ca068ffaddf22cbd0", "d41d8cd98f00b204e9800998ecf8427e"].map {
        #"{"md5":"\#($0)"}"#
      },
      #"{"md5":"<hex>"}"#),
    KindCase(
      "digest header in base64",
      [
        "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
        "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:",
      ].map { #"["\#($0)"]"# },
      #"["sha-256=:<any>:"]"#),
    KindCase(
      "elapsed numbers", ["1234", "3", "59999"].map { #"{"ageMs":\#($0),"expires_in_ms":\#($0)}"# },
      #"{"ageMs":1,"expires_in_ms":1}"#),
    KindCase(
      "elapsed number with a fraction", ["0.25", "1.75", "0.003"].map { #"{"delta":\#($0)}"# }, #"{"delta":1.5}"#),
    KindCase(
      "seconds ago", ["2 seconds ago", "1 minute ago", "just now"].map { #"["Bob joined Night Readers \#($0)"]"# },
      #"["Bob joined Night Readers 1 second ago"]"#),
    KindCase("compact ago", ["2s ago", "1m ago", "59s ago"].map { #"["\#($0)"]"# }, #"["1 second ago"]"#),
    KindCase(
      "days left", ["3 days", "2 days", "1 day"].map { #"["renews in \#($0)."]"# }, #"["renews in 1 day."]"#),
    KindCase("weekday", ["Thursday", "Friday", "Sunday"].map { #"{"weekday":"\#($0)"}"# }, #"{"weekday":"Tuesday"}"#),
    KindCase(
      "short weekday in a sentence", ["Thu", "Fri", "Sun"].map { #"["on \#($0), early"]"# }, #"["on Tue, early"]"#),
    KindCase("clock", ["10:23", "10:24", "11:24"].map { #"["at \#($0)"]"# }, #"["at 00:00"]"#),
    KindCase(
      "joined ids",
      [("1", "2"), ("11", "12"), ("21", "22")].map { #"{"a":{"id":\#($0)},"b":{"id":\#($1)},"ids":"\#($0),\#($1)"}"# },
      #"{"a":{"id":<integer>},"b":{"id":<integer>},"ids":"<integer>,<integer>"}"#),
    KindCase(
      "cursor of JSON",
      uuids.map { #"{"id":"\#($0)","next":"\#(base64(#"{"after":"\#($0)","limit":20}"#))"}"# },
      #"{"id":"<uuid>","next":"<any>"}"#),
    KindCase(
      "cursor of words",
      uuids.map { #"{"id":"\#($0)","next":"\#(base64("message:\($0)", urlSafe: true, padding: false))"}"# },
      #"{"id":"<uuid>","next":"<any>"}"#),
    KindCase(
      "JWT",
      uuids.map { id in
        let parts = [#"{"alg":"HS256","typ":"JWT"}"#, #"{"sub":"\#(id)","iat":1772445600}"#].map {
          base64($0, urlSafe: true, padding: false)
        }
        return #"{"sub":"\#(id)","proof":"\#(parts.joined(separator: ".")).\#(id.filter { $0 != "-" }.uppercased())x"}"#
      }, #"{"proof":"<any>","sub":"<uuid>"}"#),
    KindCase(
      "text with parts of another number", ["a", "b/c", "d/e/f"].map { #"["https://x.example/\#($0)/3f2504e04f89"]"# },
      #"["volatile text"]"#),
    KindCase("booleans", ["true", "false"].map { #"{"b":\#($0)}"# }, #"{"b":false}"#),
  ]

  @Test("whichever runs are compared, the fixture is the same, and holds nothing of them", arguments: cases)
  func kind(_ kind: KindCase) throws {
    let step = RunStep(name: "thing", answers: kind.runs)
    var outputs: Set<String> = []
    var files: Set<[String: [UInt8]]> = []
    for first in kind.runs.indices {
      for second in kind.runs.indices where first != second {
        let set = RunBuilder(steps: [step], runs: [first, second]).assemble()
        #expect(set.errors == [])
        outputs.insert(set.body(step))
        files.insert(set.files)
      }
    }
    outputs.insert(RunBuilder(steps: [step]).assemble().body(step))
    #expect(outputs.count == 1, "\(outputs.sorted())")
    #expect(files.count == 1, "\(files.map { String(decoding: $0[VolatilityRecord.fileName] ?? [], as: UTF8.self) })")
    let output = try #require(outputs.first)
    #expect(match(output, kind.expected) != nil, "\(output) is not like \(kind.expected)")
  }

  @Test("placeholders of one thing are one text, in keys, paths, JSON text, cursors and tokens")
  func oneThingOneText() throws {
    let step = RunStep(
      name: "thing", method: "POST",
      answers: Self.uuids.map { id in
        let jwt = Self.base64(#"{"sub":"\#(id)"}"#, urlSafe: true, padding: false)
        return #"""
          {"id":"\#(id)","url":"/x/\#(id)","m":{"\#(id)":1},"p":"{\"a\":\"\#(id)\"}","c":"\#(Self.base64("thing:\(id)"))",
           "j":"\#(Self.base64(#"{"after":"\#(id)"}"#))","t":"\#(jwt).\#(jwt)","w":"thing-\#(id)"}
          """#
      })
    let body = RunBuilder(steps: [step]).assemble().body(step)
    let id = Placeholder.identity("things.post/thing#/id", format: .uuid(isUppercase: false))
    let jwt = Self.base64(#"{"sub":"\#(id)"}"#, urlSafe: true, padding: false)
    for part in [
      #""id":"\#(id)""#, #""url":"/x/\#(id)""#, #""m":{"\#(id)":1}"#, #""p":"{\"a\":\"\#(id)\"}""#,
      #""c":"\#(Self.base64("thing:\(id)"))""#, #""j":"\#(Self.base64(#"{"after":"\#(id)"}"#))""#,
      #""t":"\#(jwt).\#(jwt)""#,
      #""w":"thing-\#(id)""#,
    ] { #expect(body.contains(part), "\(part) in \(body)") }
  }

  @Test("placeholders of base64 decode, to as many bytes")
  func base64Decodes() throws {
    for length in [16, 17, 18, 20, 33] {
      let runs = (0..<2).map { run in
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: ($0 * 37 + run * 101 + 131) ^ 0x80) }
        return #"{"key":"\#(Base64.encode(bytes))"}"#
      }
      let step = RunStep(name: "thing", answers: runs)
      let found = try #require(match(RunBuilder(steps: [step]).assemble().body(step), #"{"key":"<any>"}"#))
      let bytes = try #require(Base64.decode(found[0]), "\(found[0])")
      #expect(bytes.count == length)
      #expect(Base64.encode(bytes) == found[0])
    }
  }
}
