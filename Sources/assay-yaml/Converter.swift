import Diagnostics
import JSONText
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private let usage = """
  usage: assay-yaml FILE [--positions FILE]

  Prints one YAML 1.2 document (core schema) as canonical JSON. `-` reads standard input.
  --positions writes a JSON object: JSON Pointer to [line, column], both from 1, columns in UTF-8 bytes.

  exit codes: 0 converted, 1 the document has no JSON form (file:line:column on standard error), 2 usage or unreadable file

  """

/// Runs the process's command line and exits.
func runConverter() -> Never {
  var positionsPath: String?
  var input: String?
  var words = CommandLine.arguments.dropFirst()
  while let word = words.popFirst() {
    switch word {
    case "--help", "-h":
      write(Array(usage.utf8), to: STDOUT_FILENO)
      exit(0)
    case "--positions":
      guard let path = words.popFirst() else { fail("--positions needs FILE\n" + usage, code: 2) }
      positionsPath = path
    default:
      guard input == nil, word == "-" || !word.hasPrefix("-") else {
        fail("'\(word)' is not expected\n" + usage, code: 2)
      }
      input = word
    }
  }
  guard let input else { fail(usage, code: 2) }
  convert(input, positionsPath: positionsPath)
}

private func convert(_ input: String, positionsPath: String?) -> Never {
  do throws(WorkspaceError) {
    // On both systems the descriptor's path reads a pipe as a file.
    let bytes = try FileSystem.read(input == "-" ? "/dev/stdin" : input)
    let file = SourceFile(path: input == "-" ? "(standard input)" : input, bytes: bytes)
    let document = YAMLDocument.read(file)
    switch document {
    case .failure(let problem):
      fail(TextRenderer().render(problem.finding), code: 1)
    case .success(let document):
      if let positionsPath { try FileSystem.write(document.positionTable(in: file), to: positionsPath) }
      write(document.value.canonicalText(), to: STDOUT_FILENO)
      exit(0)
    }
  } catch {
    fail(TextRenderer().render(error.finding), code: 2)
  }
}

private func fail(_ text: String, code: Int32) -> Never {
  write(Array(text.utf8), to: STDERR_FILENO)
  exit(code)
}

private func write(_ bytes: [UInt8], to descriptor: Int32) {
  bytes.withUnsafeBytes { buffer in
    var offset = 0
    while offset < buffer.count, let base = buffer.baseAddress {
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, base + offset, buffer.count - offset)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, base + offset, buffer.count - offset)
      #else
        let count = Darwin.write(descriptor, base + offset, buffer.count - offset)
      #endif
      if count > 0 { offset += count } else if errno != EINTR { return }
    }
  }
}
