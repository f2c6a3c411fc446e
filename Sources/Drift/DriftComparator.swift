public import ContractModel
public import Diagnostics
public import JSONText
internal import Verification

/// Compares answers by meaning: against the declared type, and against the shape that recorded answers showed.
public struct DriftComparator: Sendable {
  let contract: Contract
  private let checker: ValueChecker
  private let renames: RenameMatching

  /// Creates a comparator.
  public init(contract: Contract) {
    self.contract = contract
    checker = ValueChecker(contract: contract)
    renames = RenameMatching(checker: checker)
  }

  /// The differences between two saved answers.
  ///
  /// - Parameters:
  ///   - type: Their declared type; nil compares shape with shape.
  ///   - expectedFile: What findings call the expected answer.
  ///   - actualFile: What findings call the other one.
  public func compare(
    expected: JSONDocument, actual: JSONDocument, type: TypeExpression? = nil, expectedFile: String,
    actualFile: String
  ) -> [Finding] {
    var collector = DriftCollector()
    for (document, file) in [(expected, expectedFile), (actual, actualFile)] {
      for doubt in BodyReading.doubts(about: document, route: nil, file: file) { collector.report(doubt) }
    }
    compare(
      actual, with: [expected], type: type, AnswerContext(file: expectedFile), into: &collector)
    return collector.findings
  }

  /// Compares a live answer with the fixtures of its route.
  func compare(
    _ live: JSONDocument, with fixtures: [JSONDocument], type: TypeExpression?, _ context: AnswerContext,
    into collector: inout DriftCollector
  ) {
    var shown = AnswerShape()
    for fixture in fixtures { shown.add(fixture.root, type: type, contract: contract) }
    var seen = AnswerShape()
    seen.add(live.root, type: type, contract: contract)

    if isEmptied(live.root, shown) {
      return collector.report(
        Finding(
          DriftRules.emptyAnswer, .error, "the answer is {}, and the fixtures have members",
          help: "look at the server's log for the route", at: context.place(JSONPointer())))
    }
    let mismatches = fresh(live.root, fixtures, type)
    if let type, let envelope = envelopeChange(live.root, type, mismatches) {
      return collector.report(
        Finding(
          DriftRules.envelopeChanged, .error, envelope,
          help: "change the contract and run 'assay generate', or change the server back",
          at: context.place(JSONPointer()), notes: [FindingNote("declared here", at: Place(span: type.span))]))
    }
    var lost = lostProperties(mismatches, shown, seen)
    var new = newProperties(mismatches, live.root, shown, seen)
    for rename in renames.match(&lost, &new) { collector.renamed(rename, context) }
    // An optional property that is absent is as the contract says; it only counts when it was renamed.
    for property in lost where property.isRequired || property.type == nil { report(property, context, &collector) }
    for property in new {
      let kind = property.value.map(Self.kindName) ?? property.kinds.map(Self.name).sorted().joined(separator: " or ")
      collector.added(property, kind: kind, context)
    }
    for (mismatch, count) in mismatches { report(mismatch, count, context, &collector) }
    compareUndeclared(shown, seen, context, &collector)
    compareLooks(shown, seen, except: Set(mismatches.map(\.first.general)), context, &collector)
  }

  /// The mismatches that the fixtures do not have too; those are for `verify`.
  private func fresh(
    _ live: JSONNode, _ fixtures: [JSONDocument], _ type: TypeExpression?
  ) -> [(first: Mismatch, count: Int)] {
    guard let type else { return [] }
    struct Identity: Hashable {
      let kind: Mismatch.Kind
      let general: JSONPointer
      let value: String?
    }
    func identity(_ mismatch: Mismatch) -> Identity {
      let isListed = mismatch.kind == .unknownEnumValue || mismatch.kind == .unknownVariant
      return Identity(kind: mismatch.kind, general: mismatch.general, value: isListed ? mismatch.value : nil)
    }
    let known = Set(fixtures.flatMap { checker.check($0.root, against: type) }.map(identity))
    return Mismatch.grouped(checker.check(live, against: type).filter { !known.contains(identity($0)) })
  }

  /// Whether an object lost everything; a map may be empty.
  private func isEmptied(_ live: JSONNode, _ shown: AnswerShape) -> Bool {
    guard live.kind == .object, live.count == 0, let root = shown.places[JSONPointer()], root.kinds == [.object] else {
      return false
    }
    let members = shown.places.keys.filter { $0.tokens.count == 1 }
    return !members.isEmpty && members.allSatisfy { $0.tokens[0] != "*" && shown.isAlwaysPresent($0) }
  }

  /// Whether the answer as it was declared stands one level deeper or higher.
  private func envelopeChange(
    _ live: JSONNode, _ type: TypeExpression, _ mismatches: [(first: Mismatch, count: Int)]
  ) -> String? {
    guard mismatches.contains(where: { $0.first.severity == .error && $0.first.general.tokens.count <= 1 }) else {
      return nil
    }
    func fits(_ node: JSONNode, _ type: TypeExpression) -> Bool {
      node.count > 0
        && !checker.check(node, against: type).contains { $0.kind == .undeclaredProperty || $0.severity == .error }
    }
    if let (key, _) = live.members.first(where: { fits($0.value, type) }) {
      return "the answer now stands inside '\(key)'"
    }
    guard case .object(let shape) = contract.resolve(type.withoutNull)?.shape, live.kind == .array,
      let property = shape.properties.first(where: { fits(live, $0.type) })
    else { return nil }
    return "the answer is now what stood in '\(property.name)'"
  }

  private func lostProperties(
    _ mismatches: [(first: Mismatch, count: Int)], _ shown: AnswerShape, _ seen: AnswerShape
  ) -> [LostProperty] {
    var lost = mismatches.filter { $0.first.kind == .missingProperty }.map { mismatch, _ in
      LostProperty(
        pointer: mismatch.general, type: mismatch.type, kinds: shown.places[mismatch.general]?.kinds ?? [],
        member: mismatch.member, span: mismatch.span, isRequired: true)
    }
    for (pointer, place) in shown.sorted where shown.isAlwaysPresent(pointer) && isLost(pointer, seen) {
      if place.isDeclared {
        guard let property = place.property, !property.isRequired else { continue }
        lost.append(
          LostProperty(
            pointer: pointer, type: property.type, kinds: place.kinds,
            member: place.owner.map { "\($0).\(property.name)" }, span: property.span, isRequired: false))
      } else {
        lost.append(
          LostProperty(
            pointer: pointer, type: nil, kinds: place.kinds, member: nil, span: nil, isRequired: true))
      }
    }
    return lost
  }

  /// Whether a member is nowhere, though objects that could have it are there.
  private func isLost(_ pointer: JSONPointer, _ seen: AnswerShape) -> Bool {
    guard let last = pointer.tokens.last, last != "*", seen.places[pointer] == nil else { return false }
    return seen.places[JSONPointer(tokens: pointer.tokens.dropLast())].map { $0.objectCount > 0 } ?? false
  }

  private func newProperties(
    _ mismatches: [(first: Mismatch, count: Int)], _ live: JSONNode, _ shown: AnswerShape, _ seen: AnswerShape
  ) -> [NewProperty] {
    var new = mismatches.filter { $0.first.kind == .undeclaredProperty }.map { mismatch, _ in
      let value = live.resolve(mismatch.pointer)
      let kinds = seen.places[mismatch.general]?.kinds ?? Set(value.map { [$0.kind] } ?? [])
      return NewProperty(pointer: mismatch.general, value: value, kinds: kinds, member: mismatch.member)
    }
    let told = Set(new.map(\.pointer))
    for (pointer, place) in seen.sorted where !place.isDeclared && !told.contains(pointer) {
      guard let last = pointer.tokens.last, last != "*", shown.places[pointer] == nil,
        let parent = shown.places[JSONPointer(tokens: pointer.tokens.dropLast())], parent.objectCount > 0
      else { continue }
      new.append(NewProperty(pointer: pointer, value: live.resolve(place.first), kinds: place.kinds, member: nil))
    }
    return new
  }

  /// Compares kinds where no type says anything: what two saved answers, or `any` in a contract, leave open.
  private func compareUndeclared(
    _ shown: AnswerShape, _ seen: AnswerShape, _ context: AnswerContext, _ collector: inout DriftCollector
  ) {
    for (pointer, place) in seen.sorted where !place.isDeclared {
      // A sample that only has null says nothing of what else may stand there.
      guard let known = shown.places[pointer], known.kinds != [.null] else { continue }
      let appeared = place.kinds.subtracting(known.kinds)
      if appeared.contains(.null) {
        collector.report(
          Finding(
            DriftRules.nullAppeared, .warning,
            "\(pointer.subject) is null, which no fixture shows",
            help: "find out whether it may be null, and declare it in the contract", at: context.place(pointer)))
      }
      let others = appeared.subtracting([.null])
      guard !others.isEmpty, !known.kinds.isEmpty else { continue }
      let before = known.kinds.subtracting([.null]).map(Self.name).sorted().joined(separator: " or ")
      let after = others.map(Self.name).sorted().joined(separator: " or ")
      collector.report(
        Finding(
          DriftRules.typeChanged, .error,
          "\(pointer.subject) was \(before) and is now \(after)",
          help: "change the client, or change the server back", at: context.place(pointer)))
    }
  }

  /// Compares what scalars mean where their JSON type stayed: every recorded value looked like one thing, every live one
  /// like another.
  private func compareLooks(
    _ shown: AnswerShape, _ seen: AnswerShape, except reported: Set<JSONPointer>, _ context: AnswerContext,
    _ collector: inout DriftCollector
  ) {
    for (pointer, place) in seen.sorted where !reported.contains(pointer) {
      guard let known = shown.places[pointer], known.kinds.subtracting([.null]) == place.kinds.subtracting([.null]),
        known.looks.count == 1, place.looks.count == 1, let before = known.looks.first ?? nil,
        let after = place.looks.first ?? nil, before != after
      else { continue }
      let member = place.owner.flatMap { owner in place.property.map { "\(owner).\($0.name)" } }
      collector.report(
        Finding(
          DriftRules.meaningChanged, .error,
          "\(member.map { "'\($0)'" } ?? pointer.subject) was \(before.rawValue) and is now \(after.rawValue)",
          help: "change the client, or change the server back", at: context.place(pointer), member: member,
          notes: place.property.map { [FindingNote("the contract declares it here", at: Place(span: $0.span))] } ?? []))
    }
  }

  static func kindName(_ node: JSONNode) -> String { name(node.kind) }

  static func name(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
