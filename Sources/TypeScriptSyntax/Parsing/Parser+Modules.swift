internal import Diagnostics

extension Parser {
  mutating func parseImport() -> StatementSyntax.Kind? {
    advance()
    if kind == .string {
      let module = parseModuleName()
      skipRest()
      return .importing(ImportSyntax(names: [], module: module, alias: []))
    }
    if keyword == .type, peek(1).keyword != .from || peek(2).keyword == .from, peek(1).kind != .comma { advance() }
    var names: [CarriedName] = []
    if kind == .identifier {
      let name = Identifier(text: text(current), span: span(current))
      advance()
      if take(.equals) { return parseImportAlias(name) }
      names.append(CarriedName(source: Identifier(text: "default", span: name.span), name: name))
      guard take(.comma) else { return finishImport(names) }
    }
    if kind == .other, text(current) == "*" {
      let star = Identifier(text: "*", span: span(current))
      advance()
      guard take(.as), let name = expectIdentifier("a name after 'as'") else {
        fail("expected 'as' after '*', found \(describe(current))")
        skipRest()
        return nil
      }
      names.append(CarriedName(source: star, name: name))
    } else if kind == .openBrace {
      names += parseCarriedNames()
    } else {
      fail("expected the names to import, found \(describe(current))")
      skipRest()
      return nil
    }
    return finishImport(names)
  }

  private mutating func parseImportAlias(_ name: Identifier) -> StatementSyntax.Kind? {
    let carried: [CarriedName]
    if keyword == .require, peek(1).kind == .openParen, peek(2).kind == .string {
      let string = peek(2)
      let module = Identifier(text: stringValue(string), span: span(string))
      skipRest()
      carried = [CarriedName(source: Identifier(text: "*", span: name.span), name: name)]
      return .importing(ImportSyntax(names: carried, module: module, alias: []))
    }
    let alias = parseDottedName()
    endStatement("import")
    carried = [CarriedName(source: name, name: name)]
    return .importing(ImportSyntax(names: carried, module: nil, alias: alias))
  }

  private mutating func finishImport(_ names: [CarriedName]) -> StatementSyntax.Kind? {
    guard take(.from), kind == .string else {
      fail("expected 'from' and a module, found \(describe(current))")
      skipRest()
      return nil
    }
    let module = parseModuleName()
    skipRest()
    return .importing(ImportSyntax(names: names, module: module, alias: []))
  }

  private mutating func parseModuleName() -> Identifier {
    let token = current
    advance()
    return Identifier(text: stringValue(token), span: span(token))
  }

  /// Passes over what may follow a module name (`with { type: "json" }`) and the semicolon.
  private mutating func skipRest() {
    if kind == .semicolon || (!current.isAfterLineBreak && kind != .endOfFile && kind != .closeBrace) {
      skipStatement()
    }
  }

  /// `{ A, type B as C, "d e" as E }`.
  private mutating func parseCarriedNames() -> [CarriedName] {
    let end = current.match ?? lastIndex
    advance()
    var names: [CarriedName] = []
    while index < end {
      if keyword == .type, !endsCarriedName(peek(1)), peek(1).keyword != .as || endsCarriedName(peek(3)) == false {
        advance()
      }
      guard let source = parseCarriedName() else { break }
      let name = take(.as) ? parseCarriedName() : source
      guard let name else { break }
      names.append(CarriedName(source: source, name: name))
      guard index < end, !take(.comma) else { continue }
      fail("expected ',' between names, found \(describe(current))")
      break
    }
    index = min(end + 1, lastIndex)
    return names
  }

  private func endsCarriedName(_ token: Token) -> Bool {
    token.kind == .comma || token.kind == .closeBrace || token.kind == .endOfFile
  }

  private mutating func parseCarriedName() -> Identifier? {
    guard kind == .string else { return expectIdentifier("a name") }
    return parseModuleName()
  }

  // MARK: Exports

  /// Whether `export` is followed by a clause and not by a declaration.
  var startsExportClause: Bool {
    let next = peek(1)
    if next.kind == .openBrace || next.kind == .equals { return true }
    if next.kind == .other, text(next) == "*" { return true }
    if next.keyword == .as { return true }
    guard next.keyword == .type else { return false }
    return peek(2).kind == .openBrace || (peek(2).kind == .other && text(peek(2)) == "*")
  }

  mutating func parseExportClause() -> StatementSyntax.Kind? {
    advance()
    if take(.equals) { return parseDefaultExport() }
    if keyword == .as {  // `export as namespace X`
      skipStatement()
      return nil
    }
    if keyword == .type { advance() }
    if kind == .openBrace {
      let names = parseCarriedNames()
      var module: Identifier?
      if take(.from) { module = parseExportedModule() }
      skipRest()
      return .exporting(ExportSyntax(names: names, isStar: false, module: module))
    }
    let star = Identifier(text: "*", span: span(current))
    advance()
    var names: [CarriedName] = []
    if take(.as), let name = parseCarriedName() { names = [CarriedName(source: star, name: name)] }
    guard take(.from) else {
      fail("expected 'from' after '*', found \(describe(current))")
      skipRest()
      return nil
    }
    let module = parseExportedModule()
    skipRest()
    return .exporting(ExportSyntax(names: names, isStar: names.isEmpty, module: module))
  }

  private mutating func parseExportedModule() -> Identifier? {
    guard kind == .string else {
      fail("expected a module after 'from', found \(describe(current))")
      return nil
    }
    return parseModuleName()
  }

  /// What follows `export default` or `export =`: a name, or something without meaning for a contract.
  mutating func parseDefaultExport() -> StatementSyntax.Kind? {
    let next = peek(1)
    let isName = kind == .identifier && (next.kind == .semicolon || next.kind == .endOfFile || next.isAfterLineBreak)
    guard isName else {
      if kind != .endOfFile { skipStatement() }
      return nil
    }
    let source = Identifier(text: text(current), span: span(current))
    advance()
    if kind == .semicolon { advance() }
    let name = Identifier(text: "default", span: source.span)
    return .exporting(ExportSyntax(names: [CarriedName(source: source, name: name)], isStar: false, module: nil))
  }
}
