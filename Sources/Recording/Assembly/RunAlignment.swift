internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Transport
internal import Verification

/// The documents of all runs, laid side by side.
struct RunAlignment {
  /// Every document by its place, in the order of the steps.
  private(set) var documents: [(id: DocumentID, value: AlignedValue)] = []
  /// Label of each step.
  let labels: [StepLabel]
  private(set) var findings = FindingList()
  /// Lists of recorded answers whose order every run agrees on.
  private(set) var orderedLists: [OrderProof.List] = []
  /// Texts that are secrets by the name before them in some text, and look like none.
  private(set) var secrets: Set<String> = []

  private let runs: [RecordedRun]
  private let contract: Contract

  /// Aligns runs of the same steps.
  ///
  /// Object keys are matched twice: the second time with the ids that the first pass found.
  ///
  /// - Parameter sharedStepNames: Step names that several files have, those included that did not run.
  init(_ runs: [RecordedRun], contract: Contract, sharedStepNames: Set<String> = []) {
    self.runs = runs
    self.contract = contract
    // Step names are unique in their file; where another file has the same one, the file's name tells them apart.
    let files = Dictionary(grouping: runs[0].exchanges, by: \.step).mapValues { Set($0.map(\.file)).count }
    labels = runs[0].exchanges.map { exchange in
      let isShared = files[exchange.step] ?? 1 > 1 || sharedStepNames.contains(exchange.step)
      let step = isShared ? exchange.stepInFile : exchange.step
      return StepLabel(
        text: exchange.record.map { "\($0.routeID)/\($0.caseName)" } ?? step, isWrite: exchange.isWrite)
    }
    let none = KnownIdentities(runCount: runs.count)
    align(identities: none, reports: false)
    var known = none
    for document in documents { known.learn(document.value) }
    align(identities: known, reports: true)
  }

  private mutating func align(identities: KnownIdentities, reports: Bool) {
    documents = []
    for (index, first) in runs[0].exchanges.enumerated() {
      let exchanges = runs.map { $0.exchanges[index] }
      guard Set(exchanges.map(\.status)).count == 1 else {
        if reports {
          report(
            RecordingRules.unstableValue, first, JSONPointer(),
            "the status is \(exchanges.map { String($0.status) }.joined(separator: ", then "))")
        }
        continue
      }
      if first.isJSON, !first.body.isEmpty {
        add(index, .answer, exchanges.map { parse($0.body, of: $0, reports) }, identities, reports)
      } else if !first.body.isEmpty {
        add(index, .answer, exchanges.map { .string(String(decoding: $0.body, as: UTF8.self)) }, identities, reports)
      }
      let bodies = exchanges.map(\.request.value)
      if bodies.allSatisfy({ $0 != nil }) {
        add(index, .request, bodies, identities, reports)
      } else if reports, let record = first.record, let type = first.request.mediaType {
        var place = Place(span: first.span, route: record.routeID)
        place.caseName = record.caseName
        findings.report(
          Finding(
            RecordingRules.requestNotKept, .note,
            "the request's body is bytes or very long: the manifest shows its media type alone, \(type)", at: place))
      }
      alignHead(index, exchanges, identities, reports)
    }
  }

  /// Headers, path parameters and query items: one scalar each.
  private mutating func alignHead(
    _ index: Int, _ exchanges: [RecordedExchange], _ identities: KnownIdentities, _ reports: Bool
  ) {
    let headers = exchanges.map { KeptHeaders.of($0.headers) }
    for header in headers[0] {
      let values = headers.map { run in
        run.first { $0.name == header.name && $0.occurrence == header.occurrence }.map { JSONValue.string($0.value) }
      }
      add(index, .header(header.name, header.occurrence), values, identities, reports)
    }
    for (place, _) in exchanges[0].query.enumerated() {
      add(
        index, .query(place),
        exchanges.map { $0.query.indices.contains(place) ? .string($0.query[place].value) : nil }, identities, reports)
    }
    guard let record = exchanges[0].record, let route = contract.route(id: record.routeID) else { return }
    for name in route.path.parameters {
      let values = exchanges.map {
        route.path.match($0.path)?[name].map { JSONValue.string(PercentEncoding.decode($0)) }
      }
      add(index, .parameter(name), values, identities, reports)
    }
  }

  private mutating func add(
    _ step: Int, _ part: DocumentID.Part, _ values: [JSONValue?], _ identities: KnownIdentities, _ reports: Bool
  ) {
    let exchange = runs[0].exchanges[step]
    let known = zip(values, runs).compactMap { value, run in value.map { Self.replacing(run.knownTexts, in: $0) } }
    guard known.count == runs.count else {
      if reports {
        report(RecordingRules.unstableStructure, exchange, JSONPointer(), "\(part.prefix) is not in every run")
      }
      return
    }
    let lookup = TypeLookup(contract: contract)
    var alignment = Alignment(identities: identities) { pointer in
      part == .answer && lookup.isUnordered(at: pointer, inAnswerTo: exchange)
    }
    // The first look is for ids alone.
    alignment.keepsParts = !reports
    if let value = alignment.align(known) { documents.append((DocumentID(step: step, part: part), value)) }
    secrets.formUnion(alignment.secrets)
    guard reports, let record = exchange.record else { return }
    if part == .answer {
      orderedLists += alignment.orderedLists.map {
        OrderProof.List(
          title: "\(record.routeID)/\(record.caseName)", name: "\(record.routeID) \($0.pointer.generalized)",
          count: $0.count)
      }
    }
    for mismatch in alignment.mismatches {
      report(mismatch.rule, exchange, mismatch.pointer, mismatch.fact, more: mismatch.more)
    }
  }

  private mutating func parse(_ bytes: [UInt8], of exchange: RecordedExchange, _ reports: Bool) -> JSONValue? {
    do {
      let document = try JSONDocument(parsing: bytes)
      if reports, exchange.record != nil {
        for key in document.duplicateKeys {
          report(VerificationRules.duplicateKey, exchange, key.pointer, "the key stands twice in one object")
        }
      }
      return document.root.value
    } catch {
      if reports {
        report(
          RecordingRules.invalidJSON, exchange, JSONPointer(),
          "the answer is not JSON: \(error.message), line \(error.position.line), column \(error.position.column)")
      }
      return nil
    }
  }

  private mutating func report(
    _ rule: RuleID, _ exchange: RecordedExchange, _ pointer: JSONPointer, _ fact: String, more: [JSONPointer] = []
  ) {
    let help = (RecordingRules.rules + VerificationRules.rules).first { $0.id == rule }?.mend
    func place(_ pointer: JSONPointer) -> Place {
      Place(span: exchange.span, route: exchange.record?.routeID, pointer: pointer)
    }
    var finding = Finding(rule, .error, "step '\(exchange.step)': \(fact)", help: help, at: place(pointer))
    finding.morePlaces = more.map(place)
    findings.report(finding)
  }

  /// The value with texts of one run or one machine alone and the secrets of links replaced, in strings and keys.
  static func replacing(
    _ known: [(text: String, placeholder: String)], and machine: MachineTexts = .current, in value: JSONValue
  ) -> JSONValue {
    func replace(_ text: String) -> String {
      let text = known.reduce(text) { $0.contains($1.text) ? $0.replacing($1.text, with: $1.placeholder) : $0 }
      let link = LinkParameters.replacingSecrets(of: machine.replacing(in: text), with: Placeholder.secret)
      return SecretText.replacingSecrets(of: link, with: Placeholder.secret)
    }
    switch value {
    case .string(let text): return .string(replace(text))
    case .array(let elements): return .array(elements.map { replacing(known, and: machine, in: $0) })
    case .object(let members):
      return .object(
        members.map { JSONValue.Member(key: replace($0.key), value: replacing(known, and: machine, in: $0.value)) })
    default: return value
    }
  }
}
