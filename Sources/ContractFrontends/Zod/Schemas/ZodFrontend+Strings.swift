internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// What Zod's names for kinds of text say in the terms of JSON Schema.
struct ZodFormat {
  var format: String?
  var pattern: String?

  /// Formats by Zod's name; those with options are worked out where they are used.
  static let all: [String: ZodFormat] = [
    "email": ZodFormat(format: "email"), "url": ZodFormat(format: "uri"), "httpUrl": ZodFormat(format: "uri"),
    "uuid": ZodFormat(format: "uuid"), "guid": ZodFormat(format: "uuid"), "uuidv4": ZodFormat(format: "uuid"),
    "uuidv6": ZodFormat(format: "uuid"), "uuidv7": ZodFormat(format: "uuid"),
    "date": ZodFormat(format: "date"), "duration": ZodFormat(format: "duration"),
    "time": ZodFormat(pattern: "^(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?$"),
    "datetime": ZodFormat(format: "date-time"),
    "cuid": ZodFormat(format: "cuid", pattern: "^[cC][^\\s-]{8,}$"),
    "cuid2": ZodFormat(format: "cuid2", pattern: "^[0-9a-z]+$"),
    "ulid": ZodFormat(format: "ulid", pattern: "^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$"),
    "xid": ZodFormat(format: "xid", pattern: "^[0-9a-vA-V]{20}$"),
    "ksuid": ZodFormat(format: "ksuid", pattern: "^[A-Za-z0-9]{27}$"),
    "nanoid": ZodFormat(format: "nanoid", pattern: "^[a-zA-Z0-9_-]{21}$"),
    "base64": ZodFormat(format: "base64", pattern: "^(?:[0-9a-zA-Z+/]{4})*(?:[0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$"),
    "base64url": ZodFormat(format: "base64url", pattern: "^[A-Za-z0-9_-]*$"),
    "hex": ZodFormat(format: "hex", pattern: "^[0-9a-fA-F]*$"),
    "e164": ZodFormat(format: "e164", pattern: "^\\+[1-9]\\d{6,14}$"),
    "emoji": ZodFormat(format: "emoji"), "jwt": ZodFormat(format: "jwt"), "ip": ZodFormat(format: "ip"),
    "ipv4": ZodFormat(format: "ipv4"), "ipv6": ZodFormat(format: "ipv6"), "mac": ZodFormat(format: "mac"),
    "cidr": ZodFormat(format: "cidr"), "cidrv4": ZodFormat(format: "cidrv4"), "cidrv6": ZodFormat(format: "cidrv6"),
    "hostname": ZodFormat(format: "hostname"), "hash": ZodFormat(format: "hash"),
  ]
}

extension ZodFrontend {
  /// Whether Zod knows a kind of text by this name; `stringFormat` is one of the team's own.
  func isFormat(_ name: String, isTopLevel: Bool) -> Bool {
    ZodFormat.all[name] != nil || (isTopLevel && name == "stringFormat")
  }

  /// Adds what a format's name says.
  func apply(
    format name: String, _ arguments: [ScriptValue], _ scope: ZodScope, version: Int, to text: inout ZodText
  ) {
    if name == "stringFormat" {
      if let first = arguments.first, case .literal(.string(let own)) = evaluate(first, in: scope) {
        text.facts.format = own
      }
      return
    }
    guard var known = ZodFormat.all[name] else { return }
    let options = arguments.first.map { evaluate($0, in: scope) }
    if name == "datetime", case .object(let members)? = options {
      known = dateTime(members)
    } else if name == "time", case .object? = options {
      known.pattern = "^(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?$"
    } else if name == "email" || name == "uuid" || name == "url", case .object(let members)? = options,
      members.contains(where: { ["pattern", "protocol", "hostname", "version"].contains($0.name) })
    {
      remark("\(name) with options", in: &text)
    }
    guard !text.isTrimmed, !text.isChanged else { return remark("in the format \(name)", in: &text) }
    if let format = known.format { text.facts.format = text.facts.format ?? format }
    if let pattern = known.pattern { add(pattern: pattern, to: &text, at: nil) }
  }

  /// `local` lets the zone be left out, which the format does not; seconds may be left out unless a precision is set.
  private func dateTime(_ options: [ZodMember]) -> ZodFormat {
    func isOn(_ name: String) -> Bool {
      options.contains { option in
        if option.name == name, case .literal(.boolean(true)) = option.cell.value { true } else { false }
      }
    }
    guard isOn("local") else { return ZodFormat(format: "date-time") }
    let zone = isOn("offset") ? "(?:Z|[+-]\\d{2}:?\\d{2})?" : "Z?"
    return ZodFormat(pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?\(zone)$")
  }

  private func remark(_ text: String, in facts: inout ZodText) {
    if !facts.remarks.contains(text) { facts.remarks.append(text) }
  }

  func add(pattern: String, to text: inout ZodText, at span: SourceSpan?) {
    guard !text.isTrimmed, !text.isChanged else { return }
    guard let known = text.facts.pattern, known != pattern else {
      text.facts.pattern = pattern
      return
    }
    guard let span else { return }
    report(
      ZodRules.uncheckedRule, .note, "only the first pattern of a text is checked, this one is not",
      help: "join the two patterns if a client needs both", at: span)
  }

  // MARK: Methods

  static let stringMethods: Set<String> = [
    "min", "max", "length", "nonempty", "regex", "includes", "startsWith", "endsWith", "trim", "toLowerCase",
    "toUpperCase", "normalize", "lowercase", "uppercase", "slugify", "minLength", "maxLength", "overwrite",
  ]

  /// Applies a method to a string schema's facts; false when a string has no such method.
  func apply(_ method: Identifier, _ arguments: [ScriptValue], _ scope: ZodScope, version: Int, to text: inout ZodText)
    -> Bool
  {
    switch method.text {
    case "min", "minLength": set(minimum: bound(arguments, scope, at: method.span), of: &text)
    case "max", "maxLength": set(maximum: bound(arguments, scope, at: method.span), of: &text)
    case "length":
      let length = bound(arguments, scope, at: method.span)
      set(minimum: length, of: &text)
      set(maximum: length, of: &text)
    case "nonempty": set(minimum: 1, of: &text)
    case "trim": text.isTrimmed = true
    case "toLowerCase", "toUpperCase", "normalize", "slugify", "overwrite": text.isChanged = true
    case "lowercase": add(pattern: "^[^A-Z]*$", to: &text, at: method.span)
    case "uppercase": add(pattern: "^[^a-z]*$", to: &text, at: method.span)
    case "startsWith", "endsWith", "includes": affix(method, arguments, scope, &text)
    case "regex": addRegex(method, arguments, scope, &text)
    default:
      guard isFormat(method.text, isTopLevel: false) else { return false }
      apply(format: method.text, arguments, scope, version: version, to: &text)
    }
    return true
  }

  private func set(minimum: Int?, of text: inout ZodText) {
    guard let minimum, !text.isChanged else { return }
    text.facts.minimumLength = max(text.facts.minimumLength ?? 0, minimum)
  }

  private func set(maximum: Int?, of text: inout ZodText) {
    guard let maximum else { return }
    guard !text.isTrimmed, !text.isChanged else {
      return remark("at most \(maximum) characters", in: &text)
    }
    text.facts.maximumLength = min(text.facts.maximumLength ?? .max, maximum)
  }

  private func affix(_ method: Identifier, _ arguments: [ScriptValue], _ scope: ZodScope, _ text: inout ZodText) {
    guard let first = arguments.first, case .literal(.string(let part)) = evaluate(first, in: scope) else {
      return unread(method.text, at: method.span)
    }
    let escaped = PatternText.escaped(part)
    switch method.text {
    case "startsWith": add(pattern: "^" + escaped, to: &text, at: method.span)
    case "endsWith": add(pattern: escaped + "$", to: &text, at: method.span)
    default: add(pattern: escaped, to: &text, at: method.span)
    }
  }

  private func addRegex(_ method: Identifier, _ arguments: [ScriptValue], _ scope: ZodScope, _ text: inout ZodText) {
    guard let first = arguments.first, case .pattern(let source, let flags) = evaluate(first, in: scope) else {
      return unread("regex", at: arguments.first?.span ?? method.span)
    }
    var pattern = source.replacing("\\/", with: "/")
    if flags.contains("i") {
      guard let wide = PatternText.ignoringCase(pattern) else {
        return unread("regex with the flag i", at: first.span)
      }
      pattern = wide
    }
    if flags.contains(where: { "ms".contains($0) }) { return unread("regex with the flags \(flags)", at: first.span) }
    add(pattern: pattern, to: &text, at: first.span)
  }

  // MARK: Bounds

  /// The length that a call states; nil, with a warning, when it cannot be read.
  func bound(_ arguments: [ScriptValue], _ scope: ZodScope, at span: SourceSpan) -> Int? {
    guard let text = numberText(arguments, scope, at: span) else { return nil }
    if let number = Int(text) { return number }
    guard let number = Double(text), number.isFinite, abs(number) < 1e15 else { return nil }
    return Int(number.rounded(.up))
  }

  /// The number that a call states; nil, with a warning, when it cannot be read.
  func numberText(_ arguments: [ScriptValue], _ scope: ZodScope, at span: SourceSpan) -> String? {
    guard let first = arguments.first else {
      unread("bound", at: span)
      return nil
    }
    switch evaluate(first, in: scope) {
    case .literal(.number(let text)): return text
    case .global("Infinity"), .undefined: return nil
    case .unknown(let fault) where fault.isParameter: return nil
    default:
      unread("bound", at: first.span)
      return nil
    }
  }

  private func unread(_ what: String, at span: SourceSpan) {
    report(
      ZodRules.unreadBound, .warning, "this \(what) cannot be read, so it is not checked",
      help: "write the value, or a constant that is one", at: span)
  }
}
