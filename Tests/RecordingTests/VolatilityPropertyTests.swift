import Diagnostics
import JSONText
import Testing
import Workspace

@testable import Recording

/// Numbers that are the same on every machine (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Makes up an API's answers: documents of one shape with other volatile values in each run.
private struct RandomRecording {
  private var numbers: SeededNumbers
  private let runCount: Int
  /// Texts of at least 6 bytes that no fixture may hold.
  private(set) var volatileTexts: Set<String> = []
  /// Things that several places name: their text in each run.
  private var things: [[String]] = []
  /// Pointers, by document, that name one thing.
  private(set) var sightings: [[(document: Int, pointer: String)]] = []

  init(seed: UInt64, runCount: Int) {
    numbers = SeededNumbers(seed: seed)
    self.runCount = runCount
  }

  private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &numbers)] }

  private mutating func word(_ alphabet: String, _ length: Int) -> String {
    let letters = Array(alphabet)
    return String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &numbers)] })
  }

  private mutating func identifier(_ kind: Int) -> String {
    switch kind {
    case 0:
      let hex = word("0123456789abcdef", 30)
      let parts = [
        hex.prefix(8), hex.dropFirst(8).prefix(4), "4" + hex.dropFirst(12).prefix(3), "a" + hex.dropFirst(15).prefix(3),
      ]
      return (parts + [hex.dropFirst(18).prefix(12)]).joined(separator: "-")
    case 1: return "01" + word("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 24)
    case 2: return "c" + word("0123456789abcdefghijklmnopqrstuvwxyz", 24)
    case 3: return word("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", 21)
    case 4: return word("0123456789abcdef", 40)
    case 5: return word("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 8)
    default: return "pub_" + word("0123456789abcdef", 12)
    }
  }

  private mutating func thing(at document: Int, _ pointer: String) -> [String] {
    if things.isEmpty || Int.random(in: 0..<3, using: &numbers) == 0 {
      let kind = Int.random(in: 0...6, using: &numbers)
      var texts: [String] = []
      for _ in 0..<runCount { texts.append(identifier(kind)) }
      volatileTexts.formUnion(texts)
      things.append(texts)
      sightings.append([])
    }
    let index = Int.random(in: 0..<things.count, using: &numbers)
    sightings[index].append((document, pointer))
    return things[index]
  }

  private func quoted(_ text: String) -> String {
    String(decoding: JSONValue.string(text).canonicalText(indent: 0), as: UTF8.self)
  }

  /// JSON text of one value in each run.
  private mutating func value(at document: Int, _ pointer: String, depth: Int) -> [String] {
    switch Int.random(in: 0..<(depth > 2 ? 11 : 16), using: &numbers) {
    case 0: return thing(at: document, pointer).map(quoted)
    case 1: return thing(at: document, pointer).map { quoted("/things/\($0)/parts?x=1") }
    case 2: return thing(at: document, pointer).map { quoted("See \($0), please.") }
    case 3:
      return thing(at: document, pointer).map {
        quoted(Base64.encode(Array(#"{"after":"\#($0)","n":20}"#.utf8), urlSafe: true, padding: false))
      }
    case 4: return thing(at: document, pointer).map { quoted(#"{"id":"\#($0)","n":2}"#) }
    case 5: return instants()
    case 6: return (0..<runCount).map { "\(100 + $0 * 17 + document)" }
    case 7: return (0..<runCount).map { quoted("\(2 + $0) seconds ago") }
    case 8:
      return Array(
        repeating: pick(["1", "2.50", "true", "null", #""calm""#, #""K7QX""#, #""3 of 5""#, "1e2"]), count: runCount)
    case 9: return Array(repeating: quoted(word("abcdefgh ", 12)), count: runCount)
    case 10: return (0..<runCount).map { quoted("PT\(5 + $0 * 3).5S") }
    case 11, 12:
      let count = Int.random(in: 0...3, using: &numbers)
      let elements = (0..<count).map { value(at: document, "\(pointer)/\($0)", depth: depth + 1) }
      return (0..<runCount).map { run in "[" + elements.map { $0[run] }.joined(separator: ",") + "]" }
    case 13:
      let keys = thing(at: document, pointer)
      return keys.map { "{\(quoted($0)):1}" }
    default: return object(at: document, pointer, depth: depth + 1)
    }
  }

  private mutating func instants() -> [String] {
    let second = Int.random(in: 0..<50, using: &numbers)
    let kind = Int.random(in: 0..<5, using: &numbers)
    return (0..<runCount).map { run in
      let seconds = 1_772_445_600 + run * 90_000 + second
      switch kind {
      case 0: return quoted(Instant.text(seconds: seconds, style: InstantStyle()))
      case 1: return quoted(MailDate.text(seconds: seconds, style: MailDateStyle()))
      case 2: return "\(seconds)"
      case 3: return "\(seconds)123"
      default: return quoted(CalendarDay(days: seconds / 86_400).text)
      }
    }
  }

  mutating func object(at document: Int, _ pointer: String, depth: Int = 0) -> [String] {
    let names = ["alpha", "beta", "gamma", "delta", "path", "note", "at", "ref"]
    let count = Int.random(in: 1...names.count, using: &numbers)
    let members = names.prefix(count).map { (name: $0, values: value(at: document, "\(pointer)/\($0)", depth: depth)) }
    return (0..<runCount).map { run in
      "{" + members.map { "\"\($0.name)\":\($0.values[run])" }.joined(separator: ",") + "}"
    }
  }
}

@Suite("Random recordings")
struct VolatilityPropertyTests {
  @Test(
    "whichever runs are compared, the set is the same, holds no text of a run, and keeps one thing one",
    arguments: 0..<20)
  func property(_ seed: Int) throws {
    var random = RandomRecording(seed: UInt64(seed), runCount: 3)
    let steps = (0..<4).map { index in
      RunStep(name: "step\(index)", method: index == 0 ? "POST" : "GET", answers: random.object(at: index, ""))
    }
    let sets = [[0, 1], [1, 0], [0, 2], [2, 1], [0, 1, 2]].map { RunBuilder(steps: steps, runs: $0).assemble() }
    #expect(sets[0].errors == [])
    for set in sets.dropFirst() { compare(set, sets[0]) }
    let text = sets[0].files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    for volatile in random.volatileTexts { #expect(!text.contains(volatile)) }
    #expect(!text.contains("2026-03"))
    // Recording again with what is remembered changes nothing.
    let again = RunBuilder(steps: steps, record: try sets[0].remembered, runs: [1, 2]).assemble()
    compare(again, sets[0])
    try sameThings(random.sightings, steps, sets[0])
  }

  private func compare(_ set: AssembledSet, _ expected: AssembledSet) {
    #expect(set.files.keys.sorted() == expected.files.keys.sorted())
    for (path, bytes) in expected.files where set.files[path] != bytes {
      let lines = [bytes, set.files[path] ?? []].map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
      let pair = zip(lines[0], lines[1]).first { $0 != $1 }
      Issue.record("\(path) differs: \(pair.map { "\($0.0) | \($0.1)" } ?? "in length")")
    }
  }

  /// Places that name one thing show one text, however it is wrapped: it is the only code in the value.
  private func sameThings(_ sightings: [[(document: Int, pointer: String)]], _ steps: [RunStep], _ set: AssembledSet)
    throws
  {
    for places in sightings {
      let codes = try places.map { place -> Set<String> in
        let step = steps[place.document]
        let bytes = try #require(set.files["\(step.routeID)/\(step.name).json"])
        var value = try JSONDocument(parsing: bytes).root.value
        for token in JSONPointer(text: place.pointer)?.tokens ?? [] {
          value = value[token] ?? Int(token).flatMap { index in value.elements.map { $0[index] } } ?? value
        }
        return Self.codes(value)
      }
      for other in codes.dropFirst() { #expect(!codes[0].isDisjoint(with: other), "\(places): \(codes)") }
    }
  }

  private static func codes(_ value: JSONValue) -> Set<String> {
    switch value {
    case .object(let members):
      return members.reduce(into: []) { $0.formUnion(codes(.string($1.key)).union(codes($1.value))) }
    case .string(let text):
      if text.hasPrefix("ey"), let bytes = Base64.decode(text) {
        return codes(.string(String(decoding: bytes, as: UTF8.self)))
      }
      return Set(TokenScanner.tokens(text).map(\.text).filter { $0.utf8.count >= 8 })
    default: return []
    }
  }
}
