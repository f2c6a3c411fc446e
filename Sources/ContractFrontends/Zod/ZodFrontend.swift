internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// Which values of a schema are meant.
enum ZodSide: String {
  /// What may be sent: `z.input`.
  case input
  /// What parsing gives: `z.output`, `z.infer`.
  case output
}

/// Reads Zod schemas out of source code, without running it.
///
/// Code is followed as far as schemas need it: constants, imports, spreads, helper functions. What cannot be followed
/// is a fault that becomes a finding when a schema needs it. Named schemas are lowered through a queue, so that
/// recursion never recurses here.
final class ZodFrontend {
  /// Expressions, calls and schemas that nest deeper than this are refused.
  static let maximumDepth = 120
  /// Steps that one constant may take: far more than any real one does.
  static let maximumWork = 100_000
  /// Functions that call each other, one in the other.
  static let maximumCalls = 30

  /// A named schema that waits to be lowered.
  struct Pending {
    let constant: ZodConstant
    let schema: ZodSchema
    let side: ZodSide
    let name: String
  }

  /// What was made so far; taken back when an attempt fails.
  struct Progress {
    var declarations: [TypeDeclaration] = []
    /// Names by constant and side.
    var names: [String: String] = [:]
    /// Where each name is declared, by the name in lower case.
    var owners: [String: SourceSpan] = [:]
    /// What a name stands for.
    var named: [String: Pending] = [:]
    var queue: [Pending] = []
    var findings = FindingList()
    /// Places that already have a finding of a rule.
    var reported: Set<[String]> = []
    /// What could not be read.
    var refused = RefusedParts()
    /// Errors so far, those among them that were told before; each stands for a type that is not what it says.
    var faultCount = 0
  }

  /// The files, read when the first schema is asked for.
  private(set) lazy var graph = {
    let graph = ModuleGraph(files: files, reader: reader)
    graph.isUnreadable = isUnreadable
    return graph
  }()
  /// Whether `reader` gave nil for a file that is there.
  var isUnreadable: (String) -> Bool = { _ in false }
  private let files: [SourceFile]
  var progress = Progress()
  /// Paths of the files whose schemas are types of the contract.
  let listed: Set<String>
  /// The version that the configuration states.
  let statedVersion: Int?
  let reader: (String) -> [UInt8]?
  var modules: [String: ScriptModule] = [:]
  let cells = ZodCells()
  var packageVersions: [String: Int?] = [:]
  var traits: [String: ZodTraits] = [:]
  /// Constants by the name that they would share, in lower case.
  var collisions: [String: [ZodConstant]] = [:]
  var hasNames = false
  var depth = 0
  var calls = 0
  var work = 0
  /// Whether reading gave up for the current constant.
  var isAbandoned = false
  /// The type that is being lowered, for findings.
  var member: String?
  /// The declaration that is being lowered.
  private var declared: String?

  init(listed: [SourceFile], others: [SourceFile], version: Int?, reader: @escaping (String) -> [UInt8]?) {
    files = listed + others
    self.listed = Set(listed.map(\.path))
    statedVersion = version
    self.reader = reader
  }

  /// What was read.
  struct Reading {
    let sources: [ContractSource]
    let types: [TypeDeclaration]
    let findings: [Finding]
    var refused = RefusedParts()
  }

  /// Reads every listed file, after whatever was asked for before.
  func run() -> Reading {
    guard !listed.isEmpty || !modules.isEmpty else { return Reading(sources: [], types: [], findings: []) }
    findCollisions()
    let own = graph.modules.filter { listed.contains($0.path) }
    for module in own { declareAll(of: script(of: module)) }
    drainQueue()
    progress.findings.report(graph.findings.all)
    let types = progress.declarations.sorted {
      $0.span == $1.span ? $0.name.precedesByBytes($1.name) : $0.span < $1.span
    }
    // Wide patterns list many files that hold no schema.
    let paths = Set(types.map(\.span.file.path))
    let sources = paths.sorted { $0.precedesByBytes($1) }.map { ContractSource(path: $0, kind: .zod) }
    return Reading(sources: sources, types: types, findings: progress.findings.all, refused: progress.refused)
  }

  /// Lets go of all that was evaluated; nothing can be read after it.
  func end() {
    cells.letGo()
    progress.queue = []
    progress.named = [:]
    collisions = [:]
    modules = [:]
  }

  /// The type that `z.infer<typeof path>` stands for in a file; nil when the name is no schema, which a finding says.
  func type(of path: [Identifier], inFile file: String, side: ZodSide, at span: SourceSpan) -> TypeExpression? {
    guard let module = graph.modules.first(where: { $0.path == file }), let first = path.first else { return nil }
    findCollisions()
    begin()
    var value = lookUp(first.text, from: script(of: module).scope, at: first.span)
    for part in path.dropFirst() { value = self.member(part, of: value) }
    let schema = self.schema(from: value, at: span, version: 4)
    if case .faulty(let fault) = schema.kind {
      report(fault)
      return nil
    }
    defer { drainQueue() }
    return lower(schema, side)
  }

  // MARK: Named schemas

  /// Lowers what waits, and what that adds.
  func drainQueue() {
    let outer = member
    var next = 0
    while next < progress.queue.count {
      let pending = progress.queue[next]
      next += 1
      begin()
      member = pending.name
      declared = pending.name
      let facts = DocFacts(pending.constant.documentation)
      let notes = pending.schema.notes
      let type = lower(pending.schema, pending.side)
      progress.declarations.append(
        TypeDeclaration(
          name: pending.name, type: type, documentation: Self.joined(facts.documentation, notes?.documentation),
          deprecation: facts.deprecation ?? notes?.deprecation, span: pending.constant.name.span))
    }
    progress.queue.removeAll()
    member = outer
    declared = nil
    begin()
  }

  /// Two texts as one, without saying the same twice.
  static func joined(_ first: String?, _ second: String?) -> String? {
    guard let first, !first.isEmpty else { return second }
    guard let second, !second.isEmpty, second != first else { return first }
    return first + "\n" + second
  }

  // MARK: Findings

  func report(_ fault: ZodFault) { report(fault.rule, .error, fault.message, help: fault.help, at: fault.span) }

  /// Reports a finding unless the rule already spoke at this place: code may be read more than once.
  func report(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String?, at span: SourceSpan,
    notes: [FindingNote] = []
  ) {
    if severity == .error {
      progress.faultCount += 1
      if let declared { progress.refused.types.insert(declared) }
    }
    guard !isAbandoned, progress.reported.insert([rule.rawValue, span.file.path, String(span.start)]).inserted else {
      return
    }
    let finding = Finding(rule, severity, message, help: help, at: Place(span: span), member: member, notes: notes)
    progress.findings.report(finding)
    // A constant that is no schema makes no type, and what uses it is told here as well.
    if severity == .error { progress.refused.findings.insert(finding) }
  }

  /// Reports an error; what stands in the type's place is not used.
  func fail(_ rule: RuleID, _ message: String, help: String, at span: SourceSpan) -> TypeExpression {
    report(rule, .error, message, help: help, at: span)
    return TypeExpression(.anyJSON, span: span)
  }

  /// Runs a step one level deeper; gives up on the current constant when it nests too deep or takes too long.
  func descend<Result>(at span: SourceSpan, otherwise fallback: @autoclosure () -> Result, _ step: () -> Result)
    -> Result
  {
    guard !isAbandoned else { return fallback() }
    work += 1
    guard depth < Self.maximumDepth, work < Self.maximumWork else {
      report(
        ZodRules.endlessSchema, .error, "the schema nests deeper than \(Self.maximumDepth), perhaps without end",
        help: "break the circle, or give an inner schema a constant", at: span)
      isAbandoned = true
      return fallback()
    }
    depth += 1
    defer { depth -= 1 }
    return step()
  }

  /// Starts afresh for a constant.
  func begin() {
    isAbandoned = false
    work = 0
  }
}
