#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory that a writer fills; it grows, or is emptied into a descriptor when it is full.
struct ByteSink: ~Copyable {
  // Sound: `start..<limit` is allocated with `slack` bytes more, and every method that writes has had room made by
  // `reserve`; 16-byte stores may pass the cursor by less than `slack`.

  private static let slack = 64
  private var start: UnsafeMutablePointer<UInt8>
  private(set) var cursor: UnsafeMutablePointer<UInt8>
  private var limit: UnsafeMutablePointer<UInt8>
  private let descriptor: Int32?
  private(set) var failure: JSONInputError?

  init(capacity: Int, descriptor: Int32? = nil) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + ByteSink.slack)
    start = memory
    cursor = memory
    limit = memory + capacity
    self.descriptor = descriptor
  }

  deinit { start.deallocate() }

  @inline(__always)
  mutating func reserve(_ count: Int) {
    if limit - cursor < count { makeRoom(count) }
  }

  @inline(never)
  private mutating func makeRoom(_ count: Int) {
    if descriptor != nil {
      flush()
      if limit - cursor >= count { return }
    }
    let used = cursor - start
    let capacity = max((limit - start) * 2, used + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + ByteSink.slack)
    larger.update(from: start, count: used)
    start.deallocate()
    start = larger
    cursor = larger + used
    limit = larger + capacity
  }

  /// Writes what is there to the descriptor, completely; after a failure the rest is dropped.
  mutating func flush() {
    guard let descriptor else { return }
    var position = start
    while position < cursor, failure == nil {
      let written = write(descriptor, position, cursor - position)
      if written >= 0 {
        position += written
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno != EINTR {
        failure = JSONInputError(code: errno)
      }
    }
    cursor = start
  }

  /// Copies text for which room is reserved; the source is readable for 32 bytes whatever its length.
  @inline(__always)
  mutating func copyPadded(_ source: UnsafePointer<UInt8>, _ count: Int) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(cursor)
    if count <= 32 {
      to.storeBytes(of: from.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
      if count > 16 {
        to.storeBytes(
          of: from.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self), toByteOffset: 16, as: SIMD16<UInt8>.self)
      }
    } else {
      to.copyMemory(from: from, byteCount: count)
    }
    cursor += count
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    cursor.pointee = byte
    cursor += 1
  }

  /// Writes up to eight bytes of a little-endian word.
  @inline(__always)
  mutating func put(_ word: UInt64, _ count: Int) {
    UnsafeMutableRawPointer(cursor).storeBytes(of: word.littleEndian, as: UInt64.self)
    cursor += count
  }

  /// A copy of what was written.
  borrowing func bytes() -> [UInt8] { Array(UnsafeBufferPointer(start: start, count: cursor - start)) }
}
