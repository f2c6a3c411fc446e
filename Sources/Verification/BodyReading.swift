public import Diagnostics
public import JSONText

/// Parses bodies strictly, and reports what makes their meaning doubtful.
public enum BodyReading {
  /// The parsed text; nil, with a finding, when it is not JSON. Duplicate keys are findings too.
  public static func parse(_ file: SourceFile, route: String?, _ findings: inout FindingList) -> JSONDocument? {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: file.bytes)
    } catch {
      let span = SourceSpan(file: file, start: error.position.offset, end: error.position.offset + 1)
      findings.report(
        Finding(
          VerificationRules.notJSON, .error, "not JSON: \(error.message)",
          help: "correct the server, and run 'assay record'", at: Place(span: span, route: route)))
      return nil
    }
    findings.report(doubts(about: document, route: route, file: file.path))
    return document
  }

  /// What makes the meaning of a document doubtful: keys that are there twice, or that Swift takes for one.
  public static func doubts(about document: JSONDocument, route: String?, file: String) -> [Finding] {
    var findings = FindingList()
    for duplicate in document.duplicateKeys {
      findings.report(
        Finding(
          VerificationRules.duplicateKey, .error, "the key is there twice, and decoders disagree on which one counts",
          help: "correct the server so that it sends the key once",
          at: Place(route: route, file: file, pointer: duplicate.pointer),
          notes: [
            FindingNote("lines \(duplicate.first.line) and \(duplicate.second.line)")
          ]))
    }
    findSimilarKeys(document.root, JSONPointer()) { pointer in
      findings.report(
        Finding(
          VerificationRules.similarKeys, .error,
          "two keys differ only in how their letters are composed, and Swift decodes only one",
          help: "use one Unicode form in the server", at: Place(route: route, file: file, pointer: pointer)))
    }
    return findings.all
  }

  /// Finds keys that differ by bytes and are equal as Swift strings (canonical equivalence).
  private static func findSimilarKeys(_ node: JSONNode, _ pointer: JSONPointer, _ report: (JSONPointer) -> Void) {
    switch node.kind {
    case .array:
      for (index, element) in node.elements.enumerated() where element.count > 0 {
        findSimilarKeys(element, pointer.appending(index), report)
      }
    case .object:
      var seen: [String: [UInt8]] = [:]
      for (key, value) in node.members {
        if key.utf8.contains(where: { $0 >= 0x80 }) {
          let bytes = Array(key.utf8)
          if let first = seen[key], first != bytes { report(pointer.appending(key)) }
          seen[key] = bytes
        }
        if value.count > 0 { findSimilarKeys(value, pointer.appending(key), report) }
      }
    default: break
    }
  }
}
