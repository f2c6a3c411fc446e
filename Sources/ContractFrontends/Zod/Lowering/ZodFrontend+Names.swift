internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax
internal import Workspace

extension ZodFrontend {
  /// The reference to a named schema, which waits to be lowered from now on; schemas that are no types of their own are
  /// written out.
  func reference(to constant: ZodConstant, _ schema: ZodSchema, _ side: ZodSide, at span: SourceSpan) -> TypeExpression
  {
    guard isType(constant, schema) else { return lower(schema, side) }
    return TypeExpression(.reference(declare(constant, schema, side)), span: span)
  }

  /// Whether a constant is worth a name: it is exported, or more than a scalar.
  func isType(_ constant: ZodConstant, _ schema: ZodSchema) -> Bool {
    if constant.isExported { return true }
    switch schema.plain.kind {
    case .object, .union, .intersection, .choices, .lazy, .array, .record, .tuple: return true
    default:
      switch surface(of: schema, .input).kind {
      case .object, .union, .intersection, .array, .record, .tuple: return true
      default: return false
      }
    }
  }

  /// The name of one side of a constant, which is lowered from now on.
  func declare(_ constant: ZodConstant, _ schema: ZodSchema, _ side: ZodSide) -> String {
    let traits = traits(of: constant, schema)
    let key = constant.key + (traits.differs ? " \(side.rawValue)" : "")
    if let known = progress.names[key] { return known }
    let name = uniqueName(self.name(of: constant, side, traits), constant, schema)
    progress.names[key] = name
    let pending = Pending(constant: constant, schema: schema, side: side, name: name)
    progress.named[name] = progress.named[name] ?? pending
    progress.queue.append(pending)
    return name
  }

  /// The name itself, or with six digits of a hash where another constant has it: two blocks of one function may each
  /// have a `schema`.
  private func uniqueName(_ name: String, _ constant: ZodConstant, _ schema: ZodSchema) -> String {
    guard let owner = progress.owners[name.lowercased()] else {
      progress.owners[name.lowercased()] = constant.name.span
      return name
    }
    report(
      ZodRules.nameCollision, .warning, "two schemas would be called '\(name)'; they get longer names",
      help: "rename one of them", at: constant.name.span,
      notes: [FindingNote("the other one is here", at: Place(span: owner))])
    let text = "\(constant.module.path) \(constant.path) \(constant.name.text) \(schema.span.text)"
    return name + SHA256.hexDigest(Array(text.utf8)).prefix(6).uppercased()
  }

  // MARK: Names

  /// The name of one side of a constant.
  ///
  /// A type alias of the same file (`type Guild = z.infer<typeof guildSchema>`) names its side. Else the constant does:
  /// without `z` before and `Schema` behind it, `createGuildSchema` is `CreateGuild`. What is not exported has the name of
  /// its file and functions in front. Where input and output differ, the input has the plain name and the output ends in
  /// `Output`; a schema with dates can only be an answer, so there the output has the plain name.
  private func name(of constant: ZodConstant, _ side: ZodSide, _ traits: ZodTraits) -> String {
    let name = ownName(of: constant, side, traits)
    guard constant.path.isEmpty, let owners = collisions[name.lowercased()] else { return name }
    let qualified = Self.words(ofFile: constant.module.path) + name
    // Two of one file: the first by its constant's name keeps the plain form.
    let own = owners.filter { $0.module.path == constant.module.path }.map(\.name.text)
    let isFirst = own.allSatisfy { !$0.precedesByBytes(constant.name.text) }
    let base = own.count == owners.count ? name : qualified
    return isFirst ? base : base + SHA256.hexDigest(Array(constant.name.text.utf8)).prefix(6).uppercased()
  }

  private func ownName(of constant: ZodConstant, _ side: ZodSide, _ traits: ZodTraits) -> String {
    let aliases = aliases(of: constant)
    if let own = aliases[side] { return own }
    let other: ZodSide = side == .input ? .output : .input
    if !traits.differs, let alias = aliases[other] { return alias }
    let base = Self.baseName(of: constant)
    let isPlain = !traits.differs || side == (traits.takesDate ? .output : .input)
    if isPlain, aliases[other] != base { return base }
    return base + (side == .input ? "Input" : "Output")
  }

  /// Finds the names that schemas would share; once, before the first name is given.
  func findCollisions() {
    guard !hasNames else { return }
    hasNames = true
    var owners: [String: [ZodConstant]] = [:]
    for module in graph.modules where listed.contains(module.path) {
      for constant in script(of: module).scope.ordered {
        begin()
        guard case .schema(let schema) = constant.cell.value, isType(constant, schema) else { continue }
        let traits = traits(of: constant, schema)
        let name = ownName(of: constant, traits.takesDate ? .output : .input, traits)
        owners[name.lowercased(), default: []].append(constant)
        guard let first = owners[name.lowercased()]?.first, first !== constant else { continue }
        report(
          ZodRules.nameCollision, .warning, "two schemas would be called '\(name)'; they get longer names",
          help: "rename one of them", at: constant.name.span,
          notes: [FindingNote("the other one is here", at: Place(span: first.name.span))])
      }
    }
    collisions = owners.filter { $0.value.count > 1 }
  }

  /// The exported aliases of a constant's sides in its own file.
  private func aliases(of constant: ZodConstant) -> [ZodSide: String] {
    guard constant.path.isEmpty else { return [:] }
    let scope = constant.module.module.scope
    var found: [ZodSide: String] = [:]
    for name in scope.typeNames {
      guard let symbol = scope.types[name], symbol.isExported, symbol.parameters.isEmpty, let alias = symbol.alias,
        let (side, path) = Self.inference(alias.type, in: scope), path.count == 1, path[0].text == constant.name.text
      else { continue }
      found[side] = found[side] ?? symbol.name.text
    }
    return found
  }

  /// The side and the constant of `z.infer<typeof constant>`; nil for any other type.
  static func inference(_ type: TypeSyntax, in scope: Scope) -> (side: ZodSide, path: [Identifier])? {
    guard case .reference(let name, let arguments) = type.withoutParentheses.node, arguments.count == 1,
      case .typeQuery(let path, _) = arguments[0].withoutParentheses.node, let first = name.first
    else { return nil }
    var file = scope
    while let parent = file.parent { file = parent }
    guard case .module(let specifier, let source)? = file.imports[first.text] else { return nil }
    let isZod = ZodPackage(specifier.text) != nil
    let word: String
    switch name.count {
    case 1 where isZod: word = source
    case 2 where isZod || first.text == "z": word = name[1].text
    default: return nil
    }
    switch word {
    case "infer", "output", "TypeOf": return (.output, path)
    case "input": return (.input, path)
    default: return nil
    }
  }

  private static func baseName(of constant: ZodConstant) -> String {
    let own = words(ofConstant: constant.name.text)
    if constant.path.isEmpty, constant.isExported, !own.isEmpty { return own }
    let file = words(ofFile: constant.module.path)
    let inside = constant.path.map(words(ofConstant:)).joined()
    let name = (own.hasPrefix(file) && inside.isEmpty) ? own : file + inside + own
    return name.isEmpty ? "Schema" : name.first?.isNumber == true ? "_" + name : name
  }

  /// `zCreateGuildSchema` is `CreateGuild`, `create_guild` too; nothing is left of `schema`.
  static func words(ofConstant name: String) -> String {
    var text = name[...]
    if text == "default" { return "" }
    if text.hasPrefix("z"), text.dropFirst().first?.isUppercase == true { text = text.dropFirst() }
    for ending in ["Schema", "_schema", "_SCHEMA", "schema"] where text.hasSuffix(ending) {
      text = text.dropLast(ending.count)
      break
    }
    let upper = text.allSatisfy { $0.isUppercase || $0 == "_" || $0.isNumber }
    return NameText.words(upper ? text.lowercased() : String(text))
  }

  /// The name of a file; of a route's file, its path.
  static func words(ofFile path: String) -> String {
    var folders = path.split(separator: "/").map(String.init)
    let file = folders.popLast() ?? ""
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    guard stem == "route" || stem == "index" else { return words(ofConstant: stem) }
    if stem == "index" { return words(ofConstant: folders.last ?? "") }
    if let start = folders.lastIndex(of: "app") { folders.removeFirst(start + 1) }
    if folders.first == "api" { folders.removeFirst() }
    return folders.filter { !$0.hasPrefix("(") && !$0.hasPrefix("@") }.map(NameText.words).joined()
  }
}
