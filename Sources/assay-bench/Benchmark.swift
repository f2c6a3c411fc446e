#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures the release executables beside this one against their peers, in paired runs of whole processes.
struct Benchmark {
  private let folder: String
  private var runs = 7
  private var megabytes = 40
  private var only: Set<Part> = []
  private var results: [Comparison.Result] = []
  private var isFailed = false

  /// What is measured.
  private enum Part: String, CaseIterable {
    /// Compiling emitted Swift.
    case emission
    /// Generating, against another generator.
    case generators
    /// Canonical JSON.
    case canon
    /// The gate of the sample.
    case gate
    /// A recording, against the same requests by curl.
    case recording
  }

  /// Runs everything; the exit status is 0 unless one of Assay's own runs failed, or 2 for wrong usage.
  static func main(_ arguments: [String]) -> Int32 {
    signal(SIGINT, SIG_IGN)
    var benchmark = Benchmark(folder: Executables.ownFolder(arguments.first ?? ""))
    guard benchmark.read(arguments.dropFirst()) else {
      complain(
        "usage: assay-bench [--runs N] [--megabytes N] [--only \(Part.allCases.map(\.rawValue).joined(separator: "|"))]…, "
          + "in the root of the checkout")
      return 2
    }
    for part in Part.allCases where benchmark.only.isEmpty || benchmark.only.contains(part) {
      benchmark.attempt { benchmark throws(BenchFailure) in try benchmark.measure(part) }
    }
    if !benchmark.results.isEmpty {
      print("\nmedians of \(benchmark.runs) paired runs\n")
      print(ResultTable.text(benchmark.results))
    }
    return benchmark.isFailed ? 1 : 0
  }

  private init(folder: String) { self.folder = folder }

  private mutating func read(_ arguments: ArraySlice<String>) -> Bool {
    var rest = arguments
    while let name = rest.popFirst() {
      guard let text = rest.popFirst() else { return false }
      if name == "--only", let part = Part(rawValue: text) {
        only.insert(part)
        continue
      }
      guard let value = Int(text), value > 0, value <= 2000 else { return false }
      switch name {
      case "--runs": runs = value
      case "--megabytes": megabytes = value
      default: return false
      }
    }
    return true
  }

  private mutating func attempt(_ body: (inout Benchmark) throws(BenchFailure) -> Void) {
    do throws(BenchFailure) {
      try body(&self)
    } catch {
      isFailed = true
      Benchmark.complain(error.message)
    }
  }

  private static func complain(_ message: String) {
    let text = Array("assay-bench: \(message)\n".utf8)
    _ = write(2, text, text.count)
  }

  private var assay: String { folder + "/assay" }

  private mutating func measure(_ part: Part) throws(BenchFailure) {
    switch part {
    case .emission: try EmissionBenchmark(assay: assay).run()
    case .generators: try GeneratorBenchmark(assay: assay).run(times: min(runs, 3))
    case .canon: try measureCanon()
    case .gate: try measureGate()
    case .recording:
      if let result = try RecordingBenchmark(folder: folder).run(times: runs) { results.append(result) }
    }
  }

  private mutating func measureCanon() throws(BenchFailure) {
    let input = try TemporaryFile(name: "input")
    defer { input.remove() }
    try input.write(GuildAnswers.text(bytes: megabytes << 20))
    let own = Program(label: "assay canon", path: assay, arguments: ["canon", input.path])
    guard let jq = Executables.find("jq") else {
      print("jq is not installed: assay canon alone, wall \(ResultTable.fixed(try own.run().wall)) ms")
      return
    }
    let peer = Program(label: "jq -S", path: jq, arguments: ["-S", ".", input.path])
    try compareOutputs(own, peer)
    results.append(
      try Comparison(title: "assay canon, \(megabytes) MiB", own: own, peer: peer).run(times: runs))
  }

  /// The work is the same only when the bytes are.
  private func compareOutputs(_ own: Program, _ peer: Program) throws(BenchFailure) {
    let left = try TemporaryFile(name: "own")
    defer { left.remove() }
    let right = try TemporaryFile(name: "peer")
    defer { right.remove() }
    _ = try own.run(output: left.path)
    _ = try peer.run(output: right.path)
    print("assay canon and jq -S give \(left.bytes() == right.bytes() ? "the same bytes" : "different bytes")")
  }

  private mutating func measureGate() throws(BenchFailure) {
    let own = Program(label: "assay gate", path: assay, arguments: ["gate"])
    guard let python = try Executables.pythonInterpreter() else {
      print("python3 is not installed: assay gate alone, wall \(ResultTable.fixed(try own.run().wall)) ms")
      return
    }
    let peer = Program(label: "python3 -c pass", path: python, arguments: ["-c", "pass"])
    results.append(try Comparison(title: "assay gate, the sample", own: own, peer: peer).run(times: runs))
  }
}
