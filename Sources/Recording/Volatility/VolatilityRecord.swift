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
  var slots: [String: [String: String]] = [:]

  /// What begins the form of an object whose keys are volatile.
  static let keys = "keys"
  /// The form of JSON text whose keys stand in another order in each run.
  static let sortedKeys = "json with sorted keys"

  init() {}

  /// The form of the slot at a place; nil where none is remembered.
  func form(at place: SlotPlace, _ labels: [StepLabel]) -> String? {
    guard !slots.isEmpty, let slots = slots[labels[place.document.step].text] else { return nil }
    let text = place.generalizedText
    if let form = slots[text] { return form }
    // Volatile keys are shown as `*`.
    let tokens = text.split(separator: "/", omittingEmptySubsequences: false)
    return slots.filter { slot, _ in
      let pattern = slot.split(separator: "/", omittingEmptySubsequences: false)
      return slot.contains("*") && pattern.count == tokens.count
        && zip(pattern, tokens).allSatisfy { $0 == "*" || $0 == $1 }
    }.min { $0.key.precedesByBytes($1.key) }?.value
  }

  /// Whether a slot is worth remembering: no form that tells itself, such as a UUID, which no two runs come to by
  /// chance, and nothing of a request, which repeats what answers said.
  static func isKept(_ form: String, at place: SlotPlace) -> Bool {
    !place.document.part.isSent && isKept(form)
  }

  /// Whether a form is worth remembering.
  static func isKept(_ form: String) -> Bool {
    let evident: Set<Substring> = ["uuid", "ulid", "ago", "secret"]
    return !form.split(separator: ",").allSatisfy { part in
      part.split(separator: " ").first.map(evident.contains) ?? false
    }
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
    for (label, places) in slots.members {
      guard places.kind == .object else { throw Self.unreadable }
      for (place, format) in places.members {
        guard let text = format.string else { throw Self.unreadable }
        self.slots[label, default: [:]][place] = text
      }
    }
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
