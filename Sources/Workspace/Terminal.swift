internal import CPlatform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What stands behind a descriptor that texts are written to.
public enum Terminal {
  /// Whether a terminal stands behind the descriptor: 1 is standard output, 2 standard error.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal; nil when there is none or it does not say.
  public static func columns(of descriptor: Int32) -> Int? {
    let columns = Int(assay_terminal_columns(descriptor))
    return columns > 0 ? columns : nil
  }
}
