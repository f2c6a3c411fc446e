internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// Puts what tags say of a type into it: into list elements and map values too, null aside.
  func apply(_ facts: DocFacts, to type: TypeExpression) -> TypeExpression {
    var type = type
    for (tag, words) in facts.typeTags {
      guard let change = change(for: tag, words) else { continue }
      if let changed = apply(change, to: type, remaining: 20) {
        type = changed
      } else {
        report(
          TypeScriptRules.invalidDocTag, .error, "@\(tag.name) means nothing for this type",
          help: "remove it, or put it where the \(change.subject) stands", at: tag.span)
      }
    }
    return type
  }

  /// What a tag does: one of the three is set.
  private struct TagChange {
    var string: ((inout StringFacts) -> Void)?
    var number: ((inout NumberFacts) -> Void)?
    var array: ((inout ArrayShape) -> Void)?
    var subject: String {
      string != nil ? (number != nil ? "string or number" : "string") : number != nil ? "number" : "list"
    }
  }

  private func change(for tag: DocComment.DocTag, _ words: [String]) -> TagChange? {
    let word = words.first ?? ""
    func invalid(_ wanted: String) -> TagChange? {
      report(
        TypeScriptRules.invalidDocTag, .error, "@\(tag.name) needs \(wanted), not '\(word)'",
        help: "write @\(tag.name) and \(wanted)", at: tag.span)
      return nil
    }
    switch tag.name {
    case "integer": return TagChange(number: { $0.isInteger = true })
    case "unordered": return TagChange(array: { $0.isUnordered = true })
    case "format":
      guard !word.isEmpty else { return invalid("a format's name") }
      let isInteger = word.hasPrefix("int") || word.hasPrefix("uint")
      return TagChange(
        string: { $0.format = word },
        number: {
          $0.format = word
          if isInteger { $0.isInteger = true }
        })
    case "pattern":
      guard !word.isEmpty else { return invalid("a regular expression") }
      return TagChange(string: { $0.pattern = word })
    case "minLength", "maxLength", "minItems", "maxItems":
      guard let count = Int(word), count >= 0 else { return invalid("a whole number") }
      switch tag.name {
      case "minLength": return TagChange(string: { $0.minimumLength = count })
      case "maxLength": return TagChange(string: { $0.maximumLength = count })
      case "minItems": return TagChange(array: { $0.minimumCount = count })
      default: return TagChange(array: { $0.maximumCount = count })
      }
    default:
      guard Double(word)?.isFinite == true, word.utf8.allSatisfy({ $0 != UInt8(ascii: "x") && $0 != UInt8(ascii: "X") })
      else { return invalid("a number") }
      return bound(tag.name, word)
    }
  }

  private func bound(_ name: String, _ word: String) -> TagChange {
    switch name {
    case "minimum": TagChange(number: { $0.minimum = word })
    case "maximum": TagChange(number: { $0.maximum = word })
    case "exclusiveMinimum":
      TagChange(number: {
        $0.minimum = word
        $0.isMinimumExclusive = true
      })
    case "exclusiveMaximum":
      TagChange(number: {
        $0.maximum = word
        $0.isMaximumExclusive = true
      })
    default: TagChange(number: { $0.multipleOf = word })
    }
  }

  /// The changed type; nil when nothing in it is what the tag speaks of.
  private func apply(_ change: TagChange, to type: TypeExpression, remaining: Int) -> TypeExpression? {
    guard remaining > 0 else { return nil }
    let span = type.span
    switch type.shape {
    case .string(var facts):
      guard let string = change.string else { return nil }
      string(&facts)
      return TypeExpression(.string(facts), span: span)
    case .number(var facts):
      guard let number = change.number else { return nil }
      number(&facts)
      return TypeExpression(.number(facts), span: span)
    case .literal(.number), .enumeration: return change.number != nil && Self.isNumeric(type) ? type : nil
    case .nullable(let inner):
      return apply(change, to: inner, remaining: remaining - 1).map { TypeExpression(.nullable($0), span: span) }
    case .array(var shape):
      if let array = change.array {
        array(&shape)
      } else {
        guard let element = apply(change, to: shape.element, remaining: remaining - 1) else { return nil }
        shape.element = element
      }
      return TypeExpression(.array(shape), span: span)
    // How many elements a tuple has, it says itself.
    case .tuple: return change.array != nil ? type : nil
    case .map(let values, let keys):
      return apply(change, to: values, remaining: remaining - 1).map {
        TypeExpression(.map(values: $0, keys: keys), span: span)
      }
    case .union(let shape): return apply(change, to: shape, span, remaining)
    case .reference(let name):
      // A scalar behind a name is written out, since the tag speaks of this place only.
      guard let target = progress.namedTypes[name], isScalarOrList(target) else { return nil }
      return apply(change, to: lowerExpanded(target), remaining: remaining - 1)
    default: return nil
    }
  }

  private func apply(
    _ change: TagChange, to shape: UnionShape, _ span: SourceSpan, _ remaining: Int
  ) -> TypeExpression? {
    var shape = shape
    var isChanged = false
    for place in shape.variants.indices {
      guard let changed = apply(change, to: shape.variants[place].type, remaining: remaining - 1) else { continue }
      shape.variants[place].type = changed
      isChanged = true
    }
    return isChanged ? TypeExpression(.union(shape), span: span) : nil
  }

  private static func isNumeric(_ type: TypeExpression) -> Bool {
    switch type.shape {
    case .literal(.number): true
    case .enumeration(let shape):
      shape.cases.contains { if case .number = $0.value { true } else { false } }
    default: false
    }
  }

  private func isScalarOrList(_ type: LazyType) -> Bool {
    let head = head(type)
    if let parts = alternatives(of: head) { return parts.allSatisfy { alternatives(of: self.head($0)) == nil } }
    if elementType(of: head) != nil { return true }
    guard case .syntax(let syntax, _) = head.form else { return false }
    switch syntax.node {
    case .keyword, .literal, .template: return true
    case .reference: if case .builtin("Date") = target(of: head) { return true } else { return false }
    default: return false
    }
  }

  /// Lowers a type with the aliases on its outside written out, what their tags say included.
  func lowerExpanded(_ type: LazyType) -> TypeExpression {
    var facts: [DocFacts] = []
    var current = type
    for _ in 0..<50 {
      if case .parameter(let binding) = target(of: current) {
        current = binding.type
        continue
      }
      guard case .symbol(let symbol) = target(of: current), let alias = symbol.alias,
        let bound = bind(arguments(of: current), to: symbol, at: current.span)
      else { break }
      facts.append(DocFacts(symbol.documentation))
      current = LazyType(alias.type, bound)
    }
    let lowered: TypeExpression
    if case .symbol(let symbol) = target(of: current), !symbol.enums.isEmpty {
      lowered = lowerEnum(symbol)
    } else {
      lowered = lower(current)
    }
    return facts.reversed().reduce(lowered) { apply($1, to: $0) }
  }
}
