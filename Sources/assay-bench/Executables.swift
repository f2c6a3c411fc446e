#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where programs are.
enum Executables {
  /// The folder of this program.
  static func ownFolder(_ argument: String) -> String {
    resolved("/proc/self/exe").flatMap(parent) ?? resolved(argument).flatMap(parent) ?? "."
  }

  /// The path of a program in `PATH`; nil when it is not installed.
  static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The path of a program that an environment variable names, else of one in `PATH`; nil when there is none.
  static func find(_ name: String, orNamedBy variable: String) -> String? {
    if let named = getenv(variable).map({ String(cString: $0) }), access(named, X_OK) == 0 { return named }
    return find(name)
  }

  /// The interpreter itself: `python3` in `PATH` may be a slow script that looks for it.
  static func pythonInterpreter() throws(BenchFailure) -> String? {
    guard let command = find("python3") else { return nil }
    let output = try TemporaryFile(name: "python")
    defer { output.remove() }
    let question = Program(label: "python3", path: command, arguments: ["-c", "import sys; print(sys.executable)"])
    _ = try question.run(output: output.path)
    guard let line = output.text().split(separator: "\n").first, access(String(line), X_OK) == 0 else { return command }
    return String(line)
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func parent(_ path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
