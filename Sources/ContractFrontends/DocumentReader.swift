internal import Diagnostics
internal import JSONText

/// What `assay-yaml` made of a YAML file.
public struct ConvertedDocument: Sendable {
  /// The document as JSON.
  public let json: [UInt8]
  /// A JSON object: JSON Pointer to `[line, column]` in the YAML, both from 1, columns in UTF-8 bytes.
  public let positions: [UInt8]

  /// Creates a conversion.
  public init(json: [UInt8], positions: [UInt8]) {
    self.json = json
    self.positions = positions
  }
}

/// Reads the documents that schemas and routes are written in: JSON, and YAML that was converted before.
struct DocumentReader {
  /// Conversions by path.
  let conversions: [String: ConvertedDocument]
  /// Bytes of files that references name, by path; nil where there is no file.
  let reader: (String) -> [UInt8]?

  /// Whether a path names YAML.
  static func isYAML(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// Reads a file that a reference names; nil where there is none, or where it cannot be parsed, with a finding.
  func document(at path: String, dialect: SchemaDialect, _ findings: inout FindingList) -> SchemaDocument? {
    guard let bytes = reader(path) else { return nil }
    return document(SourceFile(path: path, bytes: bytes), dialect: dialect, &findings)
  }

  /// Reads a file; nil, with a finding, where it cannot be parsed.
  func document(_ file: SourceFile, dialect: SchemaDialect, _ findings: inout FindingList) -> SchemaDocument? {
    guard Self.isYAML(file.path) else { return SchemaStore.parse(file, dialect: dialect, &findings) }
    guard let conversion = conversions[file.path] else {
      findings.report(
        Finding(
          RouteRules.unconvertedYAML, .error, "this YAML file was not converted to JSON",
          help: "build assay-yaml beside assay: make build (or: swift build -c release --product assay-yaml)",
          at: Place(file: file.path)))
      return nil
    }
    // Positions are looked up in the JSON, so the JSON is what is parsed under the file's path.
    let json = SourceFile(path: file.path, bytes: conversion.json)
    guard let parsed = SchemaStore.parse(json, dialect: dialect, &findings) else { return nil }
    let places = ConvertedPlaces(file: file, root: parsed.root, positions: conversion.positions)
    return SchemaDocument(file: file, root: parsed.root, dialect: dialect) { places.span(of: $0) }
  }
}

/// Where the values of converted JSON stand in the YAML that it was made from.
private struct ConvertedPlaces: Sendable {
  private let file: SourceFile
  /// Offsets in the YAML by offsets in the JSON.
  private var offsets: [Int: Int] = [:]

  init(file: SourceFile, root: JSONNode, positions: [UInt8]) {
    self.file = file
    var known: [String: Int] = [:]
    if let table = try? JSONDocument(parsing: positions) {
      let lines = Self.lineStarts(file.bytes)
      for (pointer, place) in table.root.members {
        guard let line = place[0]?.numberText.flatMap({ Int($0) }),
          let column = place[1]?.numberText.flatMap({ Int($0) }), line >= 1, line <= lines.count
        else { continue }
        known[pointer] = lines[line - 1] + column - 1
      }
    }
    walk(root, JSONPointer(), inherited: 0, known)
  }

  /// Where a value stands, to the end of its first word.
  func span(of node: JSONNode) -> SourceSpan {
    let start = offsets[node.position.offset] ?? 0
    let bytes = file.bytes
    var end = start
    while end < bytes.count, !Self.ends.contains(bytes[end]) { end += 1 }
    return SourceSpan(file: file, start: start, end: max(end, min(start + 1, bytes.count)))
  }

  private static let ends = Set(" \t\r\n,:{}[]".utf8)

  /// What an alias stands for has no place of its own: it is where the alias is.
  private mutating func walk(_ node: JSONNode, _ pointer: JSONPointer, inherited: Int, _ known: [String: Int]) {
    let offset = known[pointer.description] ?? inherited
    offsets[node.position.offset] = offset
    for (index, element) in node.elements.enumerated() {
      walk(element, pointer.appending(index), inherited: offset, known)
    }
    for (key, value) in node.members { walk(value, pointer.appending(key), inherited: offset, known) }
  }

  private static func lineStarts(_ bytes: [UInt8]) -> [Int] {
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      if byte == 0x0D || byte == 0x0A { starts.append(index) }
    }
    return starts
  }
}
