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
/// where the end is, and a zero stops every scan.
public final class JSONInput: @unchecked Sendable {
  // Sound to share: the memory is written by the initialisers alone and freed by `deinit` alone; a document and its
  // nodes hold a reference for as long as they read from it. A mapped file that another process changes can give
  // other bytes, but offsets and lengths stay within the mapping, and the page of zeros after it is no file's.

  /// Zeros that follow the bytes: more than the widest load (16 bytes) that starts at the end.
  static let padding = 64

  let base: UnsafePointer<UInt8>
  /// Number of bytes.
  public let count: Int
  /// Bytes of the mapping, padding included; 0 when the memory was allocated.
  private let mappedCount: Int

  /// A copy of the bytes.
  public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// Copies bytes that are already in memory.
  public init(_ bytes: [UInt8]) {
    let memory = JSONInput.allocate(bytes.count)
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { memory.initialize(from: start, count: source.count) }
    }
    base = JSONInput.seal(memory, count: bytes.count)
    count = bytes.count
    mappedCount = 0
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
    mappedCount = 0
  }

  /// Maps a regular file that is open for reading; nil when it is empty, no regular file, or cannot be mapped.
  ///
  /// Saves the copy of a large file. As for every mapped file, the process ends by SIGBUS when another one truncates
  /// the file meanwhile: for commands that only print.
  public init?(mapping descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    let size = Int(status.st_size)
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    guard page >= JSONInput.padding else { return nil }
    // Zeros first, one page more than the file takes, then the file over them.
    let total = (size + page - 1) / page * page + page
    let failed = UnsafeMutableRawPointer(bitPattern: -1)
    guard let whole = mmap(nil, total, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), whole != failed else {
      return nil
    }
    #if os(Linux)
      let flags = MAP_PRIVATE | MAP_FIXED | MAP_POPULATE
    #else
      let flags = MAP_PRIVATE | MAP_FIXED
    #endif
    guard mmap(whole, size, PROT_READ, flags, descriptor, 0) == whole else {
      munmap(whole, total)
      return nil
    }
    base = UnsafePointer(whole.assumingMemoryBound(to: UInt8.self))
    count = size
    mappedCount = total
  }

  deinit {
    if mappedCount > 0 {
      munmap(UnsafeMutableRawPointer(mutating: base), mappedCount)
    } else {
      base.deallocate()
    }
  }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutablePointer<UInt8>.allocate(capacity: count + padding)
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
