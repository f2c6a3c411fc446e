public import ContractModel
public import Diagnostics

/// One way in which a JSON value is not what the contract says.
public struct Mismatch: Hashable, Sendable {
  /// The kinds of mismatches; each is a rule.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Another kind of value.
    case typeMismatch = "decode/type-mismatch"
    /// A required property or position is not there.
    case missingProperty = "decode/missing-property"
    /// Null where none is allowed.
    case unexpectedNull = "decode/unexpected-null"
    /// A literal that the contract does not list.
    case unknownEnumValue = "decode/unknown-enum-value"
    /// No variant of a union fits.
    case unknownVariant = "decode/unknown-variant"
    /// A number, length or count outside its bounds.
    case outOfRange = "decode/out-of-range"
    /// A property that the contract does not declare.
    case undeclaredProperty = "decode/undeclared-property"
    /// A string that is not in its format.
    case format = "decode/format"
    /// A number that `JSONDecoder` changes or that its type does not write so.
    case lossyNumber = "decode/lossy-number"
    /// A condition of the schema that no type shows.
    case schemaCondition = "decode/schema-condition"

    /// The rule of the kind.
    public var rule: RuleID { RuleID(rawValue) }

    /// Whether a decoder that keeps unknown cases and ignores unknown keys throws on it.
    var breaksDecoding: Bool {
      switch self {
      case .typeMismatch, .missingProperty, .unexpectedNull: true
      case .unknownEnumValue, .unknownVariant, .outOfRange, .undeclaredProperty, .format, .lossyNumber,
        .schemaCondition:
        false
      }
    }

    /// Whether a mismatch of this kind and severity is one that a schema refuses.
    func breaksSchema(_ severity: Severity) -> Bool {
      switch self {
      case .lossyNumber: false
      case .undeclaredProperty, .format: severity == .error
      case .typeMismatch, .missingProperty, .unexpectedNull, .unknownEnumValue, .unknownVariant, .outOfRange,
        .schemaCondition:
        true
      }
    }
  }

  /// What is wrong.
  public var kind: Kind
  /// How much it matters to a client.
  public var severity: Severity
  /// Place of the value, or of the property that is missing.
  public var pointer: JSONPointer
  /// The same place with `*` for list indices and map keys.
  public var general: JSONPointer
  /// What the contract says, as text.
  public var expected: String
  /// The kind of value that stands there, as text; never the value itself.
  public var got: String
  /// The value, shortened, where it is a scalar.
  public var value: String?
  /// The contract member, such as `Guild.motto`; nil inside a type without a name.
  public var member: String?
  /// Where the contract says it.
  public var span: SourceSpan?
  /// The type that was expected, where it is one property's.
  public var type: TypeExpression?
  /// Whether a generated decoder throws on it.
  public var breaksDecoding: Bool
  /// Whether the contract, read as a schema, refuses the value; the severity tells how much a tolerant client minds.
  public var breaksSchema: Bool
  /// Further facts: why each variant of a union does not fit.
  public var details: [FindingNote]

  /// What messages call the place.
  var subject: String {
    if let member { return "'\(member)'" }
    return general.tokens.isEmpty ? "the body" : "'\(general)'"
  }

  /// The fact, without values, so that one edit reads the same wherever it shows.
  public var message: String {
    switch kind {
    case .typeMismatch: "\(subject) should be \(expected), got \(got)"
    case .missingProperty: "\(subject) is missing"
    case .unexpectedNull: "\(subject) is null and should be \(expected)"
    case .unknownEnumValue: "\(subject) has the value \(value ?? got), which the contract does not list"
    case .unknownVariant: "\(subject) fits no variant of \(expected)"
    case .outOfRange: "\(subject) is out of range: it should be \(expected)"
    case .undeclaredProperty: "\(subject) is not declared"
    case .format, .schemaCondition: "\(subject) should be \(expected)"
    case .lossyNumber: "\(subject) is written in a way that \(expected)"
    }
  }

  private var help: String {
    switch kind {
    case .typeMismatch: "change the type in the contract, or what the server sends, and run 'assay record'"
    case .missingProperty: "make the property optional in the contract, or let the server send it"
    case .unexpectedNull: "add '| null' to the type, or let the server send a value"
    case .unknownEnumValue: "add the value to the contract, then run 'assay generate'"
    case .unknownVariant: "add the variant to the contract, or correct what the server sends"
    case .outOfRange: "widen the bounds in the contract, or correct what the server sends"
    case .undeclaredProperty: "declare the property in the contract, or stop sending it"
    case .format: "correct the format in the contract, or what the server sends"
    case .lossyNumber: "send it as a string, or as a number that its type can carry"
    case .schemaCondition: "change the condition in the contract, or correct what the server sends"
    }
  }

  /// The mismatch as a finding.
  ///
  /// - Parameters:
  ///   - route: Route id; nil outside a route.
  ///   - file: The fixture as it is shown.
  ///   - count: How many places of one document have it; more than one shows the pointer with `*`.
  public func finding(route: String?, file: String?, count: Int = 1) -> Finding {
    finding(at: Place(route: route, file: file), count: count)
  }

  /// The mismatch as a finding at a fixture's place, to which its pointer is added.
  func finding(at fixture: Place, count: Int) -> Finding {
    func place(_ pointer: JSONPointer) -> Place {
      var place = fixture
      place.pointer = pointer
      return place
    }
    var notes: [FindingNote] = []
    // The structural key is made of the place, so a map's keys must not be part of it.
    let isGeneral = count > 1 || general != pointer.generalized
    if isGeneral {
      let fact = count > 1 ? "\(count) places in this document, the first" : "the place in this document"
      notes.append(FindingNote(fact, at: Place(file: fixture.file, pointer: pointer)))
    }
    if let value, kind != .unknownEnumValue { notes.append(FindingNote("the value is \(value)")) }
    notes += details
    if let span { notes.append(FindingNote("the contract says so here", at: Place(span: span))) }
    return Finding(
      kind.rule, severity, message, help: help,
      at: place(isGeneral ? general : pointer), member: member, notes: notes)
  }

  /// Mismatches that are one edit, as one: the first of each with how often it occurs, in order of first occurrence.
  public static func grouped(_ mismatches: [Mismatch]) -> [(first: Mismatch, count: Int)] {
    struct Identity: Hashable {
      let kind: Kind
      let general: JSONPointer
      let message: String
    }
    var groups: [(first: Mismatch, count: Int)] = []
    var indices: [Identity: Int] = [:]
    for mismatch in mismatches {
      let identity = Identity(kind: mismatch.kind, general: mismatch.general, message: mismatch.message)
      if let index = indices[identity] {
        groups[index].count += 1
      } else {
        indices[identity] = groups.count
        groups.append((mismatch, 1))
      }
    }
    return groups
  }
}
