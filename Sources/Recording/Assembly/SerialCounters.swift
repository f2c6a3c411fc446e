internal import Diagnostics
internal import JSONText

/// Numbers that count up with the writes of a recording while every run answers the same ones.
///
/// Where a fresh database hands out the same ids in every run, nothing tells a counter that no request uses from a count:
/// a step in front moves it. Where the runs' sequences start elsewhere, it differs, and there is nothing to say.
struct SerialCounters {
  private let exchanges: [RecordedExchange]
  private let documents: [(id: DocumentID, value: AlignedValue)]
  private let flows: Set<SlotPlace>
  /// What the fixtures show.
  private let values: [DocumentID: JSONValue]

  init(
    _ exchanges: [RecordedExchange], _ documents: [(id: DocumentID, value: AlignedValue)], flows: Set<SlotPlace>,
    values: [DocumentID: JSONValue]
  ) {
    self.exchanges = exchanges
    self.documents = documents
    self.flows = flows
    self.values = values
  }

  /// The note, with the places that look like counters; nil where no id is the same serial number in every run.
  func finding(configuration path: String) -> Finding? {
    guard hasSameIDs else { return nil }
    let places = suspects
    var finding = Finding(
      RecordingRules.sameNumbers, .note,
      "the runs hand out the same ids, so a number that counts up and that no request uses stays as it is: "
        + "a step in front would move it",
      help: "let webServer.perturb start the second run's sequences elsewhere, as an option of the server or a command "
        + "that seeds its database; else nothing, if the fixtures hold no such number",
      at: places.first ?? Place(file: path), member: "webServer.perturb")
    finding.morePlaces = Array(places.dropFirst())
    return finding
  }

  /// Whether a value that a later request used is one number in every run.
  private var hasSameIDs: Bool {
    documents.contains { document in
      flows.contains { flow in
        guard flow.document == document.id, case .scalar(let runs)? = document.value.resolve(flow.pointer.tokens) else {
          return false
        }
        let texts = runs.compactMap(\.text)
        return texts.count == runs.count && texts.allEqual && SerialOwners.isSerial(texts)
      }
    }
  }

  /// Places whose numbers rise from one write of a route to its next, and stand in the fixtures as they were answered.
  private var suspects: [Place] {
    var rows: [String: [(number: Int, place: Place)]] = [:]
    for document in documents where document.id.part == .answer {
      let exchange = exchanges[document.id.step]
      guard let record = exchange.record, exchange.isWrite, (200..<300).contains(exchange.status),
        let shown = values[document.id]
      else { continue }
      document.value.visitScalars(readsText: false) { pointer, runs in
        let texts = runs.compactMap(\.text)
        guard texts.count == runs.count, texts.allEqual, let number = Self.number(texts[0]),
          !pointer.tokens.contains(where: { Int($0) != nil }),
          !SlotPlace(document: document.id, pointer: pointer).isMeasureNamed,
          shown.value(at: pointer.tokens)?.text == texts[0]
        else { return }
        let place = Place(route: record.routeID, file: record.caseName, pointer: pointer)
        rows["\(record.routeID) \(pointer)", default: []].append((number, place))
      }
    }
    let rising = rows.filter { _, row in
      row.count > 1 && zip(row, row.dropFirst()).allSatisfy { $0.number < $1.number }
    }
    return rising.sorted { $0.key.precedesByBytes($1.key) }.compactMap { $0.value.first?.place }
  }

  /// The number that a text is, or ends with, such as `INV-0007`.
  private static func number(_ text: String) -> Int? {
    let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard (1...9).contains(digits), !text.dropLast(digits).contains(where: \.isNumber) else { return nil }
    return Int(text.suffix(digits))
  }
}

extension JSONValue {
  /// What stands under member names.
  fileprivate func value(at tokens: [String]) -> JSONValue? {
    tokens.reduce(Optional(self)) { value, token in value?[token] }
  }
}
