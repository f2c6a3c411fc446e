internal import Diagnostics
internal import JSONText

/// One document as every run answered it, laid side by side.
indirect enum AlignedValue: Sendable {
  /// A string, number, Boolean or null of each run, in the order of the runs.
  case scalar([JSONValue])
  /// A string that is JSON text in every run.
  case nested(AlignedValue, NestedText)
  /// Elements that stand for the same thing in every run; `isUnordered` where their order carries no meaning.
  case array([AlignedValue], isUnordered: Bool)
  /// Members in the first run's order; `keys` holds the key of each run.
  case object(AlignedMembers)
}

/// A member of an object as every run answered it.
struct AlignedMember: Sendable {
  /// The key in each run; all equal unless the key is itself volatile.
  let keys: [String]
  /// The member's value.
  let value: AlignedValue
}

/// The members of an object, found by the first run's keys at once: an object may have any number of them.
struct AlignedMembers: RandomAccessCollection, Sendable {
  private let members: [AlignedMember]
  private let positions: [String: Int]

  init(_ members: [AlignedMember]) {
    self.members = members
    positions = Dictionary(members.enumerated().map { ($1.keys[0], $0) }, uniquingKeysWith: { first, _ in first })
  }

  var startIndex: Int { 0 }
  var endIndex: Int { members.count }
  subscript(index: Int) -> AlignedMember { members[index] }

  /// The position of the member that has a key in the first run; nil where none has it.
  func position(of key: String) -> Int? { positions[key] }

  /// The member that has a key in the first run; nil where none has it.
  func member(_ key: String) -> AlignedMember? { position(of: key).map { members[$0] } }
}

extension AlignedValue {
  /// Visits every scalar with its place; tokens of volatile keys are those of the first run.
  ///
  /// - Parameter readsText: Whether those inside JSON text are visited too; their places are no pointers of the document.
  func visitScalars(
    at pointer: JSONPointer = JSONPointer(), readsText: Bool = true, _ body: (JSONPointer, [JSONValue]) -> Void
  ) {
    switch self {
    case .scalar(let runs): body(pointer, runs)
    case .nested(let value, _): if readsText { value.visitScalars(at: pointer, body) }
    case .array(let elements, _):
      for (index, element) in elements.enumerated() {
        element.visitScalars(at: pointer.appending(index), readsText: readsText, body)
      }
    case .object(let members):
      for member in members {
        member.value.visitScalars(at: pointer.appending(member.keys[0]), readsText: readsText, body)
      }
    }
  }

  /// Visits every object with its place.
  func visitObjects(at pointer: JSONPointer = JSONPointer(), _ body: (JSONPointer, AlignedMembers) -> Void) {
    switch self {
    case .scalar: break
    case .nested(let value, _): value.visitObjects(at: pointer, body)
    case .array(let elements, _):
      for (index, element) in elements.enumerated() { element.visitObjects(at: pointer.appending(index), body) }
    case .object(let members):
      body(pointer, members)
      for member in members { member.value.visitObjects(at: pointer.appending(member.keys[0]), body) }
    }
  }

  /// Visits every string that is JSON text with its place.
  func visitNested(at pointer: JSONPointer = JSONPointer(), _ body: (JSONPointer, NestedText) -> Void) {
    switch self {
    case .scalar: break
    case .nested(let value, let form):
      body(pointer, form)
      value.visitNested(at: pointer, body)
    case .array(let elements, _):
      for (index, element) in elements.enumerated() { element.visitNested(at: pointer.appending(index), body) }
    case .object(let members):
      for member in members { member.value.visitNested(at: pointer.appending(member.keys[0]), body) }
    }
  }

  /// The value inside JSON text, or the value itself.
  var unwrapped: AlignedValue { if case .nested(let value, _) = self { value } else { self } }

  /// The part at a pointer of the first run.
  func resolve(_ tokens: some Collection<String>) -> AlignedValue? {
    if case .nested(let value, _) = self, !tokens.isEmpty { return value.resolve(tokens) }
    guard let token = tokens.first else { return self }
    switch self {
    case .scalar, .nested: return nil
    case .array(let elements, _):
      guard let index = Int(token), elements.indices.contains(index) else { return nil }
      return elements[index].resolve(tokens.dropFirst())
    case .object(let members):
      return members.member(token)?.value.resolve(tokens.dropFirst())
    }
  }
}

extension JSONValue {
  /// The text of a string or number; nil for anything else.
  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
  /// The name of the kind, for people.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension Array where Element: Equatable {
  /// Whether all elements equal the first.
  var allEqual: Bool { allSatisfy { $0 == self[0] } }
}
