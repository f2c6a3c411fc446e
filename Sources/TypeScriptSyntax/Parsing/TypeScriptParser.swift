public import Diagnostics

/// Reads the declarations of a TypeScript file.
///
/// It never fails as a whole: what cannot be read becomes a `typescript/syntax` finding with its place, at most one for
/// a statement, and reading goes on after it. Functions, classes and statements are passed over.
public enum TypeScriptParser {
  /// Types and expressions that nest deeper than this are refused; no stack grows with the input.
  public static let maximumDepth = 100

  /// Parses a file.
  ///
  /// - Complexity: O(bytes).
  public static func parse(_ file: SourceFile, findings: inout FindingList) -> SyntaxTree {
    var parser = Parser(file)
    let statements = parser.parseStatements(upTo: parser.lastIndex)
    findings.report(parser.findings)
    return SyntaxTree(file: file, statements: statements, hasErrors: !parser.findings.isEmpty)
  }
}

/// A cursor over the tokens of a file, and what was found wrong.
struct Parser {
  let file: SourceFile
  let tokens: [Token]
  var index = 0
  /// How many types or expressions are open around the cursor.
  var depth = 0
  /// How many `extends` clauses of conditional types are open, where a further conditional needs parentheses.
  var isInsideBound = false
  /// Whether what cannot be read is no finding: it stands in code that only may be a type.
  var isQuiet = false
  private(set) var findings: [Finding] = []
  /// Whether the current statement already has a finding: what follows from one fault is not told again.
  var hasReported = false
  private let hasUnmatchedBracket: Bool

  init(_ file: SourceFile) {
    self.file = file
    var lexer = Lexer(file.bytes, hasElements: file.path.hasSuffix(".tsx") || file.path.hasSuffix(".jsx"))
    lexer.run()
    var tokens = lexer.tokens
    let unmatched = BracketMatching.match(&tokens)
    self.tokens = tokens
    hasUnmatchedBracket = unmatched != nil
    if let range = Self.firstTextThatIsNotUTF8(tokens, file.bytes) {
      report("the text is not UTF-8", range, help: "save the file as UTF-8")
    }
    if let start = lexer.unclosedComment {
      report("the comment is never closed", start..<(start + 2), help: "close it with */")
    }
    if let unmatched {
      let token = tokens[unmatched]
      let text = file.text(token.start..<token.end)
      if token.kind.isOpener {
        let shown = token.kind == .templateHead || token.kind == .templateMiddle ? "${" : text
        report("'\(shown)' is never closed", token.start..<token.end, help: "add what closes it")
      } else {
        report("'\(text)' closes nothing", token.start..<token.end, help: "remove it, or add what it closes")
      }
    }
  }

  /// Where a token, or the documentation before one, holds the first byte that is no UTF-8; other comments may.
  private static func firstTextThatIsNotUTF8(_ tokens: [Token], _ bytes: [UInt8]) -> Range<Int>? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    for range in tokens.flatMap({ [$0.documentation, $0.start..<$0.end].compactMap(\.self) }) {
      var decoder = UTF8.ForwardParser()
      var rest = bytes[range].makeIterator()
      var offset = range.lowerBound
      loop: while true {
        switch decoder.parseScalar(from: &rest) {
        case .valid(let scalar): offset += scalar.count
        case .error: return offset..<(offset + 1)
        case .emptyInput: break loop
        }
      }
    }
    return nil
  }

  // MARK: Looking

  /// The index of the end of the file.
  var lastIndex: Int { tokens.count - 1 }
  /// The token at the cursor.
  var current: Token { tokens[index] }
  /// The kind of the token at the cursor.
  var kind: TokenKind { tokens[index].kind }
  /// The keyword at the cursor.
  var keyword: Keyword? { tokens[index].keyword }

  /// The token so far ahead; the end of the file past the end.
  func peek(_ distance: Int) -> Token { tokens[min(index + distance, lastIndex)] }

  func text(_ token: Token) -> String { file.text(token.start..<token.end) }

  func span(_ token: Token) -> SourceSpan { SourceSpan(file: file, start: token.start, end: token.end) }

  /// From the start of a token to the end of the token before the cursor.
  func span(from start: Int) -> SourceSpan {
    let end = index > start ? tokens[index - 1].end : tokens[start].end
    return SourceSpan(file: file, start: tokens[start].start, end: end)
  }

  /// The doc comment before a token.
  func documentation(_ token: Token) -> DocComment? {
    token.documentation.map {
      DocComment(span: SourceSpan(file: file, start: $0.lowerBound, end: $0.upperBound))
    }
  }

  // MARK: Moving

  mutating func advance() { index = min(index + 1, lastIndex) }

  /// Moves past the token at the cursor, and past everything inside it when it opens a bracket.
  mutating func skipToken() {
    if kind.isOpener, let match = current.match {
      // The middle of a template closes one substitution and opens the next.
      index = tokens[match].kind == .templateMiddle ? match : min(match + 1, lastIndex)
    } else {
      advance()
    }
  }

  /// Moves past a token of this kind; false when another stands here.
  mutating func take(_ kind: TokenKind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  /// Moves past this word; false when something else stands here.
  mutating func take(_ keyword: Keyword) -> Bool {
    guard self.keyword == keyword else { return false }
    advance()
    return true
  }

  /// Moves past a token of this kind, or says that it is missing.
  @discardableResult
  mutating func expect(_ kind: TokenKind, _ shown: String, in construct: String) -> Bool {
    if take(kind) { return true }
    fail("expected '\(shown)' in \(construct), found \(describe(current))")
    return false
  }

  /// A name at the cursor, or nil with a finding.
  mutating func expectIdentifier(_ what: String) -> Identifier? {
    guard kind == .identifier else {
      fail("expected \(what), found \(describe(current))")
      return nil
    }
    let token = current
    advance()
    return Identifier(text: text(token), span: span(token))
  }

  /// A dotted name whose first word is at the cursor.
  mutating func parseDottedName() -> [Identifier] {
    var name: [Identifier] = []
    repeat {
      guard let part = expectIdentifier("a name") else { break }
      name.append(part)
    } while take(.dot)
    return name
  }

  // MARK: Saying

  /// Says that the text at the cursor, or at a token, is not what it should be.
  mutating func fail(_ message: String, at token: Token? = nil, help: String? = nil) {
    let token = token ?? current
    // An unmatched bracket explains whatever else does not fit.
    guard !hasReported, !hasUnmatchedBracket, !isQuiet else { return }
    hasReported = true
    report(message, token.start..<token.end, help: help)
  }

  private mutating func report(_ message: String, _ range: Range<Int>, help: String?) {
    findings.append(
      Finding(
        SyntaxRules.syntax, .error, message, help: help,
        at: Place(span: SourceSpan(file: file, start: range.lowerBound, end: range.upperBound))))
  }

  func describe(_ token: Token) -> String {
    switch token.kind {
    case .endOfFile: "the end of the file"
    case .string, .template, .templateHead: "a string"
    case .number, .bigint: "a number"
    default: "'\(text(token))'"
    }
  }

  /// The decoded value of a string or template without substitutions.
  mutating func stringValue(_ token: Token) -> String {
    if token.isUnterminated { fail("the string is not closed on its line", at: token, help: "close it with its quote") }
    let end = token.isUnterminated ? token.end : token.end - 1
    return LiteralText.unescaped(file.bytes[(token.start + 1)..<max(token.start + 1, end)])
  }
}
