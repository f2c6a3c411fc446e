import ContractModel
import Diagnostics
import SwiftEmission
import Testing

@Suite("Emitted Swift, run", .enabled(if: EmittedCode.compiler != nil, "swiftc is not on the path"))
struct RoundTripTests {
  private static let deep = (0..<12).reversed().reduce("7") { inner, level in
    #"{"child":\#(inner),"id":"\#(level)"}"#
  }

  private static let constants: [RouteTrip] = [
    RouteTrip("type.Constants", #"{"kind":"x","list":["z","new"],"maybe":null,"ok":true,"version":2}"#),
    RouteTrip(
      "type.Constants", #"{"both":1.5,"flag":false,"kind":"x","list":[],"maybe":"y","ok":true,"version":2}"#),
    RouteTrip("type.Constants", #"{"both":null,"kind":"x","list":[],"maybe":"y","ok":true,"version":2}"#),
    RouteTrip("type.Constants", #"{"kind":"other","list":[],"maybe":"y","ok":true,"version":2}"#, "error"),
    RouteTrip("type.Constants", #"{"flag":true,"kind":"x","list":[],"maybe":"y","ok":true,"version":2}"#, "error"),
    RouteTrip("type.Level", "20"), RouteTrip("type.Level", "99"), RouteTrip("type.Ratio", "0.5"),
    RouteTrip("type.Ratio", "1"), RouteTrip("type.Mixed", #""auto""#), RouteTrip("type.Mixed", #""12""#),
    RouteTrip("type.Mixed", "12"), RouteTrip("type.Mixed", "true"), RouteTrip("type.Mixed", #"{"x":[1]}"#, "error"),
    RouteTrip("members", #"["class","👍","é","","a-b","a_b","new","\\","\\(x)"]"#),
    RouteTrip("members", "[\"e\u{301}\",\"\u{E9}\"]"),
  ]

  private static let containers: [RouteTrip] = [
    RouteTrip("type.Bag", #"{"2026-01-01":3,"total":9}"#), RouteTrip("type.Bag", #"{"x":"no","total":9}"#, "error"),
    RouteTrip("type.Pair", #"["a",null]"#), RouteTrip("type.Pair", #"["a",1]"#),
    RouteTrip("type.Pair", #"["a",1,2]"#, "error"), RouteTrip("type.Pair", #"["a"]"#, "error"),
    RouteTrip("type.Path", #"[{"x":1.5},2,3.25]"#), RouteTrip("type.Empty", #"{"kept":[1,null,"x",{"y":false}]}"#),
    RouteTrip(
      "type.Empty", #"{"big":[9007199254740993,12345678901234567890,0.12345678901234567891,0.1]}"#),
    RouteTrip("type.Rows", #"[{"n":1}]"#), RouteTrip("type.Grid", #"{"a":["x","z"]}"#),
    RouteTrip("type.Tree", "[[],[[]]]"), RouteTrip("type.MaybePost", "null"), RouteTrip("old.list", "null"),
  ]

  private static let states: [RouteTrip] = [
    RouteTrip(
      "a.other",
      #"{"a":"","at":"2026-02-30T00:00:00+09:00","c":null,"e":null,"g":null,"gone":null,"h":[1,null],"#
        + #""i":{"x":null,"y":true},"meta":null}"#),
    RouteTrip(
      "a.other",
      #"{"a":"","at":"t","b":"b","c":"c","d":null,"e":"e","f":null,"g":{"x":1},"gone":null,"i":{},"nullableMeta":[1]}"#),
    RouteTrip(
      "a.other", #"{"a":"","at":"t","b":null,"c":null,"e":null,"g":null,"gone":null,"i":{}}"#, "error"),
    RouteTrip("a.other", #"{"a":"","at":"t","e":null,"g":null,"gone":null,"i":{}}"#, "error"),
    RouteTrip("a.other", #"{"a":"","at":"t","c":null,"e":null,"g":null,"gone":1,"i":{}}"#, "error"),
    RouteTrip("type.UsesOld", #"{"constant":"c","list":[{"x":1}],"old":{"x":2}}"#),
    RouteTrip("posts.create", #"{"id":"a/b"}"#),
  ]

  private static let unions: [RouteTrip] = [
    RouteTrip("feed", #"{"at":"t","id":"1","kind":"joined"}"#),
    RouteTrip("feed", #"{"at":"t","id":"1","kind":"Type","value":{"x":null}}"#),
    RouteTrip("feed", #"{"at":"t","extra":{"deep":[1]},"id":"1","kind":"brand-new"}"#),
    RouteTrip("feed", #"{"at":"t","id":"1"}"#, "error"),
    RouteTrip("type.Outcome", #"{"data":1,"ok":true}"#), RouteTrip("type.Outcome", #"{"error":"e","ok":false}"#),
    RouteTrip("type.Versioned", #"{"a":1,"v":1}"#), RouteTrip("type.Versioned", #"{"v":3,"what":1}"#),
    RouteTrip("type.Untold", #"{"a":1,"t":"x"}"#), RouteTrip("type.TextOrNumber", "1.5"),
    RouteTrip("type.TextOrTexts", #"["a"]"#), RouteTrip("type.OneKind", #""anything""#),
    RouteTrip("contact", #"{"id":"1","name":"n"}"#), RouteTrip("contact", #"{"id":"1","mail":{"host":"h"}}"#),
    RouteTrip("contact", #"{"id":"1","mail":{"host":"h","port":1}}"#), RouteTrip("contact", "null"),
    RouteTrip("contact", #"{"at":"t","id":"1","kind":"known"}"#), RouteTrip("contact", "7", "error"),
  ]

  private static let recursion: [RouteTrip] = [
    RouteTrip("type.Node", #"{"kids":[{"kids":[]}],"parent":{"kids":[],"parent":{"kids":[]}}}"#),
    RouteTrip("type.Left", #"{"name":"n","right":{"left":{"name":"m","right":null}}}"#),
    RouteTrip(
      "type.Expression",
      #"{"left":{"op":"lit","value":1},"op":"add","right":{"inner":{"op":"later"},"op":"not"}}"#),
    RouteTrip("type.Json", #"{"a":[1,"x",null,true,{"b":[]}]}"#), RouteTrip("type.Knot", #"["a",["b",null]]"#),
    RouteTrip("type.Holder", #"{"alias":{"kids":[]}}"#), RouteTrip("type.Deep0", deep),
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
    try await code.check(
      Self.constants + Self.containers + Self.states + Self.unions + Self.recursion, then: Self.uses,
      answers: Self.answers)
  }
}
