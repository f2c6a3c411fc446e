internal import Diagnostics
internal import JSONText
internal import Verification
internal import Workspace

/// The fixture set that stands while another one is recorded.
struct FormerSet: Sendable {
  /// The bytes of the files that a recording makes, by path within the set; notes beside them are left out.
  let files: [String: [UInt8]]
  /// Paths at the top of the set that recording does not make: approvals, notes.
  let foreignFiles: [String]

  /// Reads a set; a folder that is not there holds an empty one.
  ///
  /// - Parameter manifest: Reads the manifest once more.
  static func read(
    _ folder: String,
    manifest: (_ folder: String) throws(WorkspaceError) -> [UInt8]? = { folder throws(WorkspaceError) in
      try FileSystem.readIfPresent(folder + "/" + FixtureManifest.fileName)
    }
  ) throws(WorkspaceError) -> FormerSet {
    // A recorder may exchange the folder meanwhile: a set is whole where its manifest is the same afterwards.
    for _ in 0..<5 {
      let set = try readOnce(folder)
      if try manifest(folder) == set.files[FixtureManifest.fileName] { return set }
    }
    throw .locked(folder: folder, holder: "the set was another after each reading")
  }

  private static func readOnce(_ folder: String) throws(WorkspaceError) -> FormerSet {
    guard FileSystem.isDirectory(folder) else { return FormerSet(files: [:], foreignFiles: []) }
    let own = [FixtureManifest.fileName, VolatilityRecord.fileName]
    let all = try FolderExchange.files(of: folder)
    let foreign = all.filter { !$0.contains("/") && !own.contains($0) }
    var files: [String: [UInt8]] = [:]
    for path in all where !foreign.contains(path) {
      files[path] = try FileSystem.read(folder + "/" + path)
    }
    return FormerSet(files: files, foreignFiles: foreign)
  }

  /// The manifest's entries; none where there is no manifest.
  ///
  /// - Parameter shown: The folder as findings call it.
  func entries(shownAs shown: String) throws(RecordingError) -> [FixtureEntry] {
    guard let bytes = files[FixtureManifest.fileName] else { return [] }
    do throws(VerificationError) {
      let file = SourceFile(path: shown + "/" + FixtureManifest.fileName, bytes: bytes)
      return try FixtureManifest(parsing: file).entries
    } catch {
      throw .findings(error.findings)
    }
  }

  /// What former recordings found to be volatile; nothing where there is no record of it.
  ///
  /// - Parameter shown: The folder as findings call it.
  func volatility(shownAs shown: String) throws(RecordingError) -> VolatilityRecord {
    guard let bytes = files[VolatilityRecord.fileName] else { return VolatilityRecord() }
    let place = Place(file: shown + "/" + VolatilityRecord.fileName)
    do {
      return try VolatilityRecord(parsing: try JSONDocument(parsing: bytes))
    } catch let error as JSONSyntaxError {
      throw .unreadableVolatility("\(error.message), line \(error.position.line)", at: place)
    } catch {
      throw .unreadableVolatility("it is not a volatility record of version 1", at: place)
    }
  }
}

/// What stood at a place.
struct FormerText: Hashable, Sendable {
  let text: String
  /// Number of elements of each list on the way to the place.
  let listLengths: [Int]
}

/// The texts that stand in a former set, place by place: an id keeps its placeholder when only a part is recorded again
/// and the step that it was named by does not run.
struct FormerTexts: Sendable {
  private let parts: [String: [DocumentID.Part: JSONValue]]
  private let record: VolatilityRecord

  /// - Parameters:
  ///   - entries: The former manifest's entries.
  ///   - record: What is known to be volatile: only there does a placeholder stand.
  init(_ set: FormerSet, entries: [FixtureEntry], record: VolatilityRecord) {
    self.record = record
    var parts: [String: [DocumentID.Part: JSONValue]] = [:]
    for entry in entries {
      var found: [DocumentID.Part: JSONValue] = [:]
      if let body = entry.file.flatMap({ set.files[$0] }) {
        found[.answer] =
          entry.isJSON ? try? JSONDocument(parsing: body).root.value : .string(String(decoding: body, as: UTF8.self))
      }
      found[.request] = entry.requestBody
      var counts: [String: Int] = [:]
      for header in entry.headers {
        found[.header(header.name, counts[header.name, default: 0])] = .string(header.value)
        counts[header.name, default: 0] += 1
      }
      for (index, item) in entry.query.enumerated() { found[.query(index)] = .string(item.value) }
      parts[entry.title] = found
    }
    self.parts = parts
  }

  /// The text in place of a volatile value, with the lengths of the lists that it stands in; nil where none is known.
  ///
  /// - Parameters:
  ///   - title: `route/case` of the step.
  ///   - place: Its generalized text is looked up in the record.
  func text(of title: String, at place: SlotPlace) -> FormerText? {
    guard record.slots[title]?[place.generalizedText] != nil, var value = parts[title]?[place.document.part] else {
      return nil
    }
    var lengths: [Int] = []
    for token in place.pointer.tokens {
      switch value {
      case .object:
        guard let child = value[token] else { return nil }
        value = child
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        lengths.append(elements.count)
        value = elements[index]
      default: return nil
      }
    }
    return value.text.map { FormerText(text: $0, listLengths: lengths) }
  }
}
