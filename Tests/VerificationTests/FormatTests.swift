import ContractModel
import Testing

@testable import Verification

struct FormatTests {
  @Test(
    "Formats",
    arguments: [
      ("date-time", "2024-02-29T23:59:60Z", true), ("date-time", "2024-02-29T23:59:59.123456+09:00", true),
      ("date-time", "2024-05-01t00:00:00z", true), ("date-time", "2024-05-01T00:00:00.123Z", true),
      ("date-time", "2024-02-30T00:00:00Z", false), ("date-time", "2024-02-29T00:00:00", false),
      ("date-time", "2024-02-29", false), ("date-time", "", false), ("date-time", "2024-02-29T00:00:00.Z", false),
      ("date", "2000-02-29", true), ("date", "1900-02-29", false), ("date", "2024-13-01", false),
      ("time", "12:00:00Z", true), ("time", "24:00:00Z", false),
      ("uuid", "123e4567-e89b-12d3-a456-426614174000", true), ("uuid", "123e4567-e89b-12d3-a456-42661417400", false),
      ("uuid", "123e4567-e89b-12d3-a456-42661417400g", false), ("email", "a@b.example", true), ("email", "a@", false),
      ("email", "a@b@c", false), ("uri", "https://example.test/a?b#c", true), ("uri", "/relative", false),
      ("uri", "urn:x:y", true), ("ipv4", "127.0.0.1", true), ("ipv4", "127.0.0.01", false), ("ipv4", "1.2.3", false),
    ])
  func format(_ name: String, _ text: String, _ isValid: Bool) throws {
    #expect(try #require(StringFormat(rawValue: name)).matches(text) == isValid)
  }

  @Test(
    "Patterns of the linear-time subset",
    arguments: [
      ("^a+$", "aaa", true), ("^a+$", "aab", false), ("b", "abc", true), ("^(?:a|bc)*$", "abcbca", true),
      ("^(?:a|bc)*$", "abcb", false), ("^\\d{3}-[A-F0-9]{2,4}$", "123-AF0", true),
      ("^\\d{3}-[A-F0-9]{2,4}$", "123-A", false),
      ("^\\d{3}-[A-F0-9]{2,4}$", "123-AAAAA", false), ("^x{2,}$", "xxxx", true), ("^x{2,}$", "x", false),
      ("", "", true),
      ("^$", "", true), ("^$", "a", false), ("[^a-c]", "abc", false), ("[\\w-]", "-", true), ("^.$", "\u{1F600}", true),
      ("^.$", "\n", false), ("^\\u0041\\x42$", "AB", true), ("a|^b", "cb", false), ("^a?b??c$", "ac", true),
      ("^a{,2}$", "a{,2}", true), ("^\\p{Lu}\\p{Letter}*$", "Émile", true),
      ("^\\P{L}$", "7", true), ("^[\\p{Nd}_]+$", "٣_", true), ("^[^\\P{L}]$", "1", false), ("^\\cA$", "\u{1}", true),
      ("^(?<year>\\d+)$", "12", true), ("]", "]", true),
    ])
  func pattern(_ pattern: String, _ text: String, _ isFound: Bool) throws {
    #expect(try LinearPattern(pattern).isFound(in: text) == isFound)
  }

  @Test(
    "What is outside the subset is refused by name",
    arguments: [
      ("(?=a)", "look-ahead"), ("(?!a)", "look-ahead"), ("(?<=a)", "look-behind"), ("(a)\\1", "a back-reference"),
      ("\\bword", "a word boundary"), ("(", "a '(' that is not closed"), (")", "an unmatched ')'"),
      ("[a", "a '[' that is not closed"), ("*", "a quantifier without anything to repeat"),
      ("(a{100}){1000}", "a repetition that is too large"), ("[z-a]", "a range of characters out of order"),
      ("\\", "a backslash at the end"), ("(?i:a)", "a group with flags"),
      ("\\p{Script=Latin}", "the Unicode property 'Script=Latin'"), ("\\a", "an escape that means nothing"),
    ])
  func refused(_ pattern: String, _ reason: String) {
    #expect(throws: UnsupportedPattern(reason: reason)) { try LinearPattern(pattern) }
  }

  @Test("The pattern that hangs backtracking engines ends at once")
  func linear() throws {
    #expect(try LinearPattern("^(a+)+$").isFound(in: String(repeating: "a", count: 5_000) + "!") == false)
  }
}
