internal import Diagnostics
internal import Workspace

/// Holds files that are kept twice equal, byte for byte.
struct PinAudit {
  let pins: [[String]]
  let folder: String
  let file: String?

  func findings() -> [Finding] {
    var findings = FindingList()
    for pin in pins {
      var first: (path: String, bytes: [UInt8])?
      for path in pin {
        guard let bytes = read(path, &findings) else { continue }
        guard let known = first else {
          first = (path, bytes)
          continue
        }
        if known.bytes != bytes { findings.report(difference(known, (path, bytes))) }
      }
    }
    return findings.all
  }

  private func read(_ path: String, _ findings: inout FindingList) -> [UInt8]? {
    do throws(WorkspaceError) {
      if let bytes = try FileSystem.readIfPresent(FileSystem.resolve(path, relativeTo: folder)) { return bytes }
      findings.report(
        Finding(
          AuditRules.pinMissing, .error, "\(path) is not there, so it was compared with nothing",
          help: "check it out, or correct the path under audits.pins", at: Place(file: path)))
    } catch {
      findings.report(error.finding)
    }
    return nil
  }

  private func difference(_ a: (path: String, bytes: [UInt8]), _ b: (path: String, bytes: [UInt8])) -> Finding {
    let offset = zip(a.bytes, b.bytes).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.bytes.count, b.bytes.count)
    let line = SourceFile(path: b.path, bytes: b.bytes).position(at: offset).line
    return Finding(
      AuditRules.pinDiffers, .error, "\(b.path) is not equal to \(a.path)", help: "copy the right one over the other",
      at: Place(file: b.path),
      notes: [
        FindingNote(
          "the first difference is at byte \(offset), line \(line); \(a.bytes.count) and \(b.bytes.count) bytes")
      ])
  }
}
