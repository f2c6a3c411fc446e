internal import Diagnostics
internal import JSONText
internal import Verification

extension DriftComparator {
  private static let mend = "change the contract and run 'assay generate', or change the server back"

  /// Reports a property that is gone.
  func report(_ property: LostProperty, _ context: AnswerContext, _ collector: inout DriftCollector) {
    collector.report(
      Finding(
        DriftRules.fieldRemoved, .error,
        "'\(property.member ?? property.pointer.description)' is gone from the answer", help: Self.mend,
        at: context.place(property.pointer), member: property.member,
        notes: property.span.map { [FindingNote("the contract requires it here", at: Place(span: $0))] } ?? []))
  }

  /// Reports a mismatch between a live answer and its type; what is missing or new is reported elsewhere.
  func report(_ mismatch: Mismatch, _ count: Int, _ context: AnswerContext, _ collector: inout DriftCollector) {
    let subject = mismatch.member.map { "'\($0)'" } ?? mismatch.general.subject
    func add(_ rule: RuleID, _ severity: Severity, _ fact: String, _ notes: [FindingNote] = []) {
      var notes = notes
      if let span = mismatch.span { notes.append(FindingNote("the contract says so here", at: Place(span: span))) }
      collector.report(
        Finding(
          rule, severity, "\(subject) \(fact)", help: Self.mend, at: context.place(mismatch.general),
          member: mismatch.member, notes: notes))
    }
    let severity: Severity = mismatch.breaksDecoding ? .error : .warning
    switch mismatch.kind {
    case .missingProperty, .undeclaredProperty: break
    case .typeMismatch:
      add(DriftRules.typeChanged, severity, "should be \(mismatch.expected) and is now \(mismatch.got)")
    case .unexpectedNull:
      let isNumber = mismatch.expected == "number" || mismatch.expected == "integer"
      add(
        DriftRules.nullAppeared, severity, "is now null and should be \(mismatch.expected)",
        isNumber ? [FindingNote("a JavaScript server writes NaN and Infinity as null")] : [])
    case .unknownEnumValue:
      collector.newValue(
        mismatch.value ?? mismatch.got, rule: DriftRules.enumValueAdded, member: mismatch.member,
        pointer: mismatch.general, span: mismatch.span, context)
    case .unknownVariant where mismatch.details.isEmpty:
      collector.newValue(
        mismatch.value ?? mismatch.got, rule: DriftRules.variantAdded, member: mismatch.member,
        pointer: mismatch.general, span: mismatch.span, context)
    case .unknownVariant:
      add(DriftRules.variantAdded, .error, "fits no variant of \(mismatch.expected)", mismatch.details)
    case .outOfRange, .format, .schemaCondition:
      add(DriftRules.constraintBroken, severity, "should be \(mismatch.expected)")
    case .lossyNumber: add(DriftRules.constraintBroken, severity, "is written in a way that \(mismatch.expected)")
    }
  }

  /// Compares values where a route is marked as exact.
  func compareExactly(
    _ live: JSONDocument, _ fixture: JSONDocument, _ context: AnswerContext, into collector: inout DriftCollector
  ) {
    var reported: Set<JSONPointer> = []
    for difference in LosslessComparison.differences(fixture.root, live.root, limit: 1000) {
      let pointer = difference.pointer.generalized
      guard difference.kind == .changed, reported.insert(pointer).inserted else { continue }
      collector.report(
        Finding(
          DriftRules.valueChanged, .error, "\(pointer.subject) has another value than was recorded",
          help: "run 'assay record' if the change is meant", at: context.place(pointer)))
    }
  }
}

extension JSONPointer {
  /// How a message names the place.
  var subject: String { tokens.isEmpty ? "the document" : "'\(description)'" }
}
