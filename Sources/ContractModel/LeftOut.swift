public import Diagnostics

/// Parts of a contract that could not be read: what stands in their place must not be used.
public struct RefusedParts: Sendable {
  /// Names of types.
  public var types: Set<String>
  /// Ids of routes.
  public var routes: Set<String>
  /// What did not become part of the contract at all, such as a constant table.
  public var others: Set<LeftOutPart>
  /// The errors that say why; every other error is about the contract as a whole.
  public var findings: Set<Finding>

  /// Creates a list.
  public init(
    types: Set<String> = [], routes: Set<String> = [], others: Set<LeftOutPart> = [], findings: Set<Finding> = []
  ) {
    self.types = types
    self.routes = routes
    self.others = others
    self.findings = findings
  }

  /// Whether nothing is refused.
  public var isEmpty: Bool { types.isEmpty && routes.isEmpty && others.isEmpty }
  /// The errors with those that say why as warnings: what they are about is left out.
  public func lessening(_ findings: [Finding]) -> [Finding] {
    findings.map { finding in
      var finding = finding
      if self.findings.contains(finding) { finding.severity = min(finding.severity, .warning) }
      return finding
    }
  }

  /// Adds another list.
  public mutating func merge(_ other: RefusedParts) {
    types.formUnion(other.types)
    routes.formUnion(other.routes)
    others.formUnion(other.others)
    findings.formUnion(other.findings)
  }
}

/// What a contract lacks because it was asked to leave out what cannot be read.
public struct LeftOutPart: Hashable, Sendable {
  /// The reason of what is not left out for the sake of another part.
  public static let unread = "it cannot be read"
  /// What it is, such as `type` or `route`, and its name or id.
  public let title: String
  /// What the source calls it, where the contract has another name for it.
  public var written: String?
  /// Why, in words that follow a colon.
  public let reason: String
  /// Where it is declared; its file is the contract source that it belongs to.
  public let span: SourceSpan

  /// Creates a part.
  public init(title: String, reason: String = LeftOutPart.unread, span: SourceSpan) {
    self.title = title
    self.reason = reason
    self.span = span
  }

  /// The title as people are told it, with the name that the source has.
  public var shownTitle: String { title + (written.map { " (\($0) in the source)" } ?? "") }

  /// The part as a finding.
  public var finding: Finding {
    Finding(
      ContractRules.leftOut, .warning, "\(shownTitle) is left out: \(reason)",
      help: "mend what cannot be read, and generate without --allow-skips", at: Place(span: span), member: title)
  }
}

extension Contract {
  /// The contract without the parts that could not be read, and without what reaches them.
  ///
  /// Parts that lead to a part which is left out are left out too, so that no reference is left without its type.
  /// - Parameter others: What was left out before.
  public func leavingOut(_ refused: RefusedParts, besides others: [LeftOutPart] = []) -> Contract {
    let gone = typesReaching(refused.types)
    func isGone(_ route: Route) -> Bool {
      refused.routes.contains(route.id) || route.types.contains { !$0.referencedNames.isDisjoint(with: gone) }
    }
    var result = Contract(
      sources: sources, types: types.filter { !gone.contains($0.name) }, routes: routes.filter { !isGone($0) },
      tables: tables)
    let unread = LeftOutPart.unread
    let parts =
      leftOut + others + refused.others
      + types.filter { gone.contains($0.name) }.map { type in
        let isOwn = refused.types.contains(type.name)
        var part = LeftOutPart(
          title: "type '\(type.name)'", reason: isOwn ? unread : reason(type.type.referencedNames, among: gone),
          span: type.span)
        part.written = type.writtenName
        return part
      }
      + routes.filter(isGone).map { route in
        let names = route.types.reduce(into: Set<String>()) { $0.formUnion($1.referencedNames) }
        return LeftOutPart(
          title: "route '\(route.id)'",
          reason: refused.routes.contains(route.id) ? unread : reason(names, among: gone), span: route.span)
      }
    result.leftOut = Set(parts).sorted {
      $0.span == $1.span ? $0.title.precedesByBytes($1.title) : $0.span < $1.span
    }
    return result
  }

  private func reason(_ names: Set<String>, among gone: Set<String>) -> String {
    let held = names.intersection(gone).sorted { $0.precedesByBytes($1) }.first ?? ""
    let written = type(named: held)?.writtenName.map { " (\($0) in the source)" } ?? ""
    return "it holds '\(held)'\(written), which is left out"
  }

  /// These types and all that refer to them, through any number of others.
  private func typesReaching(_ start: Set<String>) -> Set<String> {
    var holders: [String: [String]] = [:]
    for type in types { for name in type.type.referencedNames { holders[name, default: []].append(type.name) } }
    var found = start.filter { type(named: $0) != nil }
    var open = Array(found)
    while let name = open.popLast() {
      for holder in holders[name] ?? [] where found.insert(holder).inserted { open.append(holder) }
    }
    return found
  }
}

extension TypeDeclaration {
  /// The name at the place of the declaration, where that is one and another than the contract's.
  fileprivate var writtenName: String? {
    let bytes = Array(span.file.bytes[span.start..<min(span.end, span.file.bytes.count)])
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") }
    guard let first = bytes.first, isLetter(first), bytes.allSatisfy({ isLetter($0) || $0 &- 0x30 < 10 }) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text == name ? nil : text
  }
}

extension TypeExpression {
  /// Names of the types that this one refers to, in its assertions too.
  public var referencedNames: Set<String> {
    var names: Set<String> = []
    var open = [self]
    while let type = open.popLast() {
      if case .reference(let name) = type.shape { names.insert(name) }
      open += type.children
      open += type.assertions.flatMap(\.types)
    }
    return names
  }
}
