#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of one document, in memory that the document owns.
///
/// The bytes are followed by zeros that the parser may read, so that it looks at eight at a time without asking
/// where the end is, and a zero stops every scan. A memory-mapped file would offer neither these zeros nor safety
/// from another process that truncates it, so files are read.
public final class JSONInput: @unchecked Sendable {
  // Sound to share: the memory is written by the initialisers alone and freed by `deinit` alone; a document and its
  // nodes hold a reference for as long as they read from it.

  /// Zeros that follow the bytes: more than the widest load (16 bytes) that starts at the end.
  static let padding = 64

  let base: UnsafePointer<UInt8>
  /// Number of bytes.
  public let count: Int

  /// Copies bytes that are already in memory.
  public init(_ bytes: [UInt8]) {
    let memory = JSONInput.allocate(bytes.count)
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { memory.initialize(from: start, count: source.count) }
    }
    base = JSONInput.seal(memory, count: bytes.count)
    count = bytes.count
  }

  /// Reads an open file, pipe or terminal from where it stands to its end.
  ///
  /// - Throws: ``JSONInputError`` with `errno` when the descriptor cannot be read.
  public init(reading descriptor: Int32) throws(JSONInputError) {
    var status = stat()
    // A wrong or missing size only means that the memory grows while reading.
    let size = fstat(descriptor, &status) == 0 ? max(Int(status.st_size), 0) : 0
    var capacity = max(size + 1, 4096)
    var memory = JSONInput.allocate(capacity)
    var used = 0
    while true {
      if used == capacity {
        let larger = JSONInput.allocate(capacity * 2)
        larger.update(from: memory, count: used)
        memory.deallocate()
        memory = larger
        capacity *= 2
      }
      // Sound: `used + (capacity - used)` bytes are allocated.
      let got = read(descriptor, memory + used, min(capacity - used, 1 << 30))
      if got > 0 {
        used += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        let code = errno
        memory.deallocate()
        throw JSONInputError(code: code)
      }
    }
    base = JSONInput.seal(memory, count: used)
    count = used
  }

  deinit { base.deallocate() }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    LargeMemory.allocate(UInt8.self, capacity: count + padding)
  }

  private static func seal(_ memory: UnsafeMutablePointer<UInt8>, count: Int) -> UnsafePointer<UInt8> {
    (memory + count).initialize(repeating: 0, count: padding)
    return UnsafePointer(memory)
  }
}

/// A descriptor that could not be read or written.
public struct JSONInputError: Error, Hashable, Sendable {
  /// `errno` of the failed call.
  public let code: Int32

  /// Creates an error from `errno`.
  public init(code: Int32) { self.code = code }
}
