#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Appends a line `METHOD path status` for each request to a file; no query, no header, no body.
final class RequestLog {
  private let descriptor: Int32

  /// Opens the file; nil when it cannot be written.
  init?(path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func write(method: String, path: String, status: Int) {
    printText("\(Self.word(method)) \(Self.word(path)) \(status)\n", to: descriptor)
  }

  /// A text without spaces, line ends and controls, which are percent-encoded: a request cannot write lines of its own.
  private static func word(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var word = ""
    for scalar in text.unicodeScalars {
      if scalar.value > 0x20, scalar.value != 0x7F, scalar != "%" {
        word.unicodeScalars.append(scalar)
      } else {
        word += "%\(digits[Int(scalar.value >> 4)])\(digits[Int(scalar.value & 15)])"
      }
    }
    return word
  }
}

/// Writes a text to a descriptor; what cannot be written is lost, as log lines are.
func printText(_ text: String, to descriptor: Int32) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}
