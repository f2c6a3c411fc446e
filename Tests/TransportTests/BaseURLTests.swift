import Testing
import Transport

@Suite struct BaseURLTests {
  @Test(arguments: [
    ("http://127.0.0.1:4010", "http://127.0.0.1:4010", ""), ("http://127.0.0.1:4010/", "http://127.0.0.1:4010", ""),
    ("https://a.example/api//", "https://a.example/api", "/api"), ("", "", ""), ("///", "", ""),
  ])
  func slashesAtTheEndAreCut(url: String, text: String, path: String) {
    #expect(BaseURL(url).text == text)
    #expect(BaseURL(url).path == path)
  }

  @Test(arguments: [
    ("https://a.example/v1/guilds?x=1#f", "/guilds"), ("https://a.example/v1", ""), ("https://a.example/v1?x", ""),
    ("https://a.example/v10/guilds", "/v10/guilds"), ("https://b.example/v1/guilds", "/v1/guilds"),
    ("https://a.example:443/v1/g%2Fh/../i", "/g%2Fh/../i"), ("https://A.example/v1/guilds", "/guilds"),
  ])
  func pathsAreThoseBelowIt(url: String, path: String) throws {
    #expect(BaseURL("https://a.example/v1/").path(of: try #require(ParsedURL(url))) == path)
  }

  @Test func theQueryIsAsWritten() {
    #expect(ParsedURL("http://a.example/x?a=%20b&c#d")?.query == "a=%20b&c")
    #expect(ParsedURL("http://a.example/x")?.query == nil)
  }
}
