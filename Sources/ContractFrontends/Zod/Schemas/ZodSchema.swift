internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// A schema, as its calls put it together.
final class ZodSchema {
  /// The forms of schemas.
  indirect enum Kind {
    /// `any`, `unknown`, `json`.
    case any
    case never, null, undefined, boolean, date
    case string(ZodText)
    case number(NumberFacts)
    case choices([EnumerationShape.Case])
    case array(ZodSchema, minimum: Int?, maximum: Int?)
    case tuple([ZodSchema], rest: ZodSchema?)
    case record(key: ZodSchema, value: ZodSchema, isPartial: Bool)
    case object(ZodObject)
    case union([ZodSchema], discriminator: String?)
    case intersection(ZodSchema, ZodSchema)
    case lazy(ZodSchemaCell)
    case optional(ZodSchema)
    case nullable(ZodSchema)
    /// `default`, `prefault`: absent in, present out.
    case fallback(ZodSchema)
    /// `catch`: anything in.
    case caught(ZodSchema)
    /// `nonoptional`.
    case required(ZodSchema)
    case refined(ZodSchema)
    case transformed(ZodSchema)
    /// A schema whose result goes through another.
    case piped(ZodSchema, ZodSchema)
    /// `z.preprocess`, and a transformation without a schema before it (then nil).
    case preprocessed(ZodSchema?)
    case coerced(ZodSchema)
    /// `stringbool`: text in, a Boolean out.
    case switched(ZodSchema)
    case described(ZodSchema, ZodNotes)
    case named(ZodConstant, ZodSchema)
    /// What JSON cannot carry, with the reason.
    case refused(String, help: String)
    /// What was not understood; a finding has said so, or says so when it is needed.
    case faulty(ZodFault)
  }

  let kind: Kind
  let span: SourceSpan
  /// 3 or 4.
  let version: Int

  init(_ kind: Kind, span: SourceSpan, version: Int) {
    self.kind = kind
    self.span = span
    self.version = version
  }

  /// This schema inside another one.
  func wrapped(_ wrap: (ZodSchema) -> Kind, span: SourceSpan? = nil) -> ZodSchema {
    ZodSchema(wrap(self), span: span ?? self.span, version: version)
  }

  /// The one schema inside, where the values that are sent are those of the inner one.
  var inner: ZodSchema? {
    switch kind {
    case .optional(let inner), .nullable(let inner), .fallback(let inner), .caught(let inner), .required(let inner),
      .refined(let inner), .transformed(let inner), .described(let inner, _), .named(_, let inner),
      .piped(let inner, _):
      inner
    default: nil
    }
  }

  /// The schema under names, notes and refinements, none of which changes the class of a schema in version 4.
  var plain: ZodSchema {
    var current = self
    while true {
      switch current.kind {
      case .named(_, let inner), .described(let inner, _), .refined(let inner): current = inner
      default: return current
      }
    }
  }

  /// The notes of the outermost `describe` or `meta` that this schema itself has.
  var notes: ZodNotes? {
    var current = self
    while true {
      if case .described(_, let notes) = current.kind { return notes }
      if case .named = current.kind { return nil }
      guard let inner = current.inner else { return nil }
      current = inner
    }
  }
}

/// What `describe` and `meta` say.
struct ZodNotes {
  var documentation: String?
  var deprecation: String?
}

/// An object schema.
struct ZodObject {
  /// What other members are.
  enum Unknown {
    case strip, strict, loose
    case catchall(ZodSchema)
  }
  /// A member.
  struct Entry {
    let name: String
    let span: SourceSpan
    let documentation: DocComment?
    let schema: ZodSchemaCell
  }
  /// In source order, names unique.
  private(set) var entries: [Entry]
  var unknown: Unknown

  init(_ entries: [Entry] = [], unknown: Unknown = .strip) {
    self.entries = []
    self.unknown = unknown
    for entry in entries { set(entry) }
  }

  /// Adds an entry, or puts it in the place of the one with its name.
  mutating func set(_ entry: Entry) {
    if let place = entries.firstIndex(where: { $0.name == entry.name }) {
      entries[place] = entry
    } else {
      entries.append(entry)
    }
  }

  /// The same with each schema changed.
  func mapped(_ change: @escaping (Entry, ZodSchema) -> ZodSchema) -> ZodObject {
    var result = self
    result.entries = entries.map { entry in
      Entry(
        name: entry.name, span: entry.span, documentation: entry.documentation,
        schema: ZodSchemaCell(span: entry.span, version: 4, in: entry.schema.cells) {
          change(entry, entry.schema.schema)
        })
    }
    return result
  }

  /// The same without the entries that a test refuses.
  func filtered(_ isKept: (Entry) -> Bool) -> ZodObject {
    var result = self
    result.entries = entries.filter(isKept)
    return result
  }
}

/// A schema that is put together when it is first needed, so that getters may refer to what comes later.
final class ZodSchemaCell: ZodLateValue {
  private enum State {
    case waiting(() -> ZodSchema)
    case working
    case known(ZodSchema)
  }
  private var state: State
  private let span: SourceSpan
  private let version: Int
  let cells: ZodCells

  init(span: SourceSpan, version: Int, in cells: ZodCells, _ work: @escaping () -> ZodSchema) {
    state = .waiting(work)
    self.span = span
    self.version = version
    self.cells = cells
    cells.add(self)
  }

  func letGo() { state = .working }

  var schema: ZodSchema {
    switch state {
    case .known(let schema): return schema
    case .working:
      let fault = ZodFault(
        rule: ZodRules.endlessSchema, message: "this is made of itself",
        help: "refer to a schema that does not need it",
        span: span, isSchema: true)
      return ZodSchema(.faulty(fault), span: span, version: version)
    case .waiting(let work):
      state = .working
      let schema = work()
      state = .known(schema)
      return schema
    }
  }
}

/// A string schema: its facts, and what happened to the text before further rules.
struct ZodText {
  var facts = StringFacts()
  /// Whether white space is cut off, so that the text that is sent may be longer than the rules after it say.
  var isTrimmed = false
  /// Whether letters are changed, so that patterns after it say nothing of the text that is sent.
  var isChanged = false
  /// Rules that could not become facts, for the documentation.
  var remarks: [String] = []
}
