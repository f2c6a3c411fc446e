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

  init() {}

  /// Reads a record; members that are not understood are an error, since dropping one would rename placeholders.
  init(parsing document: JSONDocument) throws(RecordingError) {
    guard document.root["version"]?.numberText == "1", let names = document.root["names"],
      let slots = document.root["slots"]
    else { throw .unreadableVolatility("it is not a volatility record of version 1") }
    for name in names.elements { if let text = name.string { self.names.insert(text) } }
    for (label, places) in slots.members {
      for (place, format) in places.members { self.slots[label, default: [:]][place] = format.string }
    }
  }

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
