#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures what the Swift compiler takes for the Swift that `assay generate` emits.
struct EmissionBenchmark {
  let assay: String

  /// One contract, generated.
  private struct Emitted {
    let title: String
    let files: [String]
    let fields: Int
    let generation: Program.Cost
  }

  /// Compiles every contract, debug and optimised, each as a whole, and prints seconds and peak memory.
  ///
  /// What a contract of one field takes is measured first and taken off before costs are counted by fields.
  func run() throws(BenchFailure) {
    guard let compiler = Executables.find("swiftc", orNamedBy: "SWIFTC") else {
      return print("emission: skipped: swiftc is not on the path")
    }
    let folder = try TemporaryFolder(name: "emission")
    defer { folder.remove() }
    var contracts: [Emitted] = []
    for (title, source) in try sources(in: folder.path) {
      do throws(BenchFailure) {
        contracts.append(try generate(title, source, into: "\(folder.path)/\(contracts.count)"))
      } catch {
        print("emission: skipped: \(title): \(error.firstLines)")
      }
    }
    let small = folder.path + "/small.ts"
    try TemporaryFile.create(small, Array("export interface Small { field: string }\n".utf8))
    let smallest = try generate("one field", ["--typescript", small], into: folder.path + "/small")
    var rows = [Self.header]
    for mode in Mode.allCases {
      let base = try compile(smallest.files, mode, compiler, folder.path)
      rows.append(row(smallest.title, mode, 0, base, base))
      for contract in contracts {
        let cost = try compile(contract.files, mode, compiler, folder.path)
        rows.append(row(contract.title, mode, contract.fields, cost, base))
      }
    }
    print("\ngenerating\n")
    for contract in contracts {
      print(
        "\(contract.title): \(contract.files.count) files, \(contract.fields) fields, "
          + "CPU \(ResultTable.fixed(contract.generation.cpu)) ms, peak \(ResultTable.fixed(contract.generation.peak)) MiB"
      )
    }
    print("\ncompiling it as one module; by fields without what one field takes\n")
    print(ResultTable.columns(rows, textColumns: [0, 1]))
  }

  private enum Mode: String, CaseIterable {
    case debug
    case optimised
    var flags: [String] { self == .debug ? ["-Onone", "-g"] : ["-O"] }
  }

  private static let supportFile = "ContractSupport.swift"
  private static let header = [
    "contract", "mode", "fields", "CPU s", "wall s", "peak MiB", "s / 1000 fields", "MiB / 1000 fields",
  ]

  private func sources(in folder: String) throws(BenchFailure) -> [(title: String, arguments: [String])] {
    let deep = folder + "/deep.ts"
    try TemporaryFile.create(deep, DeepContract.typescript(structs: 120, fields: 12, depth: 40))
    return [
      ("the sample", ["--typescript", "contracts/types/**/*.ts"]), ("nested 40 deep", ["--typescript", deep]),
      ("the GitHub document", ["--openapi", GeneratorBenchmark.document]),
    ]
  }

  private func generate(_ title: String, _ source: [String], into folder: String) throws(BenchFailure) -> Emitted {
    if let file = source.last, !file.contains("*"), access(file, R_OK) != 0 {
      throw BenchFailure(message: "\(file) is not here")
    }
    let program = Program(
      label: "assay generate", path: assay, arguments: ["generate"] + source + ["--swift", folder])
    let cost = try program.run()
    let files = TemporaryFolder.names(in: folder).filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    let fields = files.filter { !$0.hasSuffix("/" + Self.supportFile) }.map(Self.fieldCount).reduce(0, +)
    return Emitted(title: title, files: files, fields: fields, generation: cost)
  }

  /// Stored properties that a file declares.
  private static func fieldCount(_ path: String) -> Int {
    TemporaryFile.bytes(of: path).split(separator: UInt8(ascii: "\n")).count { line in
      line.drop { $0 == UInt8(ascii: " ") }.starts(with: "public let ".utf8)
    }
  }

  private func compile(
    _ files: [String], _ mode: Mode, _ compiler: String, _ folder: String
  ) throws(BenchFailure) -> Program.Cost {
    let arguments = ["-swift-version", "6", "-wmo", "-parse-as-library", "-module-name", "Emitted", "-c"]
    let output = ["-o", folder + "/emitted.o"]
    return try Program(
      label: "swiftc (\(mode.rawValue))", path: compiler, arguments: arguments + mode.flags + output + files
    ).run()
  }

  private func row(
    _ title: String, _ mode: Mode, _ fields: Int, _ cost: Program.Cost, _ base: Program.Cost
  ) -> [String] {
    func byFields(_ value: Double, _ base: Double) -> String {
      fields == 0 ? "-" : ResultTable.fixed(max(0, value - base) * 1000 / Double(fields), digits: 2)
    }
    return [
      title, mode.rawValue, String(fields), ResultTable.fixed(cost.cpu / 1000), ResultTable.fixed(cost.wall / 1000),
      ResultTable.fixed(cost.peak), byFields(cost.cpu / 1000, base.cpu / 1000), byFields(cost.peak, base.peak),
    ]
  }
}
