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

  /// The manifest as the package manager understands it; a scratch path of its own, since the running test holds the
  /// lock of the package's.
  private static func targets() async throws -> [Target] {
    let scratch = try ScratchFolder()
    let result = try await ChildProcess.run(
      [
        "/usr/bin/env", "swift", "package", "--package-path", AssayBinary.root, "--scratch-path", scratch.path,
        "dump-package",
      ], timeout: 300)
    try #require(result.status == 0, "\(String(decoding: result.error, as: UTF8.self))")
    let document = try JSONDocument(parsing: result.output)
    return try #require(document.root["targets"]).elements.map { node in
      let name = node["name"]?.string ?? ""
      let isTest = node["type"]?.string == "test"
      var dependencies: Set<String> = []
      for dependency in node["dependencies"].map({ Array($0.elements) }) ?? [] {
        if let name = (dependency["byName"] ?? dependency["target"])?[0]?.string { dependencies.insert(name) }
      }
      let folder = node["path"]?.string ?? (isTest ? "Tests/" : "Sources/") + name
      return Target(name: name, folder: folder, dependencies: dependencies)
    }
  }

  @Test func sourcesImportWhatTheirTargetDeclares() async throws {
    let targets = try await Self.targets()
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
    let targets = try await Self.targets()
    var above: Set<String> = []
    for target in targets {
      #expect(target.dependencies.isSubset(of: above), "\(target.name): \(target.dependencies.subtracting(above))")
      above.insert(target.name)
    }
  }

  @Test func thereIsNoPackageDependencyAndNoFoundationAboveTheEssentials() async throws {
    let root = AssayBinary.root + "/Sources"
    for file in try FileSystem.list(root, recursive: true) where file.hasSuffix(".swift") {
      let text = String(decoding: try FileSystem.read(root + "/" + file), as: UTF8.self)
      // Generated Swift runs in apps, where Foundation is the platform's own.
      guard !file.hasPrefix("SampleAPI/"), text.contains("import Foundation\n") else { continue }
      #expect(text.contains("#if canImport(FoundationEssentials)"), "\(file)")
    }
  }
}
