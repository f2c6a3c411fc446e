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

/// The recorded answers of this repository, read once.
enum Recorded {
  static let folder = FileSystem.resolve("../../fixtures", relativeTo: FileSystem.parent(of: #filePath))

  static let fixtures: Result<FixtureSet, VerificationError> = {
    do throws(VerificationError) {
      return .success(try FixtureSet.load(folder: folder, shownAs: "fixtures"))
    } catch {
      return .failure(error)
    }
  }()

  /// The entries that have a JSON body; empty when the set cannot be read, which a test of its own reports.
  static var answers: [RecordedAnswer] {
    guard case .success(let fixtures) = fixtures else { return [] }
    return fixtures.manifest.entries.filter(\.isJSON).map { RecordedAnswer(entry: $0) }
  }
}

/// One entry, told by its name in test reports.
struct RecordedAnswer: Sendable, CustomTestStringConvertible {
  let entry: FixtureEntry
  var testDescription: String { "\(entry.title) (\(entry.status))" }
}

@Suite("Each recorded answer through its generated type")
struct DecoderSuite {
  /// Routes of the contract that have no fixture, each with the reason.
  static let waivers: [String: String] = [:]

  @Test("the fixture set can be read and is not empty")
  func setIsThere() throws {
    let fixtures = try Recorded.fixtures.get()
    #expect(!fixtures.manifest.entries.isEmpty, "the manifest names no fixture: run `assay record`")
    #expect(!ContractRegistry.routeIDs.isEmpty && !ContractRegistry.entries.isEmpty)
  }

  @Test("every route of the contract has a fixture, or a written waiver")
  func routesAreCovered() throws {
    let fixtures = try Recorded.fixtures.get()
    let recorded = Set(fixtures.manifest.entries.map(\.routeID))
    for route in ContractRegistry.routeIDs where Self.waivers[route] == nil {
      #expect(recorded.contains(route), "no fixture for \(route): add a step with `# @record \(route)`, or a waiver")
    }
    for waived in Self.waivers.keys.sorted() {
      #expect(ContractRegistry.routeIDs.contains(waived), "the waiver for \(waived) names no route")
      #expect(!recorded.contains(waived), "\(waived) has a fixture: drop its waiver")
    }
    #expect(fixtures.manifest.entries.count >= ContractRegistry.routeIDs.count - Self.waivers.count)
  }

  @Test("an answer decodes, and what it encodes to has lost nothing", arguments: Recorded.answers)
  func answerIsLossless(answer: RecordedAnswer) throws {
    let entry = answer.entry
    let fixtures = try Recorded.fixtures.get()
    let registered = try #require(
      ContractRegistry.entry(routeID: entry.routeID, status: entry.status),
      "the contract declares no body for \(entry.routeID) with status \(entry.status)")
    let bytes = try #require(fixtures.body(of: entry), "\(entry.title) has no body")
    let encoded: Data
    do {
      encoded = try registered.roundTrip(Data(bytes))
    } catch {
      Issue.record("\(entry.title) does not decode as \(registered.typeName): \(error)")
      return
    }
    let differences = LosslessComparison.differences(
      try JSONDocument(parsing: bytes).root, try JSONDocument(parsing: Array(encoded)).root)
    for difference in differences {
      Issue.record(
        """
        \(entry.title) as \(registered.typeName): \(difference.kind) at \(difference.pointer), \
        recorded \(difference.expected ?? "nothing"), encoded \(difference.actual ?? "nothing")
        """)
    }
  }
}
