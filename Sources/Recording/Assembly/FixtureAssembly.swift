internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Verification
internal import Workspace

/// The files of a fixture set, before they are written.
struct AssembledSet {
  /// Bytes by path within the set: bodies, the manifest and the record of what is volatile.
  let files: [String: [UInt8]]
  /// The manifest's entries.
  let entries: [FixtureEntry]
  /// What was found to be volatile.
  let record: VolatilityRecord
  /// How many answers this recording made, those without a body too.
  let recordedCount: Int
  /// How far the runs prove the order of lists.
  var order = OrderProof()
  /// What stands in the way of writing them, where it is an error, and what else there is to say.
  var findings: [Finding]
}

/// Turns the runs of a recording into a fixture set: the same bytes on every day and every machine.
struct FixtureAssembly {
  let contract: Contract
  let runs: [RecordedRun]
  let record: VolatilityRecord
  let registry: SecretRegistry
  /// The configuration, as findings show it.
  var configurationPath = "assay.json"
  /// Where only a part is recorded: the set that the part goes into.
  var partial: PartialSet?

  /// Builds the set; with an error among the findings it is not to be written.
  func assemble() -> AssembledSet {
    let alignment = RunAlignment(runs, contract: contract, sharedStepNames: partial?.sharedStepNames ?? [])
    var findings = alignment.findings
    let input = input(alignment)
    let stabilizer = Stabilizer(input)
    if let finding = unsettled(stabilizer.unsettled) { findings.report(finding) }
    var values: [DocumentID: JSONValue] = [:]
    for document in alignment.documents { values[document.id] = stabilizer.stabilize(document.id, document.value) }
    let days = RunDays(runs, times: stabilizer.runTimes)
    if let note = days.finding(configuration: configurationPath) { findings.report(note) }
    let counters = SerialCounters(runs[0].exchanges, alignment.documents, flows: input.flows, values: values)
    if let note = counters.finding(configuration: configurationPath) { findings.report(note) }
    let origins = ParameterResolution(
      contract: contract, exchanges: runs[0].exchanges, documents: alignment.documents, values: values)

    var files: [String: [UInt8]] = [:]
    var entries: [FixtureEntry] = []
    for (index, exchange) in runs[0].exchanges.enumerated() {
      guard let record = exchange.record, let route = contract.route(id: record.routeID) else { continue }
      let body = body(exchange, values[DocumentID(step: index, part: .answer)], record)
      if let body { files[body.path] = body.bytes }
      entries.append(entry(index, exchange, record, route, body, values, origins))
    }
    files[FixtureManifest.fileName] = FixtureManifest(entries: entries).canonicalText()
    var volatility = stabilizer.record
    if let partial {
      volatility.names = volatility.names.filter { name in
        stabilizer.namingSteps[name, default: []].contains { step in
          runs[0].exchanges[step].record.map { partial.selection.names(route: $0.routeID, case: $0.caseName) } ?? false
        }
      }
    }
    if let note = newNote(volatility) { findings.report(note) }
    let labels = Set(alignment.labels.map(\.text))
    // A slot stays volatile while its step is recorded, whether or not it differed this time.
    var slots = volatility.slots
    for (label, former) in record.slots where labels.contains(label) {
      for (place, text) in former where VolatilityRecord.isAnswered(place) && !RecalledForm(text).isEmpty {
        var form = RecalledForm(text)
        if let found = slots[label]?[place] { form.formUnion(RecalledForm(found)) }
        slots[label, default: [:]][place] = form.text
      }
    }
    volatility.slots = slots
    files[VolatilityRecord.fileName] = volatility.canonicalText
    findings.report(secrets(in: files))
    return AssembledSet(
      files: files, entries: entries, record: volatility, recordedCount: entries.count,
      order: OrderProof(lists: alignment.orderedLists, runCount: runs.count), findings: findings.merged)
  }

  /// Says where the next recording will say something else, since every look at the runs found something new.
  func unsettled(_ places: [(label: String, place: String)]) -> Finding? {
    let found = places.map { label, place in
      let parts = label.split(separator: "/", maxSplits: 1).map(String.init)
      return Place(route: parts[0], file: parts.count > 1 ? parts[1] : nil, pointer: JSONPointer(text: place))
    }.sorted { $0.description.precedesByBytes($1.description) }
    guard let first = found.first else { return nil }
    var finding = Finding(
      RecordingRules.unsettled, .warning,
      "what is volatile there did not come to an end, however often it was looked at",
      help: "record once more: what is known by then is kept; please report the answer's shape", at: first)
    finding.morePlaces = Array(found.dropFirst())
    return finding
  }

  /// Says which values of steps that a former recording knew were found to be volatile only now: why files change.
  private func newNote(_ found: VolatilityRecord) -> Finding? {
    var places: [Place] = []
    for exchange in runs[0].exchanges {
      guard let recorded = exchange.record, let known = record.slots["\(recorded.routeID)/\(recorded.caseName)"] else {
        continue
      }
      let slots = found.slots["\(recorded.routeID)/\(recorded.caseName)"] ?? [:]
      for place in slots.keys.sorted(by: { $0.precedesByBytes($1) }) where known[place] == nil {
        places.append(Place(route: recorded.routeID, file: recorded.caseName, pointer: JSONPointer(text: place)))
      }
    }
    guard let first = places.first else { return nil }
    var finding = Finding(
      RecordingRules.newlyVolatile, .note,
      "the value differs between the runs, and former recordings did not see it differ",
      help: "it is replaced from now on, also where the runs agree; '--forget' begins anew", at: first)
    finding.morePlaces = Array(places.dropFirst())
    return finding
  }

  private func input(_ alignment: RunAlignment) -> VolatilityInput {
    let exchanges = runs[0].exchanges
    let steps = Dictionary(
      exchanges.enumerated().map { ($1.stepInFile, $0) }, uniquingKeysWith: { first, _ in first })
    let flows = exchanges.flatMap { exchange in
      exchange.uses.compactMap { use in
        steps["\(exchange.file)#\(use.step)"].map {
          SlotPlace(document: DocumentID(step: $0, part: .answer), pointer: use.pointer)
        }
      }
    }
    let formerText: @Sendable (SlotPlace) -> FormerText? = { [texts = partial?.texts] place in
      exchanges[place.document.step].record.flatMap { record in
        texts?.text(of: "\(record.routeID)/\(record.caseName)", at: place)
      }
    }
    let lookup = TypeLookup(contract: contract)
    let registry = registry
    let secrets = alignment.secrets
    return VolatilityInput(
      documents: alignment.documents, labels: alignment.labels, paths: exchanges.map(\.path),
      queryNames: exchanges.map { $0.query.map(\.name) }, flows: Set(flows), windows: runs.map(\.window),
      record: record, isSecret: { secrets.contains($0) || !registry.scan(Array($0.utf8)).isEmpty },
      declaredType: { place in
        place.document.part == .answer
          ? lookup.type(at: place.pointer, inAnswerTo: exchanges[place.document.step]) : nil
      }, formerText: formerText)
  }

  private func body(
    _ exchange: RecordedExchange, _ value: JSONValue?, _ record: (routeID: String, caseName: String)
  ) -> (path: String, bytes: [UInt8])? {
    guard !exchange.body.isEmpty else { return nil }
    let stem = "\(record.routeID)/\(record.caseName)"
    if exchange.isJSON { return value.map { (stem + ".json", $0.canonicalText()) } }
    let text: [UInt8] = if case .string(let text)? = value { Array(text.utf8) } else { exchange.body }
    // Bytes that are not text keep every one of them; text has gone through the search for volatile values.
    let isText = String(validating: exchange.body, as: UTF8.self) != nil
    return (stem + "." + Self.fileExtension(exchange.mediaType), isText ? text : exchange.body)
  }

  private static func fileExtension(_ mediaType: String?) -> String {
    switch mediaType {
    case "text/html": "html"
    case "text/csv": "csv"
    case "text/plain": "txt"
    case "application/xml", "text/xml": "xml"
    case "image/png": "png"
    case "image/jpeg": "jpg"
    case "application/pdf": "pdf"
    default: "bin"
    }
  }

  private func entry(
    _ index: Int, _ exchange: RecordedExchange, _ record: (routeID: String, caseName: String), _ route: Route,
    _ body: (path: String, bytes: [UInt8])?, _ values: [DocumentID: JSONValue], _ origins: ParameterResolution
  ) -> FixtureEntry {
    func text(_ part: DocumentID.Part, _ fallback: String) -> String {
      values[DocumentID(step: index, part: part)]?.string ?? fallback
    }
    let headers = KeptHeaders.of(exchange.headers).map { header in
      NamedValue(header.name, text(.header(header.name, header.occurrence), header.value))
    }
    let query = exchange.query.enumerated().map { NamedValue($1.name, text(.query($0), $1.value)) }
    let type: String? =
      if case .body(let type) = route.answer(status: exchange.status) { type.displayText } else { nil }
    return FixtureEntry(
      routeID: record.routeID, caseName: record.caseName, file: body?.path, method: exchange.method,
      pathTemplate: route.path.text, parameters: origins.origins(ofStep: index, route: route), query: query,
      persona: exchange.persona, status: exchange.status, headers: headers, contentType: exchange.mediaType,
      requestBody: values[DocumentID(step: index, part: .request)], requestType: exchange.request.mediaType,
      type: body == nil ? nil : type,
      sha256: body.map { SHA256.hexDigest($0.bytes) })
  }

  /// Whatever is about to be written is searched for every secret of the run, in each form; one finding for each secret.
  func secrets(in files: [String: [UInt8]]) -> [Finding] {
    var places: [String: [Place]] = [:]
    for (path, bytes) in files.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      let names = Set(registry.scan(bytes).map(\.name))
      if names.isEmpty { continue }
      let document = path.hasSuffix(".json") ? try? JSONDocument(parsing: bytes) : nil
      for name in names {
        let pointers = document.map { self.pointers(to: name, in: $0.root, at: JSONPointer()) } ?? []
        places[name, default: []] +=
          pointers.isEmpty ? [Place(file: path)] : pointers.map { Place(file: path, pointer: $0) }
      }
    }
    return places.sorted { $0.key.precedesByBytes($1.key) }.map { name, places in
      var finding = Finding(
        RecordingRules.secretInOutput, .error, "the value of \(name) would stand in the fixtures",
        help: "nothing was written: if the value is a word that answers hold anyway, give it another; "
          + "else keep the server from echoing it", at: places[0], member: name)
      finding.morePlaces = Array(places.dropFirst())
      return finding
    }
  }

  /// The texts and keys of a document that hold a secret.
  private func pointers(to name: String, in node: JSONNode, at pointer: JSONPointer) -> [JSONPointer] {
    func holds(_ text: String) -> Bool { registry.scan(Array(text.utf8)).contains { $0.name == name } }
    switch node.kind {
    case .object:
      return node.members.flatMap { key, value in
        let member = pointer.appending(key)
        return (holds(key) ? [member] : []) + pointers(to: name, in: value, at: member)
      }
    case .array:
      return node.elements.enumerated().flatMap { pointers(to: name, in: $1, at: pointer.appending($0)) }
    default:
      return holds(node.string ?? node.numberText ?? "") ? [pointer] : []
    }
  }
}
