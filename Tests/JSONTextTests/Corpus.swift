#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Inputs that nobody in this project wrote; absent in a bare checkout.
enum Corpus {
  static let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/shared/corpus"
  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "/json-parsing") }
  static let absence = "the corpus is not beside the checkout"

  /// The JSON files of a folder, sorted by name.
  static func files(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
    let path = folder + "/" + name
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().compactMap { file in
      file.hasSuffix(".json") ? (file, try bytes(name + "/" + file)) : nil
    }
  }

  /// The bytes of one file.
  static func bytes(_ name: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { throw Missing(name: name) }
    return Array(data)
  }

  struct Missing: Error { let name: String }
}
