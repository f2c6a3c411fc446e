internal import Diagnostics

/// A document of a recording: one part of one step's exchange.
struct DocumentID: Hashable, Sendable {
  /// A part of an exchange that reaches the fixture set.
  enum Part: Hashable, Sendable {
    /// The body of the answer.
    case answer
    /// The body of the request.
    case request
    /// A kept header of the answer, by lower-case name and occurrence from 0.
    case header(String, Int)
    /// A parameter of the path.
    case parameter(String)
    /// A query item, by position from 0.
    case query(Int)
  }
  /// Index of the step over all scenarios, in the order they ran.
  let step: Int
  /// The part.
  let part: Part
}

/// The place of a scalar, or of a token inside one, in the recording.
struct SlotPlace: Hashable, Sendable {
  /// The document that it stands in.
  let document: DocumentID
  /// The place within it.
  let pointer: JSONPointer
}

/// A step as names and `fixtures/volatility.json` speak of it.
struct StepLabel: Hashable, Sendable {
  /// `route/case` for a recorded step, else the step's name.
  let text: String
  /// Whether the step writes: anything other than GET and HEAD.
  let isWrite: Bool
}

extension DocumentID.Part {
  /// Whether the part belongs to the request.
  var isSent: Bool {
    switch self {
    case .answer, .header: false
    case .request, .parameter, .query: true
    }
  }

  /// The prefix of a place's text: empty for the answer, which is what one reads most.
  var prefix: String {
    switch self {
    case .answer: ""
    case .request: "request"
    case .header(let name, let occurrence): occurrence == 0 ? "header \(name)" : "header \(name) \(occurrence)"
    case .parameter(let name): "path {\(name)}"
    case .query(let index): "query \(index)"
    }
  }
}
