import Testing
import Workspace

@Suite struct SHA256Tests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let message: [UInt8]
    let digest: String
    var testDescription: String { "\(message.count) bytes" }
  }

  /// FIPS 180-4 examples, and NIST's long message of a million `a`.
  static let vectors = [
    Vector(message: [], digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(message: Array("abc".utf8), digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Vector(
      message: Array(
        ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")
          .utf8), digest: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    Vector(
      message: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
      digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: vectors) func digests(_ vector: Vector) {
    #expect(SHA256.hexDigest(vector.message) == vector.digest)
  }

  @Test func piecesGiveTheDigestOfTheWhole() {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for size in [1, 3, 55, 56, 63, 64, 65, 128, 200] {
      var hash = SHA256()
      var start = 0
      while start < message.count {
        hash.update(Array(message[start..<min(message.count, start + size)]))
        start += size
      }
      #expect(hex(hash.finalize()) == SHA256.hexDigest(message), "pieces of \(size)")
    }
  }

  @Test func everyLengthAroundABlockDiffers() {
    let digests = (0...130).map { SHA256.hexDigest([UInt8](repeating: 0, count: $0)) }
    #expect(Set(digests).count == digests.count)
  }

  struct CodeVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let key: [UInt8]
    let data: [UInt8]
    let code: String
  }

  private static func bytes(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }

  /// RFC 4231 section 4; case 5 gives the first 128 bits.
  static let codes = [
    CodeVector(
      testDescription: "1", key: bytes(0x0B, 20), data: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    CodeVector(
      testDescription: "2", key: Array("Jefe".utf8), data: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    CodeVector(
      testDescription: "3", key: bytes(0xAA, 20), data: bytes(0xDD, 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    CodeVector(
      testDescription: "4", key: (1...25).map { UInt8($0) }, data: bytes(0xCD, 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    CodeVector(
      testDescription: "5", key: bytes(0x0C, 20), data: Array("Test With Truncation".utf8),
      code: "a3b6167473100ee06e0c796c2955552b"),
    CodeVector(
      testDescription: "6", key: bytes(0xAA, 131),
      data: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    CodeVector(
      testDescription: "7", key: bytes(0xAA, 131),
      data: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test(arguments: codes) func authenticationCodes(_ vector: CodeVector) {
    #expect(hex(HMACSHA256.authenticate(vector.data, key: vector.key)).hasPrefix(vector.code))
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
