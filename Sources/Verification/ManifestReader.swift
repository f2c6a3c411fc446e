internal import Diagnostics
internal import JSONText

/// Reads a manifest's JSON, with a finding for each thing that is not as it must be.
struct ManifestReader {
  let file: SourceFile
  let document: JSONDocument
  private(set) var findings = FindingList()

  init(file: SourceFile, document: JSONDocument) {
    self.file = file
    self.document = document
  }

  private static let entryKeys = [
    "route", "case", "file", "method", "path", "parameters", "query", "persona", "status", "headers", "contentType",
    "request", "requestType", "type", "sha256",
  ]

  mutating func read() -> [FixtureEntry] {
    for duplicate in document.duplicateKeys {
      report("the key \(duplicate.pointer) is there twice", at: duplicate.second.offset)
    }
    let root = document.root
    guard checkObject(root, "the manifest") else { return [] }
    guard let version = root["version"], let number = version.number?.int64 else {
      report("the manifest has no whole number 'version'", at: root)
      return []
    }
    guard number == Int64(FixtureManifest.currentVersion) else {
      findings.report(
        Finding(
          FixtureRules.unknownVersion, .error, "the fixture set has version \(number); this program reads version 1",
          help: number > 1 ? "use the newer program that wrote it" : "run 'assay record'", at: place(of: version)))
      return []
    }
    checkKeys(root, ["version", "entries"], "the manifest")
    guard let list = root["entries"], list.kind == .array else {
      report("the manifest has no list 'entries'", at: root)
      return []
    }
    var entries: [FixtureEntry] = []
    var titles: Set<[String]> = []
    var files: Set<String> = []
    for node in list.elements {
      guard let entry = readEntry(node) else { continue }
      let isNew = titles.insert([entry.routeID, entry.caseName]).inserted
      let isOwnFile = entry.file.map { files.insert($0.lowercased()).inserted } ?? true
      if !isNew || !isOwnFile {
        findings.report(
          Finding(
            FixtureRules.duplicateEntry, .error,
            isNew ? "two entries keep their body in \(entry.file ?? "")" : "\(entry.title) is there twice",
            help: "run 'assay record'", at: place(of: node)))
      }
      entries.append(entry)
    }
    return entries
  }

  private mutating func readEntry(_ node: JSONNode) -> FixtureEntry? {
    guard checkObject(node, "an entry") else { return nil }
    checkKeys(node, Self.entryKeys, "an entry")
    guard let route = text(node, "route"), let name = text(node, "case"), let method = text(node, "method"),
      let path = text(node, "path"), let status = status(node)
    else { return nil }
    var entry = FixtureEntry(
      routeID: route, caseName: name, file: optionalText(node, "file"), method: method, pathTemplate: path,
      persona: optionalText(node, "persona"), status: status, contentType: optionalText(node, "contentType"),
      requestBody: node["request"]?.value, requestType: optionalText(node, "requestType"),
      type: optionalText(node, "type"), sha256: optionalText(node, "sha256"))
    entry.parameters = parameters(node)
    entry.query = pairs(node, "query")
    entry.headers = pairs(node, "headers").sorted()
    checkFile(of: entry, node)
    return entry
  }

  private mutating func checkFile(of entry: FixtureEntry, _ node: JSONNode) {
    if let file = entry.file {
      let parts = file.split(separator: "/", omittingEmptySubsequences: false)
      if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) || file.utf8.contains(0x5C) {
        report("'file' must be a path inside the set", at: node["file"] ?? node)
      }
    }
    let hash = entry.sha256 ?? ""
    let isHash =
      hash.utf8.count == 64 && hash.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    if (entry.file != nil) != isHash || entry.file == nil && entry.sha256 != nil {
      report(
        "'sha256' must hold 64 hexadecimal digits where there is a file, and nothing else", at: node["sha256"] ?? node)
    }
  }

  private mutating func parameters(_ node: JSONNode) -> [String: ParameterOrigin] {
    guard let object = node["parameters"], checkObject(object, "'parameters'") else { return [:] }
    var origins: [String: ParameterOrigin] = [:]
    for (name, value) in object.members {
      guard let origin = origin(value) else {
        report("a parameter needs one of 'value', 'from' (with route, case and pointer) and 'unresolved'", at: value)
        continue
      }
      origins[name] = origin
    }
    return origins
  }

  private func origin(_ node: JSONNode) -> ParameterOrigin? {
    guard node.kind == .object, node.count == 1 else { return nil }
    if let text = node["value"]?.string { return .literal(text) }
    if node["unresolved"]?.bool == true { return .unresolved }
    guard let from = node["from"], from.count == 3, let route = from["route"]?.string, let name = from["case"]?.string,
      let pointer = from["pointer"]?.string.flatMap({ JSONPointer(text: $0) })
    else { return nil }
    return .answer(route: route, case: name, pointer: pointer)
  }

  private mutating func pairs(_ node: JSONNode, _ key: String) -> [NamedValue] {
    guard let list = node[key] else { return [] }
    guard list.kind == .array else {
      report("'\(key)' must be a list", at: list)
      return []
    }
    var pairs: [NamedValue] = []
    for element in list.elements {
      guard element.count == 2, let name = element["name"]?.string, let value = element["value"]?.string else {
        report("'\(key)' holds objects with 'name' and 'value'", at: element)
        continue
      }
      pairs.append(NamedValue(name, value))
    }
    return pairs
  }

  private mutating func status(_ node: JSONNode) -> Int? {
    guard let status = node["status"]?.number?.int64, (100...599).contains(status) else {
      report("an entry needs 'status', from 100 to 599", at: node["status"] ?? node)
      return nil
    }
    return Int(status)
  }

  private mutating func text(_ node: JSONNode, _ key: String) -> String? {
    guard let text = node[key]?.string, !text.isEmpty else {
      report("an entry needs the text '\(key)'", at: node[key] ?? node)
      return nil
    }
    return text
  }

  private mutating func optionalText(_ node: JSONNode, _ key: String) -> String? {
    guard let value = node[key] else { return nil }
    if value.string == nil { report("'\(key)' must be a string", at: value) }
    return value.string
  }

  private mutating func checkObject(_ node: JSONNode, _ what: String) -> Bool {
    if node.kind != .object { report("\(what) must be an object", at: node) }
    return node.kind == .object
  }

  private mutating func checkKeys(_ node: JSONNode, _ known: [String], _ what: String) {
    for (key, value) in node.members where !known.contains(key) {
      let near = Suggestion.nearest(to: key, among: known).map { ", did you mean '\($0)'?" } ?? ""
      report("\(what) has the unknown key '\(key)'\(near)", at: value)
    }
  }

  private func place(of node: JSONNode) -> Place {
    let offset = document.position(of: node).offset
    return Place(span: SourceSpan(file: file, start: offset, end: offset + 1))
  }

  private mutating func report(_ message: String, at node: JSONNode) {
    report(message, at: document.position(of: node).offset)
  }

  private mutating func report(_ message: String, at offset: Int) {
    findings.report(
      Finding(
        FixtureRules.invalidManifest, .error, message, help: "restore it from version control, or run 'assay record'",
        at: Place(span: SourceSpan(file: file, start: offset, end: offset + 1))))
  }
}
