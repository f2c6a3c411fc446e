/// The bytes that a canonical escaped text stands for.
///
/// Only single ASCII bytes are escaped in canonical text, so each escape gives one byte.
struct UnescapedText: Collection {
  // Sound: lives only within the call of a tape method, while the tape keeps the memory.
  private let text: UnsafeBufferPointer<UInt8>

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  var startIndex: Int { 0 }
  var endIndex: Int { text.count }
  func index(after index: Int) -> Int { index + (text[index] == UInt8(ascii: "\\") ? width(at: index) : 1) }

  private func width(at index: Int) -> Int { text[index + 1] == UInt8(ascii: "u") ? 6 : 2 }

  subscript(index: Int) -> UInt8 {
    guard text[index] == UInt8(ascii: "\\") else { return text[index] }
    let kind = text[index + 1]
    switch kind {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      // `\u00XY`: a control character, so X is 0 or 1.
      let low = text[index + 5]
      return (text[index + 4] & 1) << 4 | (low >= UInt8(ascii: "a") ? low - UInt8(ascii: "a") + 10 : low & 15)
    default: return kind
    }
  }
}
