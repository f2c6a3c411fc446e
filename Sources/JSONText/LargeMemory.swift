#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory for whole documents.
enum LargeMemory {
  private static let hugePage = 1 << 21

  /// Allocates memory, in huge pages where the system has them and it is worth it: a page fault for each 4 KiB costs
  /// as much as parsing them. Freed with `deallocate`.
  static func allocate<Element>(_ type: Element.Type, capacity: Int) -> UnsafeMutablePointer<Element> {
    let size = capacity * MemoryLayout<Element>.stride
    guard size >= hugePage * 2 else { return UnsafeMutablePointer<Element>.allocate(capacity: capacity) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: hugePage)
    #if os(Linux)
      // Only advice: failure changes nothing but speed.
      _ = madvise(memory, size, Int32(MADV_HUGEPAGE))
    #endif
    // Sound: `size` bytes are allocated for exactly this type, more strictly aligned than it needs.
    return memory.bindMemory(to: type, capacity: capacity)
  }
}
