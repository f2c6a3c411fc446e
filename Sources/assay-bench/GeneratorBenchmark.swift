#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Times `assay generate` of a large document against another generator of Swift on the same document.
struct GeneratorBenchmark {
  let assay: String

  /// Runs both by turns and prints medians and ratios; prints the reason where one of the two cannot.
  func run(times: Int) throws(BenchFailure) {
    guard access(Self.document, R_OK) == 0 else { return skip("\(Self.document) is not here") }
    let output = try TemporaryFolder(name: "generated")
    defer { output.remove() }
    let own = Program(
      label: "assay generate", path: assay,
      arguments: ["generate", "--openapi", Self.document, "--swift", output.path + "/assay"])
    do throws(BenchFailure) {
      _ = try own.run()
    } catch {
      return skip("assay generate --openapi: \(error.firstLines)")
    }
    guard let other = Executables.find("openapi-generator-cli", orNamedBy: "OPENAPI_GENERATOR") else {
      let cost = try own.run()
      skip("openapi-generator-cli is not on the path: pip install openapi-generator-cli (it needs Java)")
      return print("assay alone: \(Self.text(cost))")
    }
    let peer = Program(
      label: "openapi-generator-cli swift6", path: other,
      arguments: [
        "generate", "--generator-name", "swift6", "--input-spec", Self.document, "--output", output.path + "/peer",
        "--skip-validate-spec",
      ])
    let result = try Comparison(title: "generate, the GitHub document", own: own, peer: peer).run(times: times)
    print("\n\(result.title): medians of \(times) paired runs\n")
    print("\(own.label): \(Self.text(result.own))")
    print("\(peer.label): \(Self.text(result.peer))")
    print(
      "peer / assay: CPU \(ResultTable.fixed(result.peer.cpu / result.own.cpu, digits: 2)), "
        + "wall \(ResultTable.fixed(result.peer.wall / result.own.wall, digits: 2)), "
        + "peak memory \(ResultTable.fixed(result.peer.peak / result.own.peak, digits: 2))")
  }

  /// The document, beside the checkout.
  static let document = "../shared/corpus/openapi/github/api.github.com.json"

  private func skip(_ reason: String) { print("generators: skipped: \(reason)") }

  private static func text(_ cost: Program.Cost) -> String {
    "CPU \(ResultTable.fixed(cost.cpu)) ms, wall \(ResultTable.fixed(cost.wall)) ms, "
      + "peak \(ResultTable.fixed(cost.peak)) MiB"
  }
}
