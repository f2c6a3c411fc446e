public import Diagnostics

/// A difference between two JSON values that loses or changes something.
public struct JSONDifference: Hashable, Sendable {
  /// What kind of difference it is.
  public enum Kind: Hashable, Sendable {
    /// The actual value lacks the member or element.
    case missing
    /// The actual value has a member or element more.
    case added
    /// Another value of the same kind.
    case changed
    /// A value of another kind.
    case typeChanged
  }
  /// The place.
  public let pointer: JSONPointer
  /// The kind of difference.
  public let kind: Kind
  /// The expected value, shortened; nil when there is none.
  public let expected: String?
  /// The actual value, shortened; nil when there is none.
  public let actual: String?
}

/// Compares without loss: key sets and strings by bytes, numbers as exact decimals, arrays in order.
public enum LosslessComparison {
  /// The differences, in document order of the expected value; at most `limit` of them.
  public static func differences(_ expected: JSONNode, _ actual: JSONNode, limit: Int = .max) -> [JSONDifference] {
    var comparison = Comparison(limit: limit)
    comparison.compare(expected, actual, JSONPointer())
    return comparison.found
  }

  private struct Comparison {
    let limit: Int
    var found: [JSONDifference] = []

    mutating func compare(_ expected: JSONNode, _ actual: JSONNode, _ pointer: JSONPointer) {
      guard found.count < limit else { return }
      guard expected.kind == actual.kind else { return report(.typeChanged, expected, actual, pointer) }
      switch expected.kind {
      case .null: break
      case .bool: if expected.bool != actual.bool { report(.changed, expected, actual, pointer) }
      case .number: if expected.number != actual.number { report(.changed, expected, actual, pointer) }
      case .string:
        if !expected.tape.text(at: expected.index).elementsEqual(actual.tape.text(at: actual.index)) {
          report(.changed, expected, actual, pointer)
        }
      case .array: compareElements(expected, actual, pointer)
      case .object: compareMembers(expected, actual, pointer)
      }
    }

    private mutating func compareElements(_ expected: JSONNode, _ actual: JSONNode, _ pointer: JSONPointer) {
      var left = expected.elements
      var right = actual.elements
      var index = 0
      while true {
        switch (left.next(), right.next()) {
        case (let a?, let b?): compare(a, b, pointer.appending(index))
        case (let a?, nil): report(.missing, a, nil, pointer.appending(index))
        case (nil, let b?): report(.added, nil, b, pointer.appending(index))
        case (nil, nil): return
        }
        index += 1
      }
    }

    /// Members match by key and, where a key stands more than once, by occurrence.
    private mutating func compareMembers(_ expected: JSONNode, _ actual: JSONNode, _ pointer: JSONPointer) {
      var rest: [[UInt8]: [JSONNode]] = [:]
      for (key, value) in actual.members { rest[Array(key.utf8), default: []].append(value) }
      for (key, value) in expected.members {
        let bytes = Array(key.utf8)
        if var matches = rest[bytes], !matches.isEmpty {
          compare(value, matches.removeFirst(), pointer.appending(key))
          rest[bytes] = matches
        } else {
          report(.missing, value, nil, pointer.appending(key))
        }
      }
      for (key, value) in actual.members {
        let bytes = Array(key.utf8)
        guard let matches = rest[bytes], !matches.isEmpty else { continue }
        rest[bytes] = Array(matches.dropFirst())
        report(.added, nil, value, pointer.appending(key))
      }
    }

    private mutating func report(
      _ kind: JSONDifference.Kind, _ expected: JSONNode?, _ actual: JSONNode?, _ pointer: JSONPointer
    ) {
      guard found.count < limit else { return }
      found.append(
        JSONDifference(
          pointer: pointer, kind: kind, expected: expected.map(Self.short), actual: actual.map(Self.short)))
    }

    private static func short(_ node: JSONNode) -> String {
      let text = String(decoding: node.canonicalText(indent: 0), as: UTF8.self)
      return text.count <= 60 ? text : text.prefix(57) + "..."
    }
  }
}
