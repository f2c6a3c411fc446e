import ContractFrontends
import ContractModel
import Diagnostics
import JSONText
import SampleAPI
import Testing
import Verification
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The generated Swift has a type of the same name.
private typealias Value = JSONText.JSONValue

/// The interpreting checker and the compiled decoder must say the same of every body that strict parsing accepts.
@Suite("The checker and the compiled decoder agree")
struct AgreementTests {
  /// What is put in the place of each value of each recorded answer.
  private static let replacements: [Value] =
    [
      .null, .bool(true), .number("0"), .number("-1"), .number("0.5"), .number("1.0"), .number("1e2"), .number("1e400"),
      .number("1e-400"),
      .number("9007199254740993"), .number("9223372036854775808"), .number("123456789012345678901234567890"),
      .string(""), .string("unheard-of"), .string("2026-01-31"), .string("2026-01-31T10:00:00Z"),
      .string("\u{0}\u{10FFFF}"), .array([]), .array([.null]), .object([]),
    ]
    + ["kind", "type", "access", "status"].map { tag in
      .object([Value.Member(key: tag, value: .string("unheard-of"))])
    }

  private static let contract: Contract = {
    var findings = FindingList()
    let root = FileSystem.resolve("../..", relativeTo: FileSystem.parent(of: #filePath))
    let configuration = try? Configuration.load(path: root + "/contracts/assay.json")
    let sources = (configuration?.sources ?? []).compactMap { source -> ContractSourceSet? in
      guard let kind = ContractSource.Kind(rawValue: source.kind.rawValue) else { return nil }
      let names = (try? Globbing.files(matching: source.include.map { "contracts/" + $0 }, in: root)) ?? []
      let files = names.compactMap { name in
        (try? FileSystem.read(root + "/" + name)).map { SourceFile(path: name, bytes: $0) }
      }
      return ContractSourceSet(kind: kind, files: files, zodVersion: source.zodVersion)
    }
    return ContractLoader.load(sources: sources, rootFolder: root, findings: &findings)
  }()

  /// A value with one place changed: another value, or nil for a member that is taken out.
  private static func variants(of value: Value) -> [Value] {
    var variants = replacements.filter { $0 != value }
    switch value {
    case .array(let elements):
      for index in elements.indices {
        for changed in Self.variants(of: elements[index]) {
          var copy = elements
          copy[index] = changed
          variants.append(.array(copy))
        }
      }
    case .object(let members):
      for index in members.indices {
        var without = members
        without.remove(at: index)
        variants.append(.object(without))
        var renamed = members
        renamed[index].key += "\u{301}"
        variants.append(.object(renamed))
        for changed in Self.variants(of: members[index].value) {
          var copy = members
          copy[index].value = changed
          variants.append(.object(copy))
        }
      }
    default: break
    }
    return variants
  }

  @Test("on each recorded answer with any one value changed", arguments: Recorded.answers)
  func onMutants(answer: RecordedAnswer) throws {
    let entry = answer.entry
    let fixtures = try Recorded.fixtures.get()
    let registered = try #require(ContractRegistry.entry(routeID: entry.routeID, status: entry.status))
    guard case .body(let type)? = Self.contract.route(id: entry.routeID)?.answer(status: entry.status) else {
      Issue.record("the contract declares no body for \(entry.routeID) with status \(entry.status)")
      return
    }
    let checker = ValueChecker(contract: Self.contract)
    let recorded = try #require(try fixtures.document(of: entry)).root.value
    var counts = (accepted: 0, refused: 0)
    for value in Self.variants(of: recorded) {
      let bytes = value.canonicalText(indent: 0)
      let document = try JSONDocument(parsing: bytes)
      let mismatches = checker.check(document.root, against: type)
      let encoded = try? registered.roundTrip(Data(bytes))
      let text = String(decoding: bytes.prefix(400), as: UTF8.self)
      if mismatches.contains(where: \.breaksDecoding) {
        counts.refused += 1
        #expect(encoded == nil, "\(entry.title): decodes, and \(mismatches.map(\.message)): \(text)")
      } else if let encoded {
        counts.accepted += 1
        guard mismatches.isEmpty else { continue }
        let differences = LosslessComparison.differences(
          document.root, try JSONDocument(parsing: Array(encoded)).root)
        #expect(differences.isEmpty, "\(entry.title): loses something and nothing was found: \(text)")
      } else {
        Issue.record("\(entry.title): does not decode, and the checker found \(mismatches.map(\.message)): \(text)")
      }
    }
    // Nothing else than the empty list itself is right where nothing is known of its elements' values.
    #expect(counts.refused > 0 && (counts.accepted > 0 || recorded == .array([])))
  }
}
