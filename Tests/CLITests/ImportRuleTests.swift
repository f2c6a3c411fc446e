import JSONText
import Testing
import Workspace

/// Holds the sources' imports to the manifest: the compiler's own check misses transitive imports.
@Suite struct ImportRuleTests {
  private struct Target: Sendable {
    let name: String
    let folder: String
    let dependencies: Set<String>
  }

  private static let systemModules: Set<String> = [
    "Glibc", "Musl", "Darwin", "Synchronization", "Foundation", "FoundationEssentials", "FoundationXML", "Testing",
  ]

  private struct Manifest: Sendable {
    let targets: [Target]
    let packageDependencyCount: Int
  }

  /// The manifest as the package manager understands it, read once; a scratch path of its own, since the running test
  /// holds the lock of the package's.
  private static let manifest = Task {
    let scratch = try ScratchFolder()
    let result = try await ChildProcess.run(
      [
        "/usr/bin/env", "swift", "package", "--package-path", AssayBinary.root, "--scratch-path", scratch.path,
        "dump-package",
      ], timeout: 1200)
    try #require(result.status == 0, "\(String(decoding: result.error, as: UTF8.self))")
    let document = try JSONDocument(parsing: result.output)
    let targets = try #require(document.root["targets"]).elements.map { node in
      let name = node["name"]?.string ?? ""
      let isTest = node["type"]?.string == "test"
      var dependencies: Set<String> = []
      for dependency in node["dependencies"].map({ Array($0.elements) }) ?? [] {
        if let name = (dependency["byName"] ?? dependency["target"])?[0]?.string { dependencies.insert(name) }
      }
      let folder = node["path"]?.string ?? (isTest ? "Tests/" : "Sources/") + name
      return Target(name: name, folder: folder, dependencies: dependencies)
    }
    return Manifest(
      targets: targets, packageDependencyCount: try #require(document.root["dependencies"]?.elements.count))
  }

  /// The texts of the Swift files under `Sources`, by path.
  private static func sources() throws -> [(path: String, text: String)] {
    let root = AssayBinary.root + "/Sources"
    return try FileSystem.list(root, recursive: true).filter { $0.hasSuffix(".swift") }
      .map { ($0, String(decoding: try FileSystem.read(root + "/" + $0), as: UTF8.self)) }
  }

  @Test func sourcesImportWhatTheirTargetDeclares() async throws {
    let targets = try await Self.manifest.value.targets
    #expect(targets.count > 20)
    let line =
      /^\s*(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|fileprivate|private) +)?import +(?:(?:struct|class|enum|protocol|typealias|func|let|var) +)?([A-Z]\w*)/
    for target in targets {
      let folder = AssayBinary.root + "/" + target.folder
      guard FileSystem.isDirectory(folder) else {
        Issue.record("\(target.name) has no folder \(target.folder)")
        continue
      }
      let allowed = target.dependencies.union(Self.systemModules)
      for file in try FileSystem.list(folder, recursive: true) where file.hasSuffix(".swift") {
        let text = String(decoding: try FileSystem.read(folder + "/" + file), as: UTF8.self)
        for row in text.split(separator: "\n") {
          guard let module = row.firstMatch(of: line)?.1 else { continue }
          #expect(allowed.contains(String(module)), "\(target.folder)/\(file) imports \(module)")
        }
      }
    }
  }

  @Test func aTargetDependsOnlyOnTargetsAboveIt() async throws {
    let targets = try await Self.manifest.value.targets
    var above: Set<String> = []
    for target in targets {
      #expect(target.dependencies.isSubset(of: above), "\(target.name): \(target.dependencies.subtracting(above))")
      above.insert(target.name)
    }
  }

  @Test func thereIsNoPackageDependency() async throws {
    #expect(try await Self.manifest.value.packageDependencyCount == 0)
  }

  @Test func thereIsNoFoundationAboveTheEssentials() throws {
    let sources = try Self.sources()
    #expect(sources.count > 100)
    for (path, text) in sources {
      // Generated Swift runs in apps, where Foundation is the platform's own.
      guard !path.hasPrefix("SampleAPI/"), text.contains("import Foundation\n") else { continue }
      #expect(text.contains("#if canImport(FoundationEssentials)"), "\(path)")
    }
  }

  /// What exists in Foundation alone, or behaves otherwise on Linux.
  @Test func whatFoundationAloneHasIsNotUsed() throws {
    let banned = /\b(?:String\(format:|Process\(|NSRegularExpression\b|ISO8601DateFormatter\b|FileHandle\b)/
    for (path, text) in try Self.sources() {
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        #expect(code.firstMatch(of: banned) == nil, "\(path):\(index + 1)")
      }
    }
  }
}
