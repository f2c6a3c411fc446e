internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// What an expression comes to, as far as schemas need it.
indirect enum ZodValue {
  case schema(ZodSchema)
  case literal(Literal)
  case bigint(String)
  case undefined
  case pattern(String, flags: String)
  case list([ZodValue])
  case object([ZodMember])
  case function(ScriptFunction, ZodScope)
  /// `z`, or something of it that was not called yet.
  case zod([String], version: Int)
  /// A rule that `check` takes, such as `z.minLength(3)`.
  case check(Identifier, [ScriptValue], ZodScope)
  /// A TypeScript enum.
  case enumeration(TypeSymbol)
  case module(ScriptModule)
  /// A TypeScript namespace.
  case space(Scope)
  /// Something of the language, such as `Object`.
  case global(String)
  /// A function of a value that was not called yet.
  case method(ZodValue, Identifier)
  case unknown(ZodFault)
}

/// A member of an object literal.
struct ZodMember {
  let name: String
  let span: SourceSpan
  let documentation: DocComment?
  let cell: ZodCell
}

/// Why a value is not known.
struct ZodFault {
  let rule: RuleID
  let message: String
  let help: String
  let span: SourceSpan
  /// Whether it is certainly a schema that is not known.
  var isSchema = false
  /// Whether it depends on the argument of a function that is read without a call.
  var isParameter = false
}

/// A value that is worked out when it is first needed.
final class ZodCell: ZodLateValue {
  private enum State {
    case waiting(() -> ZodValue)
    case working
    case known(ZodValue)
  }
  private var state: State
  private let span: SourceSpan

  init(span: SourceSpan, in cells: ZodCells, _ work: @escaping () -> ZodValue) {
    state = .waiting(work)
    self.span = span
    cells.add(self)
  }

  init(_ value: ZodValue, span: SourceSpan, in cells: ZodCells) {
    state = .known(value)
    self.span = span
    cells.add(self)
  }

  func letGo() { state = .working }

  var value: ZodValue {
    switch state {
    case .known(let value): return value
    case .working:
      return .unknown(
        ZodFault(
          rule: ZodRules.endlessSchema, message: "this is made of itself",
          help: "refer to it through a getter or z.lazy", span: span,
          isSchema: true))
    case .waiting(let work):
      state = .working
      let value = work()
      state = .known(value)
      return value
    }
  }
}

/// A constant of a file or function.
final class ZodConstant {
  let name: Identifier
  let cell: ZodCell
  unowned let module: ScriptModule
  /// Functions around it, from the outside in; empty at the top of a file.
  let path: [String]
  var isExported: Bool
  /// Whether it is the one thing of its name, and not one of a function that is called several times.
  let isNameable: Bool
  let documentation: DocComment?

  init(
    name: Identifier, cell: ZodCell, module: ScriptModule, path: [String], isExported: Bool, isNameable: Bool,
    documentation: DocComment?
  ) {
    self.name = name
    self.cell = cell
    self.module = module
    self.path = path
    self.isExported = isExported
    self.isNameable = isNameable
    self.documentation = documentation
  }

  /// What tells it from every other constant.
  var key: String { "\(module.path)#\(name.span.start)" }
}

/// The names of a file, function or block.
final class ZodScope {
  // The front end owns the files, and they their scopes: what leads back owns nothing.
  unowned let module: ScriptModule
  let parent: ZodScope?
  let path: [String]
  /// Whether it belongs to a call, with arguments of its own.
  let isCall: Bool
  private(set) var constants: [String: ZodConstant] = [:]
  private(set) var names: [String] = []

  init(module: ScriptModule, parent: ZodScope?, path: [String], isCall: Bool = false) {
    self.isCall = isCall || parent?.isCall == true
    self.module = module
    self.parent = parent
    self.path = path
  }

  /// Declares a name; the first declaration of a name counts.
  func declare(
    _ name: Identifier, isExported: Bool = false, documentation: DocComment? = nil, cell: ZodCell
  ) {
    guard constants[name.text] == nil else { return }
    constants[name.text] = ZodConstant(
      name: name, cell: cell, module: module, path: path, isExported: isExported, isNameable: !isCall,
      documentation: documentation)
    names.append(name.text)
  }

  /// Gives a name of this scope another value.
  func assign(_ name: String, _ value: ZodValue) {
    guard let known = constants[name] else { return }
    constants[name] = ZodConstant(
      name: known.name, cell: ZodCell(value, span: known.name.span, in: module.cells), module: module, path: path,
      isExported: known.isExported, isNameable: !isCall, documentation: known.documentation)
  }

  func declare(_ name: Identifier, _ value: ZodValue) {
    declare(name, cell: ZodCell(value, span: name.span, in: module.cells))
  }

  /// The constants in source order.
  var ordered: [ZodConstant] { names.compactMap { constants[$0] } }
}

/// A file with its code.
final class ScriptModule {
  let module: Module
  let script: ScriptTree
  /// Whether its schemas are types of the contract, reached or not.
  let isListed: Bool
  let cells: ZodCells
  private(set) lazy var scope = ZodScope(module: self, parent: nil, path: [])
  /// The value of `export default`.
  var defaultExport: ZodConstant?

  init(module: Module, script: ScriptTree, isListed: Bool, cells: ZodCells) {
    self.module = module
    self.script = script
    self.isListed = isListed
    self.cells = cells
  }

  var path: String { module.path }
}
