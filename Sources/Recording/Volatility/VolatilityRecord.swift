internal import Diagnostics
internal import JSONText

/// `fixtures/volatility.json`: what a recording found to be volatile, and the names that it gave.
///
/// It is an input next time: a slot stays volatile, and a name sticks while its place still resolves.
struct VolatilityRecord: Hashable, Sendable {
  static let fileName = "volatility.json"

  /// Places that name an identity, such as `guilds.create/createGuild#/id`.
  var names: Set<String> = []
  /// Form of each volatile slot, by step label, then by place with `*` for list indices.
  var slots: [String: [String: String]] = [:] {
    didSet { plantTrees() }
  }
  /// The same for look-up where keys are volatile.
  private var trees: [String: SlotTree<String>] = [:]

  init() {}

  private mutating func plantTrees() { trees = slots.mapValues { SlotTree($0) } }

  /// What is remembered of the slot at a place.
  func form(at place: SlotPlace, _ labels: [StepLabel]) -> RecalledForm {
    guard let tree = trees[labels[place.document.step].text] else { return RecalledForm() }
    return RecalledForm(tree.form(at: place.generalizedText))
  }

  /// Whether a place belongs to an answer: what a request holds repeats what answers said.
  static func isAnswered(_ place: String) -> Bool {
    place.isEmpty || place.hasPrefix("/") || place.hasPrefix("header ")
  }

  /// Reads a record; members that are not understood are an error, since dropping one would rename placeholders.
  init(parsing document: JSONDocument) throws(RecordingError) {
    guard document.root["version"]?.numberText == "1", let names = document.root["names"], names.kind == .array,
      let slots = document.root["slots"], slots.kind == .object
    else { throw Self.unreadable }
    for name in names.elements {
      guard let text = name.string else { throw Self.unreadable }
      self.names.insert(text)
    }
    var read: [String: [String: String]] = [:]
    for (label, places) in slots.members {
      guard places.kind == .object else { throw Self.unreadable }
      for (place, format) in places.members {
        guard let text = format.string else { throw Self.unreadable }
        read[label, default: [:]][place] = text
      }
    }
    self.slots = read
    plantTrees()
  }

  private static let unreadable = RecordingError.unreadableVolatility("it is not a volatility record of version 1")

  /// Canonical bytes.
  var canonicalText: [UInt8] {
    let names = names.sorted { $0.precedesByBytes($1) }.map(JSONValue.string)
    let slots = slots.filter { !$0.value.isEmpty }.map { label, places in
      JSONValue.Member(
        key: label, value: .object(places.map { JSONValue.Member(key: $0.key, value: .string($0.value)) }))
    }
    return JSONValue.object([
      JSONValue.Member(key: "version", value: .number("1")), JSONValue.Member(key: "names", value: .array(names)),
      JSONValue.Member(key: "slots", value: .object(slots)),
    ]).canonicalText()
  }
}
