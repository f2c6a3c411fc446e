import Diagnostics
import JSONText
import Scenarios
import Testing

@Suite struct JSONPathTests {
  @Test(arguments: [
    ("$", "$", ""), ("$.a.b", "$.a.b", "/a/b"), ("$.a[0].c", "$.a[0].c", "/a/0/c"),
    ("$['a b'].c", "$['a b'].c", "/a b/c"),
    ("$[\"it's\"]", "$[\"it's\"]", "/it's"), ("$['a'][12]", "$.a[12]", "/a/12"), ("$.naïve", "$.naïve", "/naïve"),
  ])
  func isRead(_ text: String, _ normal: String, _ pointer: String) throws {
    let path = try JSONPath(parsing: text)
    #expect(path.description == normal)
    #expect(path.pointer.description == pointer)
    #expect(try JSONPath(parsing: path.description) == path)
  }

  @Test(arguments: [
    "", "a", "$a", "$.", "$..a", "$.*", "$[*]", "$[-1]", "$[0:2]", "$[?(@.a)]", "$[0", "$['a", "$['a'", "$.a b", "$[]",
    "$[99999999999999999999]",
  ])
  func isRefused(_ text: String) {
    #expect(throws: JSONPathSyntaxError.self) { try JSONPath(parsing: text) }
  }

  @Test func membersAndElementsAreApart() throws {
    let root = try JSONDocument(parsing: Array(#"{"a":{"0":"member"},"b":["element"]}"#.utf8)).root
    #expect(try JSONPath(parsing: "$.a.0").resolve(in: root)?.string == "member")
    #expect(try JSONPath(parsing: "$.a[0]").resolve(in: root)?.string == nil)
    #expect(try JSONPath(parsing: "$.b[0]").resolve(in: root)?.string == "element")
    #expect(try JSONPath(parsing: "$.b.0").resolve(in: root) == nil)
    #expect(try JSONPath(parsing: "$.b[1]").resolve(in: root) == nil)
  }
}
