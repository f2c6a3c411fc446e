import Diagnostics
import Testing

@Suite struct Base64Tests {
  /// RFC 4648 section 10.
  static let vectors: [(plain: String, encoded: String)] = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test(arguments: vectors) func standardVectors(_ vector: (plain: String, encoded: String)) {
    #expect(Base64.encode(Array(vector.plain.utf8)) == vector.encoded)
    #expect(Base64.decode(vector.encoded) == Array(vector.plain.utf8))
    let unpadded = String(vector.encoded.filter { $0 != "=" })
    #expect(Base64.encode(Array(vector.plain.utf8), padding: false) == unpadded)
    #expect(Base64.decode(unpadded) == Array(vector.plain.utf8))
  }

  @Test func alphabets() {
    let bytes: [UInt8] = [0xFB, 0xFF, 0xBF, 0xFE]
    #expect(Base64.encode(bytes) == "+/+//g==")
    #expect(Base64.encode(bytes, urlSafe: true, padding: false) == "-_-__g")
    #expect(Base64.decode("+/+//g==") == bytes)
    #expect(Base64.decode("-_-__g") == bytes)
  }

  @Test(arguments: ["A", "AAAAA", "A A=", "Zg==x", "Zm9v\n", "é"]) func whatIsNotBase64(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func everyByteComesBack() {
    let bytes = (0...255).map { UInt8($0) }
    for count in 253...256 {
      #expect(Base64.decode(Base64.encode(Array(bytes.prefix(count)))) == Array(bytes.prefix(count)))
    }
  }
}
