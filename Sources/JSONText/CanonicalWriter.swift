#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Writes the canonical form: keys sorted by UTF-8 bytes (duplicates keep their order), number text kept, strings with
/// the fewest escapes, `": "`, empty containers closed at once, LF, and a final newline when indented.
public enum CanonicalWriter {
  /// The bytes of a document.
  ///
  /// - Parameters:
  ///   - document: What to write.
  ///   - indent: Spaces a level; 0 writes compactly and without a final newline.
  ///   - sortKeys: Whether members are sorted; otherwise they keep the document's order.
  public static func write(_ document: JSONDocument, indent: Int = 2, sortKeys: Bool = true) -> [UInt8] {
    var writer = TapeWriter(document.tape, indent: indent, sortKeys: sortKeys)
    return writer.write(from: 0)
  }
}

/// Writes a tape, or a part of one, into one growing buffer.
///
/// Unsafe memory: `out` is owned by the writer, `reserve` grows it before every write, and it is freed by
/// `write(from:)`, which copies the result out. The tape outlives the writer, which holds it.
struct TapeWriter {
  private let tape: Tape
  private let indent: Int
  private let sortKeys: Bool
  private var out: UnsafeMutablePointer<UInt8>
  private var length = 0
  private var capacity: Int

  init(_ tape: Tape, indent: Int, sortKeys: Bool) {
    self.tape = tape
    self.indent = max(0, indent)
    self.sortKeys = sortKeys
    capacity = max(256, tape.source.count + tape.source.count / 2)
    out = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  }

  mutating func write(from index: Int) -> [UInt8] {
    let tape = tape
    tape.source.withUnsafeBufferPointer { source in
      tape.pool.withUnsafeBufferPointer { pool in
        guard let base = source.baseAddress else { return }
        // An empty pool has no address; nothing on the tape then points into it.
        let texts = Texts(entries: tape.entries, source: base, pool: pool.baseAddress ?? base)
        _ = write(index, level: 0, texts)
        if indent > 0 { put(0x0A) }
      }
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      buffer.baseAddress?.initialize(from: out, count: length)
      count = length
    }
    out.deallocate()
    return bytes
  }

  /// The memory that a tape's texts lie in.
  struct Texts {
    let entries: UnsafePointer<UInt64>
    let source: UnsafePointer<UInt8>
    let pool: UnsafePointer<UInt8>

    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
      let word = entries[index]
      let base = Entry.isPooled(word) ? pool : source
      return UnsafeBufferPointer(start: base + Entry.offset(word), count: Int(entries[index + 1]))
    }

    /// Orders two keys by the bytes of their decoded texts.
    func precedes(_ a: Int, _ b: Int) -> Bool { compare(a, b) < 0 }

    func compare(_ a: Int, _ b: Int) -> Int {
      let left = text(a)
      let right = text(b)
      if Entry.hasEscapes(entries[a]) || Entry.hasEscapes(entries[b]) {
        let first = Escaping.decode(Array(left)[...])
        let second = Escaping.decode(Array(right)[...])
        return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
      }
      let shared = min(left.count, right.count)
      if shared > 0, let first = left.baseAddress, let second = right.baseAddress {
        let order = memcmp(first, second, shared)
        if order != 0 { return Int(order) }
      }
      return left.count - right.count
    }
  }

  /// Writes a value; the depth of the recursion is that of the document, which the parser bounds.
  ///
  /// - Returns: The index after the value.
  private mutating func write(_ index: Int, level: Int, _ texts: Texts) -> Int {
    let word = texts.entries[index]
    switch Entry.kind(word) {
    case .string:
      putString(texts.text(index))
      return index + 2
    case .number, .bool, .null:
      put(texts.text(index))
      return index + 2
    case .array:
      let count = Int(texts.entries[index + 1] >> 32)
      put(UInt8(ascii: "["))
      var child = index + 2
      for place in 0..<count {
        if place > 0 { put(UInt8(ascii: ",")) }
        newLine(level + 1)
        child = write(child, level: level + 1, texts)
      }
      if count > 0 { newLine(level) }
      put(UInt8(ascii: "]"))
      return child
    case .object: return writeObject(index, level: level, texts)
    }
  }

  private mutating func writeObject(_ index: Int, level: Int, _ texts: Texts) -> Int {
    let count = Int(texts.entries[index + 1] >> 32)
    put(UInt8(ascii: "{"))
    var isSorted = true
    if sortKeys, count > 1 {
      var key = index + 2
      var previous = key
      for place in 0..<count {
        if place > 0, isSorted, texts.compare(previous, key) > 0 {
          isSorted = false
          break
        }
        previous = key
        key = next(after: key + 2, texts)
      }
    }
    if isSorted {
      var key = index + 2
      for place in 0..<count { key = writeMember(key, isFirst: place == 0, level: level, texts) }
    } else {
      var keys: [Int] = []
      keys.reserveCapacity(count)
      var key = index + 2
      for _ in 0..<count {
        keys.append(key)
        key = next(after: key + 2, texts)
      }
      keys.sort { a, b in
        let order = texts.compare(a, b)
        return order != 0 ? order < 0 : a < b
      }
      for (place, key) in keys.enumerated() { _ = writeMember(key, isFirst: place == 0, level: level, texts) }
    }
    if count > 0 { newLine(level) }
    put(UInt8(ascii: "}"))
    return Int(texts.entries[index + 1] & 0xFFFF_FFFF)
  }

  private mutating func writeMember(_ key: Int, isFirst: Bool, level: Int, _ texts: Texts) -> Int {
    if !isFirst { put(UInt8(ascii: ",")) }
    newLine(level + 1)
    putString(texts.text(key))
    put(UInt8(ascii: ":"))
    if indent > 0 { put(0x20) }
    return write(key + 2, level: level + 1, texts)
  }

  private func next(after index: Int, _ texts: Texts) -> Int {
    switch Entry.kind(texts.entries[index]) {
    case .array, .object: Int(texts.entries[index + 1] & 0xFFFF_FFFF)
    default: index + 2
    }
  }

  private mutating func reserve(_ count: Int) {
    guard length + count > capacity else { return }
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity * 2, length + count))
    capacity = max(capacity * 2, length + count)
    grown.moveInitialize(from: out, count: length)
    out.deallocate()
    out = grown
  }

  private mutating func put(_ byte: UInt8) {
    reserve(1)
    out[length] = byte
    length += 1
  }

  private mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count)
    if let base = text.baseAddress { (out + length).initialize(from: base, count: text.count) }
    length += text.count
  }

  private mutating func putString(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count + 2)
    out[length] = 0x22
    if let base = text.baseAddress { (out + length + 1).initialize(from: base, count: text.count) }
    out[length + 1 + text.count] = 0x22
    length += text.count + 2
  }

  private mutating func newLine(_ level: Int) {
    guard indent > 0 else { return }
    let width = indent * level
    reserve(width + 1)
    out[length] = 0x0A
    (out + length + 1).initialize(repeating: 0x20, count: width)
    length += width + 1
  }
}
