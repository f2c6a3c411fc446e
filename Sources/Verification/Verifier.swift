public import ContractModel
public import Diagnostics
internal import JSONText

/// What verifying a fixture set told.
public struct VerificationReport: Sendable {
  /// What is wrong, merged and sorted.
  public let findings: [Finding]
  /// What the set has shown of the contract; its ``Coverage/findings`` are notes.
  public let coverage: Coverage
  /// How many bodies were held against a type.
  public let checkedBodies: Int
  /// How many entries the set has.
  public let entryCount: Int
}

/// Holds a fixture set against a contract, offline.
public struct Verifier: Sendable {
  /// The contract.
  public let contract: Contract
  /// The fixtures.
  public let fixtures: FixtureSet
  /// Reasons by the ids of routes that need no fixture.
  public let waivers: [String: String]

  /// Creates a verifier.
  public init(contract: Contract, fixtures: FixtureSet, waivers: [String: String] = [:]) {
    self.contract = contract
    self.fixtures = fixtures
    self.waivers = waivers
  }

  /// Checks every fixture, and that every route has one.
  public func verify() -> VerificationReport {
    var run = VerificationRun(contract: contract, fixtures: fixtures)
    run.findings.report(fixtures.findings)
    for entry in fixtures.manifest.entries { run.check(entry) }
    checkRoutes(&run.findings)
    return VerificationReport(
      findings: run.findings.merged, coverage: run.coverage, checkedBodies: run.checkedBodies,
      entryCount: fixtures.manifest.entries.count)
  }

  private func checkRoutes(_ findings: inout FindingList) {
    let covered = Set(fixtures.manifest.entries.map(\.routeID))
    if covered.isEmpty {
      findings.report(
        Finding(
          VerificationRules.emptySet, .error, "the fixture set has no entry, so nothing was verified",
          help: "run 'assay record'", at: Place(file: fixtures.shownFolder + "/" + FixtureManifest.fileName)))
    }
    for route in contract.routes where !covered.contains(route.id) && waivers[route.id] == nil {
      findings.report(
        Finding(
          VerificationRules.routeNotCovered, .error, "\(route.id) (\(route.method) \(route.path)) has no fixture",
          help: "add a step with '# @record \(route.id)' to a scenario and run 'assay record'",
          at: Place(span: route.span, route: route.id), member: route.id))
    }
    for id in waivers.keys.sorted(by: { $0.precedesByBytes($1) })
    where contract.route(id: id) == nil || covered.contains(id) {
      let near = Suggestion.nearest(to: id, among: contract.routes.map(\.id)).map { ", did you mean '\($0)'?" } ?? ""
      let fact = contract.route(id: id) == nil ? "which the contract does not declare\(near)" : "which has fixtures"
      findings.report(
        Finding(
          VerificationRules.staleWaiver, .warning, "a waiver names \(id), \(fact)", help: "remove the waiver",
          at: Place(route: id), member: id))
    }
  }

  /// Holds any JSON text against a named type.
  ///
  /// - Parameter typeName: A type's name, or a route's id for its successful answer.
  public static func check(_ file: SourceFile, typeName: String, contract: Contract) -> [Finding] {
    let declared = contract.type(named: typeName)
    guard
      let type = declared.map({ TypeExpression(.reference($0.name), span: $0.span) })
        ?? contract.route(id: typeName)?.response
    else {
      let names = contract.types.map(\.name) + contract.routes.map(\.id)
      let near = Suggestion.nearest(to: typeName, among: names).map { ", did you mean '\($0)'?" } ?? ""
      return [
        Finding(
          VerificationRules.unknownType, .error, "the contract has no type or route '\(typeName)'\(near)",
          help: "name one of the contract's types, or a route by its id", member: typeName)
      ]
    }
    var findings = FindingList()
    if let document = BodyReading.parse(file, route: nil, &findings) {
      var mismatches = ValueChecker(contract: contract).check(document.root, against: type)
      // A JSON Schema says what is valid; what a tolerant client survives is no part of the question.
      if contract.sources.contains(where: { $0.kind == .jsonSchema && $0.path == type.span.file.path }) {
        for index in mismatches.indices where mismatches[index].breaksSchema { mismatches[index].severity = .error }
      }
      findings.report(
        Mismatch.grouped(mismatches).map { $0.first.finding(route: nil, file: file.path, count: $0.count) })
    }
    return findings.merged
  }
}

/// The state of one verification.
private struct VerificationRun {
  let contract: Contract
  let fixtures: FixtureSet
  var findings = FindingList()
  var coverage = Coverage()
  var checkedBodies = 0

  mutating func check(_ entry: FixtureEntry) {
    let place = fixtures.place(of: entry)
    guard let route = contract.route(id: entry.routeID) else {
      let near = Suggestion.nearest(to: entry.routeID, among: contract.routes.map(\.id))
      findings.report(
        Finding(
          VerificationRules.unknownRoute, .error,
          "the contract declares no route '\(entry.routeID)'" + (near.map { ", did you mean '\($0)'?" } ?? ""),
          help: "declare the route, or correct the scenario's '# @record' and run 'assay record'", at: place))
      return
    }
    if entry.method != route.method || !entry.pathTemplate.utf8.elementsEqual(route.path.text.utf8) {
      report(
        VerificationRules.routeDiffers,
        "recorded as \(entry.method) \(entry.pathTemplate), declared as \(route.method) \(route.path)",
        help: "correct the contract, or run 'assay record'", place, route)
    }
    checkRequest(entry, route)
    checkAnswer(entry, route, place)
  }

  private mutating func checkAnswer(_ entry: FixtureEntry, _ route: Route, _ place: Place) {
    let hasBody = entry.file != nil
    switch route.answer(status: entry.status) {
    case .undeclared:
      report(
        VerificationRules.undeclaredStatus, "status \(entry.status) is not declared for \(route.id)",
        help: (200..<300).contains(entry.status)
          ? "say 'status: \(entry.status)' in the route" : "declare it under the route's 'errors'", place, route)
      if entry.isJSON { _ = document(of: entry) }
    case .empty:
      if hasBody {
        report(
          VerificationRules.bodyUndeclared, "status \(entry.status) has a body, and the contract declares none",
          help: "declare the type of the response", place, route)
      }
    case .raw(let mediaType):
      // Nothing is known of its bytes.
      if !hasBody {
        report(
          VerificationRules.bodyMissing,
          "status \(entry.status) has no body, and the contract declares \(mediaType)",
          help: "correct the contract or the server, and run 'assay record'", place, route)
      }
    case .body(let type):
      guard hasBody else {
        return report(
          VerificationRules.bodyMissing,
          "status \(entry.status) has no body, and the contract declares \(type.displayText)",
          help: "correct the contract or the server, and run 'assay record'", place, route)
      }
      guard entry.isJSON else {
        return report(
          VerificationRules.notJSON,
          "the body is \(entry.contentType ?? "of an unknown type"), and the contract declares \(type.displayText)",
          help: "correct the contract or the server, and run 'assay record'", place, route)
      }
      guard let document = document(of: entry) else { return }
      checkedBodies += 1
      let isSuccess = entry.status == route.status
      let mismatches = ValueChecker(contract: contract).check(
        document.root, against: type, coverage: &coverage, label: isSuccess ? route.id : "\(route.id) \(entry.status)")
      reportAll(mismatches, place)
    }
  }

  private mutating func checkRequest(_ entry: FixtureEntry, _ route: Route) {
    let place = fixtures.requestPlace(of: entry)
    let isAccepted = entry.status == route.status
    // Fields of a form are texts, whatever their types; only JSON has the contract's.
    if entry.requestType != nil { return }
    switch (entry.requestBody, route.request) {
    case (nil, nil): break
    case (nil, .some(let type)):
      guard isAccepted, !route.isRequestOptional, route.requestMediaType == nil else { return }
      report(
        VerificationRules.requestMissing, as: .warning,
        "the scenario sends no JSON body, and the contract declares \(type.displayText)",
        help: "send the body, or correct the contract", place, route)
    case (.some, nil):
      if route.requestMediaType != nil { return }
      report(
        VerificationRules.requestUndeclared, "the scenario sends a body, and the contract declares none",
        help: "declare the type of the request, or send no body", place, route)
    case (.some(let body), .some(let type)):
      // A scenario that provokes an error sends what the schema refuses, on purpose.
      guard isAccepted, let document = try? JSONDocument(parsing: body.canonicalText(indent: 0)) else { return }
      let mismatches = ValueChecker(contract: contract).check(document.root, against: type, direction: .request)
      reportAll(mismatches.map { $0.moved(under: ["request"]) }, place)
    }
  }

  private mutating func document(of entry: FixtureEntry) -> JSONDocument? {
    guard let file = fixtures.sourceFile(of: entry) else { return nil }
    return BodyReading.parse(file, route: entry.routeID, &findings)
  }

  private mutating func reportAll(_ mismatches: [Mismatch], _ place: Place) {
    findings.report(Mismatch.grouped(mismatches).map { $0.first.finding(at: place, count: $0.count) })
  }

  private mutating func report(
    _ rule: RuleID, as severity: Severity = .error, _ message: String, help: String, _ place: Place, _ route: Route
  ) {
    findings.report(
      Finding(
        rule, severity, message, help: help, at: place,
        notes: [FindingNote("the route is declared here", at: Place(span: route.span))]))
  }
}

extension Mismatch {
  /// The mismatch with its places under other tokens.
  func moved(under prefix: [String]) -> Mismatch {
    var copy = self
    copy.pointer = JSONPointer(tokens: prefix + pointer.tokens)
    copy.general = JSONPointer(tokens: prefix + general.tokens)
    return copy
  }
}
