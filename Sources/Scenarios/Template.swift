public import Diagnostics

/// Text with references in `{{…}}`.
public struct Template: Hashable, Sendable {
  /// A part of a template.
  public enum Piece: Hashable, Sendable {
    /// Text as it stands.
    case literal(String)
    /// A value that is put in, and where it is written.
    case reference(Reference, SourceSpan)
  }

  /// The parts in order.
  public internal(set) var pieces: [Piece]

  /// Creates a template.
  public init(pieces: [Piece] = []) { self.pieces = pieces }

  /// The references in order, each with its place.
  public var references: [(reference: Reference, span: SourceSpan)] {
    pieces.compactMap { piece in
      if case .reference(let reference, let span) = piece { (reference, span) } else { nil }
    }
  }

  /// The template as it is written; references in their normal form.
  public var text: String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .reference(let reference, _): "{{\(reference)}}"
      }
    }.joined()
  }

  mutating func append(literal text: String) {
    guard !text.isEmpty else { return }
    if case .literal(let before) = pieces.last {
      pieces[pieces.count - 1] = .literal(before + text)
    } else {
      pieces.append(.literal(text))
    }
  }

  mutating func append(_ other: Template) {
    for piece in other.pieces {
      if case .literal(let text) = piece { append(literal: text) } else { pieces.append(piece) }
    }
  }
}

/// What a template refers to.
public enum Reference: Hashable, Sendable, CustomStringConvertible {
  /// A variable of the file, the persona or the environment.
  case variable(String)
  /// A value of an earlier step's answer.
  case capture(Capture)
  /// An environment variable; its value is a secret.
  case processEnvironment(String)
  /// The sign-in link of the step's `# @link`, or the decoded value of its parameter with this name.
  case link(parameter: String?)

  /// A value of an earlier step's answer.
  public struct Capture: Hashable, Sendable, CustomStringConvertible {
    /// Where in an answer.
    public enum Source: Hashable, Sendable {
      /// A value of a JSON body.
      case body(JSONPath)
      /// The body as text.
      case wholeBody
      /// The first field with this name, ASCII case aside.
      case header(String)
    }

    /// Name of the step that was answered.
    public let step: String
    /// Where in its answer.
    public let source: Source

    /// Creates a capture.
    public init(step: String, source: Source) {
      self.step = step
      self.source = source
    }

    /// As it is written between the braces.
    public var description: String {
      switch source {
      case .body(let path): "\(step).response.body.\(path)"
      case .wholeBody: "\(step).response.body.*"
      case .header(let name): "\(step).response.headers.\(name)"
      }
    }
  }

  /// As it is written between the braces.
  public var description: String {
    switch self {
    case .variable(let name): name
    case .capture(let capture): capture.description
    case .processEnvironment(let name): "$processEnv \(name)"
    case .link(let parameter): parameter.map { "$link \($0)" } ?? "$link"
    }
  }
}
