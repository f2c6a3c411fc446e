import ContractModel
import Diagnostics
import SwiftEmission
import Testing
import Workspace

/// JSON of a route's answer, keys sorted and nothing between tokens, and what comes back.
private struct RoundTrip: Sendable {
  let route: String
  let json: String
  /// The text that comes back, or `error`.
  let expected: String

  init(_ route: String, _ json: String, _ expected: String? = nil) {
    self.route = route
    self.json = json
    self.expected = expected ?? json
  }
}

@Suite("Emitted Swift, run", .enabled(if: EmittedCode.compiler != nil, "swiftc is not on the path"))
struct RoundTripTests {
  private static let deep = (0..<12).reversed().reduce("7") { inner, level in
    #"{"child":\#(inner),"id":"\#(level)"}"#
  }

  private static let constants: [RoundTrip] = [
    RoundTrip("type.Constants", #"{"kind":"x","list":["z","new"],"maybe":null,"ok":true,"version":2}"#),
    RoundTrip(
      "type.Constants", #"{"both":1.5,"flag":false,"kind":"x","list":[],"maybe":"y","ok":true,"version":2}"#),
    RoundTrip("type.Constants", #"{"both":null,"kind":"x","list":[],"maybe":"y","ok":true,"version":2}"#),
    RoundTrip("type.Constants", #"{"kind":"other","list":[],"maybe":"y","ok":true,"version":2}"#, "error"),
    RoundTrip("type.Constants", #"{"flag":true,"kind":"x","list":[],"maybe":"y","ok":true,"version":2}"#, "error"),
    RoundTrip("type.Level", "20"), RoundTrip("type.Level", "99"), RoundTrip("type.Ratio", "0.5"),
    RoundTrip("type.Ratio", "1"), RoundTrip("type.Mixed", #""auto""#), RoundTrip("type.Mixed", #""12""#),
    RoundTrip("type.Mixed", "12"), RoundTrip("type.Mixed", "true"), RoundTrip("type.Mixed", #"{"x":[1]}"#, "error"),
    RoundTrip("members", #"["class","👍","é","","a-b","a_b","new","\\","\\(x)"]"#),
    RoundTrip("members", "[\"e\u{301}\",\"\u{E9}\"]"),
  ]

  private static let containers: [RoundTrip] = [
    RoundTrip("type.Bag", #"{"2026-01-01":3,"total":9}"#), RoundTrip("type.Bag", #"{"x":"no","total":9}"#, "error"),
    RoundTrip("type.Pair", #"["a",null]"#), RoundTrip("type.Pair", #"["a",1]"#),
    RoundTrip("type.Pair", #"["a",1,2]"#, "error"), RoundTrip("type.Pair", #"["a"]"#, "error"),
    RoundTrip("type.Path", #"[{"x":1.5},2,3.25]"#), RoundTrip("type.Empty", #"{"kept":[1,null,"x",{"y":false}]}"#),
    RoundTrip(
      "type.Empty", #"{"big":[9007199254740993,12345678901234567890,0.12345678901234567891,0.1]}"#),
    RoundTrip("type.Rows", #"[{"n":1}]"#), RoundTrip("type.Grid", #"{"a":["x","z"]}"#),
    RoundTrip("type.Tree", "[[],[[]]]"), RoundTrip("type.MaybePost", "null"), RoundTrip("old.list", "null"),
  ]

  private static let states: [RoundTrip] = [
    RoundTrip(
      "a.other",
      #"{"a":"","at":"2026-02-30T00:00:00+09:00","c":null,"e":null,"g":null,"gone":null,"h":[1,null],"#
        + #""i":{"x":null,"y":true},"meta":null}"#),
    RoundTrip(
      "a.other",
      #"{"a":"","at":"t","b":"b","c":"c","d":null,"e":"e","f":null,"g":{"x":1},"gone":null,"i":{},"nullableMeta":[1]}"#),
    RoundTrip(
      "a.other", #"{"a":"","at":"t","b":null,"c":null,"e":null,"g":null,"gone":null,"i":{}}"#, "error"),
    RoundTrip("a.other", #"{"a":"","at":"t","e":null,"g":null,"gone":null,"i":{}}"#, "error"),
    RoundTrip("a.other", #"{"a":"","at":"t","c":null,"e":null,"g":null,"gone":1,"i":{}}"#, "error"),
    RoundTrip("type.UsesOld", #"{"constant":"c","list":[{"x":1}],"old":{"x":2}}"#),
    RoundTrip("posts.create", #"{"id":"a/b"}"#),
  ]

  private static let unions: [RoundTrip] = [
    RoundTrip("feed", #"{"at":"t","id":"1","kind":"joined"}"#),
    RoundTrip("feed", #"{"at":"t","id":"1","kind":"Type","value":{"x":null}}"#),
    RoundTrip("feed", #"{"at":"t","extra":{"deep":[1]},"id":"1","kind":"brand-new"}"#),
    RoundTrip("feed", #"{"at":"t","id":"1"}"#, "error"),
    RoundTrip("type.Outcome", #"{"data":1,"ok":true}"#), RoundTrip("type.Outcome", #"{"error":"e","ok":false}"#),
    RoundTrip("type.Versioned", #"{"a":1,"v":1}"#), RoundTrip("type.Versioned", #"{"v":3,"what":1}"#),
    RoundTrip("type.Untold", #"{"a":1,"t":"x"}"#), RoundTrip("type.TextOrNumber", "1.5"),
    RoundTrip("type.TextOrTexts", #"["a"]"#), RoundTrip("type.OneKind", #""anything""#),
    RoundTrip("contact", #"{"id":"1","name":"n"}"#), RoundTrip("contact", #"{"id":"1","mail":{"host":"h"}}"#),
    RoundTrip("contact", #"{"id":"1","mail":{"host":"h","port":1}}"#), RoundTrip("contact", "null"),
    RoundTrip("contact", #"{"at":"t","id":"1","kind":"known"}"#), RoundTrip("contact", "7", "error"),
  ]

  private static let recursion: [RoundTrip] = [
    RoundTrip("type.Node", #"{"kids":[{"kids":[]}],"parent":{"kids":[],"parent":{"kids":[]}}}"#),
    RoundTrip("type.Left", #"{"name":"n","right":{"left":{"name":"m","right":null}}}"#),
    RoundTrip(
      "type.Expression",
      #"{"left":{"op":"lit","value":1},"op":"add","right":{"inner":{"op":"later"},"op":"not"}}"#),
    RoundTrip("type.Json", #"{"a":[1,"x",null,true,{"b":[]}]}"#), RoundTrip("type.Knot", #"["a",["b",null]]"#),
    RoundTrip("type.Holder", #"{"alias":{"kids":[]}}"#), RoundTrip("type.Deep0", deep),
  ]

  private static let uses = #"""
    print(Members.unrecognized("class") == Members.class, Members(rawValue: "new") == .unrecognized("new"))
    print(Endpoint.postsDotShow(postId: "a/é?", selfValue: "..").target)
    let list = Endpoint.postsDashShow(q: "a b&c", limit: 3, body: [.x, .unrecognized("z")])
    print(list.target, list.method)
    let create = Endpoint.postsCreate(bodyPath: "p", bodyBody: .init(text: "t"))
    print(String(decoding: try create.body?.data() ?? Data(), as: UTF8.self), create.authentication, create.successStatus)
    print(Timestamp(text: "2026-02-28T23:59:59.250-01:30").date?.timeIntervalSince1970 ?? 0)
    print(["2026-02-30T00:00:00Z", "2026-02-28", "2026-02-28T00:00:00", "2026-02-28T00:00:00.Z"].map { Timestamp(text: $0).date == nil })
    print(Timestamp(Date(timeIntervalSince1970: -0.001)).text, Timestamp(Date(timeIntervalSince1970: 951_782_400)).text)
    print(Levels.rows.map(\.xp), Levels.rows[1].tags ?? [], PostTable.maxLength, PostTable.nested.deep, Answer.value)
    if case .unrecognized(let kind, let id, let at, let value) = try JSONDecoder().decode(
      FeedItem.self, from: Data(#"{"kind":"later","id":"7","title":"t"}"#.utf8)) {
      print(kind, id ?? "-", at?.text ?? "-", value["title"]?.text ?? "-")
    }
    """#

  private static let answers = [
    "true true", "/api/a%20b/a%2F%C3%A9%3F/..", "/api/posts?limit=3&q=a%20b%26c&body=x&body=z GET",
    #"{"text":"t"} bearer 200"#, "1772328599.25", "[true, true, true, true]",
    "1969-12-31T23:59:59.999Z 2000-02-29T00:00:00.000Z", #"[0.0, 1.5] ["x"] 40 true 42"#, "later 7 - t",
  ]

  @Test("what compiled code decodes, it encodes again without loss, and what is wrong it refuses")
  func roundTripsAreLossless() async throws {
    let code = try EmittedCode(NastyContract.contract)
    let trips = Self.constants + Self.containers + Self.states + Self.unions + Self.recursion
    let rows = trips.map { "(\"\($0.route)\", ###\"\($0.json)\"###)" }.joined(separator: ",\n  ")
    let main = """
      #if canImport(FoundationEssentials)
      import FoundationEssentials
      #else
      import Foundation
      #endif
      let cases: [(String, String)] = [
        \(rows)
      ]
      for (route, json) in cases {
        guard let entry = ContractRegistry.entry(routeID: route, status: 200) else { print("no entry"); continue }
        do {
          print(String(decoding: try entry.roundTrip(Data(json.utf8)), as: UTF8.self))
        } catch {
          print("error")
        }
      }
      \(Self.uses)
      """
    let compiled = try await code.compile(main: main, arguments: ["-Onone", "-o", "roundtrip"])
    try #require(compiled.result.status == 0, "\(String(decoding: compiled.result.error, as: UTF8.self).prefix(3000))")
    let run = try await ChildProcess.run(["\(compiled.folder)/roundtrip"], timeout: 60)
    let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
    for (line, trip) in zip(lines, trips) {
      #expect(Array(line.utf8) == Array(trip.expected.utf8), "\(trip.route) \(trip.json) came back as \(line)")
    }
    #expect(Array(lines.dropFirst(trips.count)) == Self.answers)
    try FileSystem.remove(compiled.folder)
  }
}
