import Testing

@testable import SwiftEmission

/// A name of a contract, and what Swift calls it.
private struct NameCase: Sendable, CustomTestStringConvertible {
  let wire: String
  let member: String
  let type: String
  var testDescription: String { "\"\(wire)\"" }

  init(_ wire: String, _ member: String, _ type: String) {
    self.wire = wire
    self.member = member
    self.type = type
  }
}

@Suite("Swift names")
struct NamingTests {
  @Test(
    "any text gives a readable name",
    arguments: [
      NameCase("guild_role", "guildRole", "GuildRole"), NameCase("guild-role", "guildRole", "GuildRole"),
      NameCase("HTTPStatus", "httpStatus", "HTTPStatus"), NameCase("URL", "url", "Url"),
      NameCase("userIDs", "userIDs", "UserIDs"), NameCase("NOT_FOUND", "notFound", "NotFound"),
      NameCase("+1", "plus1", "Plus1"), NameCase("-1", "minus1", "Minus1"), NameCase("", "empty", "Empty"),
      NameCase("1:1", "_1_1", "_1_1"), NameCase("16:9", "_16_9", "_16_9"), NameCase("[asc", "asc", "Asc"),
      NameCase("$ref", "ref", "Ref"), NameCase("👍", "thumbsUpSign", "ThumbsUpSign"), NameCase("日本", "日本", "日本"),
      NameCase(">=", "greaterEquals", "GreaterEquals"), NameCase("\u{301}x", "_\u{301}x", "_\u{301}x"),
      NameCase("Page<GuildMember>", "pageGuildMember", "PageGuildMember"), NameCase("v1.2", "v1_2", "V1_2"),
    ])
  private func names(_ name: NameCase) {
    #expect(SwiftNaming.lowerCamel(name.wire) == name.member)
    #expect(SwiftNaming.upperCamel(name.wire) == name.type)
  }

  @Test(
    "one of a plural",
    arguments: zip(
      ["items", "entries", "boxes", "status", "classes", "news", "address", "s", "data"],
      ["item", "entry", "box", "status", "class", "new", "address", "s", "data"]))
  func singulars(_ plural: String, _ single: String) { #expect(SwiftNaming.singular(plural) == single) }

  @Test("names that collide are told apart in every order alike")
  func collisionsAreStable() {
    let wires = ["a-b", "a_b", "aB", "AB", "ab", "a b", "e\u{301}", "é", "self", "Self", "+1", "1", "_1", "encode"]
    let reference = NameResolver.resolve(wires.map { .member($0) }, avoiding: ReservedNames.members)
    for rotation in wires.indices {
      let shuffled = Array(wires[rotation...] + wires[..<rotation].reversed())
      let names = NameResolver.resolve(shuffled.map { .member($0) }, avoiding: ReservedNames.members)
      for wire in wires { #expect(names[wire] == reference[wire], "\(wire)") }
    }
    #expect(Set(wires.compactMap { reference[$0] }.map { Array($0.utf8) }).count == wires.count)
    #expect(reference["aB"] == "aB" && reference["a-b"] == "aDashB" && reference["a b"] == "aSpaceB")
    #expect(reference["encode"] == "encodeValue")
  }

  @Test("a member more changes no name but those that it collides with")
  func additionsAreLocal() {
    let before = NameResolver.resolve(["id", "user_id", "name"].map { .member($0) }, avoiding: [])
    let after = NameResolver.resolve(["userId", "id", "user_id", "name"].map { .member($0) }, avoiding: [])
    #expect(before["id"] == after["id"] && before["name"] == after["name"] && after["userId"] == "userId")
  }

  @Test("output files are named after their sources, and told apart by folder, whatever the case")
  func outputFiles() {
    let names = OutputNames.names(for: [
      "types/guild.ts", "requests/Guild.ts", "types/user-plan.ts", "a/registry.ts", "x/same.ts", "x/same.json",
    ])
    #expect(names["types/guild.ts"] == "TypesGuild.swift" && names["requests/Guild.ts"] == "RequestsGuild.swift")
    #expect(names["types/user-plan.ts"] == "UserPlan.swift" && names["a/registry.ts"] == "ARegistry.swift")
    #expect(Set(names.values.map { $0.lowercased() }).count == 6)
  }

  @Test("literals and comments cannot end early or hide anything")
  func textIsSafe() {
    #expect(SwiftText.literal("a\"\\(x)\n\u{202E}\u{0}é") == #""a\"\\(x)\n\u{202E}\u{0}é""#)
    #expect(SwiftText.commentLines("\r\nOne\r\n\r\ntwo\u{2028}three\u{202E} \n") == ["One", "", "two", "three"])
    #expect(SwiftText.commentLines(" \n ") == [])
  }
}
