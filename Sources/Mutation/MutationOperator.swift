import JSONText

/// A way to break an answer that a strong contract notices.
public enum MutationOperator: String, CaseIterable, Sendable {
  /// Takes a member out.
  case dropMember = "drop-member"
  /// Puts null in the place of a value.
  case null
  /// Puts a value of another kind in its place.
  case wrongType = "wrong-type"
  /// Puts a value that no enumeration lists in the place of one that it does.
  case unknownValue = "unknown-value"
  /// Gives a member another key.
  case renameKey = "rename-key"

  /// What it does, for messages: "dropping".
  var gerund: String {
    switch self {
    case .dropMember: "dropping"
    case .null: "null in place of"
    case .wrongType: "another kind of value in place of"
    case .unknownValue: "an unknown value of"
    case .renameKey: "renaming"
    }
  }

  /// The value with one place changed; nil where the operator has nothing to do there.
  ///
  /// - Parameters:
  ///   - value: A whole document.
  ///   - tokens: The place, as unescaped pointer tokens; not the root.
  func apply(to value: JSONValue, at tokens: ArraySlice<String>) -> JSONValue? {
    guard let token = tokens.first else { return mutate(value) }
    let rest = tokens.dropFirst()
    switch value {
    case .array(var elements):
      guard let index = Int(token), elements.indices.contains(index), let changed = apply(to: elements[index], at: rest)
      else { return nil }
      elements[index] = changed
      return .array(elements)
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(token.utf8) }) else { return nil }
      switch self {
      case .dropMember where rest.isEmpty: members.remove(at: index)
      case .renameKey where rest.isEmpty: members[index].key += "Renamed"
      default:
        guard let changed = apply(to: members[index].value, at: rest) else { return nil }
        members[index].value = changed
      }
      return .object(members)
    default: return nil
    }
  }

  private func mutate(_ value: JSONValue) -> JSONValue? {
    switch self {
    case .dropMember, .renameKey: nil
    case .null: value == .null ? nil : .null
    case .unknownValue:
      switch value {
      case .string: .string("assay-unknown-value")
      case .number: .number("987654321")
      default: nil
      }
    case .wrongType:
      switch value {
      case .null: nil
      case .bool, .number: .string("assay")
      case .string: .bool(true)
      case .array: .object([])
      case .object: .array([])
      }
    }
  }
}
