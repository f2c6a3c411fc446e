public import Diagnostics
public import JSONText

/// A path into a JSON body, as REST Client writes it: `$`, then `.name`, `['name']` or `[0]`.
///
/// Wildcards, filters, slices and `..` are refused: a capture must be one value.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  /// A step of a path.
  public enum Component: Hashable, Sendable {
    /// A member of an object.
    case member(String)
    /// An element of an array, from 0.
    case element(Int)
  }

  /// The steps from the root.
  public let components: [Component]

  /// Creates a path from its steps.
  public init(components: [Component]) { self.components = components }

  /// Reads a path; what is wrong with it is thrown as a text.
  public init(parsing text: some StringProtocol) throws(JSONPathSyntaxError) {
    var scanner = TextScanner(String(text))
    guard scanner.skip("$") else { throw JSONPathSyntaxError("a path starts with '$'") }
    var components: [Component] = []
    while !scanner.isAtEnd {
      if scanner.skip("..") {
        throw JSONPathSyntaxError("'..' can give many values; a capture is one")
      } else if scanner.skip(".") {
        let name = scanner.take { !".[]'\" ".utf8.contains($0) }
        guard !name.isEmpty else { throw JSONPathSyntaxError("a name is missing after '.'") }
        guard name != "*" else { throw JSONPathSyntaxError("'*' can give many values; a capture is one") }
        components.append(.member(name))
      } else if scanner.skip("[") {
        components.append(try Self.bracketed(&scanner))
      } else {
        throw JSONPathSyntaxError("'.' or '[' is expected after '$\(Self.text(of: components))'")
      }
    }
    self.components = components
  }

  private static func bracketed(_ scanner: inout TextScanner) throws(JSONPathSyntaxError) -> Component {
    for quote in ["'", "\""] where scanner.skip(quote) {
      let name = scanner.take { $0 != quote.utf8.first }
      guard scanner.skip(quote), scanner.skip("]") else { throw JSONPathSyntaxError("\(quote)] is missing") }
      return .member(name)
    }
    let digits = scanner.take { $0 != UInt8(ascii: "]") }
    guard scanner.skip("]") else { throw JSONPathSyntaxError("']' is missing") }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = Int(digits) else {
      throw JSONPathSyntaxError("'[\(digits)]' is not an index such as [0]; a capture is one value")
    }
    return .element(index)
  }

  /// The path as a JSON Pointer, which does not tell a member named `0` from the first element.
  public var pointer: JSONPointer {
    JSONPointer(
      tokens: components.map { component in
        switch component {
        case .member(let name): name
        case .element(let index): String(index)
        }
      })
  }

  /// The value at the path; nil when there is none.
  public func resolve(in root: JSONNode) -> JSONNode? {
    var node = root
    for component in components {
      let next: JSONNode? =
        switch component {
        case .member(let name): node.kind == .object ? node[name] : nil
        case .element(let index): node.kind == .array ? node[index] : nil
        }
      guard let next else { return nil }
      node = next
    }
    return node
  }

  /// `$.a.b[0]['odd name']`.
  public var description: String { "$" + Self.text(of: components) }

  private static func text(of components: [Component]) -> String {
    components.map { component in
      switch component {
      case .element(let index): "[\(index)]"
      case .member(let name) where !name.isEmpty && name.utf8.allSatisfy({ !".[]'\" *".utf8.contains($0) }): ".\(name)"
      case .member(let name) where name.utf8.contains(UInt8(ascii: "'")): "[\"\(name)\"]"
      case .member(let name): "['\(name)']"
      }
    }.joined()
  }
}

/// What is wrong with the text of a path.
public struct JSONPathSyntaxError: Error, Hashable, Sendable {
  /// The fact, without a full stop.
  public let message: String
  init(_ message: String) { self.message = message }
}
