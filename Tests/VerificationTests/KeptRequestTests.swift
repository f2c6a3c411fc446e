import JSONText
import Testing
import Verification

/// What the manifest keeps of requests' bodies.
@Suite struct KeptRequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let type: String?
    let body: String
    let value: String?
    let mediaType: String?
    var testDescription: String { "\(type ?? "no type"): \(body.prefix(30))" }

    init(_ type: String?, _ body: String, _ value: String?, _ mediaType: String?) {
      self.type = type
      self.body = body
      self.value = value
      self.mediaType = mediaType
    }
  }

  private static let form = "application/x-www-form-urlencoded"
  private static let parts = """
    --x y\r\nContent-Disposition: form-data; name="title"\r\n\r\nA walk\r
    --x y\r\nContent-Disposition: form-data; name="tag"\r\n\r\na\r
    --x y\r\nContent-Disposition: form-data; name="tag"\r\n\r\nb\r
    --x y\r\nContent-Disposition: form-data; name="track"; filename="walk.gpx"\r\nContent-Type: text/xml\r\n\r\n<gpx>\r
    --x y--\r\n
    """

  @Test(arguments: [
    Case("application/json", #"{"a": 1.50}"#, #"{"a":1.50}"#, nil), Case(nil, "[1]", "[1]", nil),
    Case("application/merge-patch+json; charset=utf-8", #"{"a":null}"#, #"{"a":null}"#, nil),
    Case(
      form, "name=Ada+L%C3%B6w&csrf=a%2Bb&empty=&bare", #"{"bare":"","csrf":"a+b","empty":"","name":"Ada Löw"}"#, form),
    Case(form + "; charset=UTF-8", "tag=a&n=1&tag=b", #"{"n":"1","tag":["a","b"]}"#, form),
    Case(
      "multipart/form-data; boundary=\"x y\"", parts,
      #"{"tag":["a","b"],"title":"A walk","track":{"bytes":5,"contentType":"text/xml","fileName":"walk.gpx"}}"#,
      "multipart/form-data"),
    Case("multipart/form-data", "--x", #""--x""#, "multipart/form-data"),
    Case("multipart/form-data; boundary=x", "--x\r\nnothing", #""--x\r\nnothing""#, "multipart/form-data"),
    Case("text/plain", "hello", #""hello""#, "text/plain"), Case("text/plain", "5", "5", "text/plain"),
    Case("application/json", "{ \"text\": ", #""{ \"text\": ""#, "application/json"),
    Case("image/png", String(repeating: "x", count: 70_000), nil, "image/png"), Case("application/json", "", nil, nil),
  ])
  func bodiesAreKeptAsWhatTheyAre(item: Case) {
    let kept = KeptRequest(Array(item.body.utf8), contentType: item.type)
    #expect(kept.value.map { String(decoding: $0.canonicalText(indent: 0), as: UTF8.self) } == item.value)
    #expect(kept.mediaType == item.mediaType)
  }

  @Test func ofBytesTheMediaTypeAloneIsKept() {
    let kept = KeptRequest([0xFF, 0xD8, 0x00], contentType: nil)
    #expect(kept.value == nil)
    #expect(kept.mediaType == "application/octet-stream")
  }
}
