import Diagnostics

/// Options and arguments of one command line, checked against the command's table.
struct ParsedArguments: Sendable {
  private var options: [String: [String]] = [:]
  /// What is not an option, in order.
  fileprivate(set) var positionals: [String] = []

  /// Whether an option was given.
  func has(_ name: String) -> Bool { options[name] != nil }
  /// The value of an option; the last where it was given twice.
  func value(_ name: String) -> String? { options[name]?.last }
  /// The values of an option that repeats, in order.
  func values(_ name: String) -> [String] { options[name] ?? [] }

  fileprivate mutating func add(_ spec: OptionSpec, _ value: String) throws(CommandFailure) {
    if options[spec.name] != nil, !spec.repeats, spec.value != nil {
      throw .usage("--\(spec.name) is given twice", help: "give it once; its values do not add up")
    }
    options[spec.name, default: []].append(value)
  }
}

/// Splits a command line into a command, its options and its arguments.
struct ArgumentParser {
  private let commands: [CommandSpec]

  init(commands: [CommandSpec]) { self.commands = commands }

  /// What was typed.
  enum Request {
    /// `assay`, `assay help`, `assay help gate`, `assay gate --help`.
    case help(CommandSpec?)
    /// `assay --version`.
    case version
    /// A command with its arguments.
    case run(CommandSpec, ParsedArguments)
  }

  /// Reads the words after the program's name.
  func parse(_ words: [String]) throws(CommandFailure) -> Request {
    var words = words
    // Global options may stand before the command, so the command is the first word that no option takes.
    guard let index = commandIndex(words) else {
      if words.contains("--version") { return .version }
      if let word = words.first(where: { $0 != "--help" && $0 != "-h" }) {
        _ = try parse([word], options: GlobalOptions.specs, help: "run: assay help")
        throw .usage("no command is given", help: "run: assay help")
      }
      return .help(nil)
    }
    let name = words.remove(at: index)
    if name == "help" {
      guard let topic = words.first(where: { !$0.hasPrefix("-") }) else { return .help(nil) }
      return .help(try command(topic))
    }
    let command = try command(name)
    if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) { return .help(command) }
    let parsed = try parse(
      words, options: command.options + GlobalOptions.specs, help: "run: assay help \(command.name)")
    for spec in GlobalOptions.specs where parsed.has(spec.name) && !command.sharedOptions.contains(spec) {
      let users = commands.filter { $0.sharedOptions.contains(spec) }.map(\.name).joined(separator: ", ")
      throw .usage("assay \(command.name) does not use --\(spec.name)", help: "leave it out; these use it: \(users)")
    }
    try checkCount(parsed, command)
    return .run(command, parsed)
  }

  private func commandIndex(_ words: [String]) -> Int? {
    var index = 0
    while index < words.count {
      let word = words[index]
      guard word.hasPrefix("-"), word != "-", word != "--" else { return index }
      let takesNext = GlobalOptions.specs.contains { spec in
        spec.value != nil && (word == "--\(spec.name)" || spec.short.map { word == "-\($0)" } == true)
      }
      index += takesNext ? 2 : 1
    }
    return nil
  }

  private func command(_ name: String) throws(CommandFailure) -> CommandSpec {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let near = Self.nearest(to: name, among: commands.map(\.name))
    throw .usage(
      "there is no command '\(name)'",
      help: near.map { "did you mean: assay \($0)" } ?? "run: assay help")
  }

  private func checkCount(_ parsed: ParsedArguments, _ command: CommandSpec) throws(CommandFailure) {
    let allowed = command.arguments?.count ?? 0...0
    let count = parsed.positionals.count
    // The shell has expanded what was meant as one pattern.
    let pattern = command.options.first { $0.value == .text("GLOB") && parsed.has($0.name) }
    let help = pattern.map { "quote a pattern: --\($0.name) '*.ts'" } ?? "usage: \(command.usage)"
    if count < allowed.lowerBound {
      throw .usage("assay \(command.name) needs \(command.arguments?.usage ?? "nothing more")", help: help)
    }
    if count > allowed.upperBound {
      throw .usage("assay \(command.name) does not take '\(parsed.positionals[allowed.upperBound])'", help: help)
    }
  }

  private func parse(
    _ words: [String], options: [OptionSpec], help: String
  ) throws(CommandFailure) -> ParsedArguments {
    var parsed = ParsedArguments()
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        parsed.positionals += words[index...]
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        parsed.positionals.append(word)
        continue
      }
      let (spec, attached) = try option(word, among: options, help: help)
      guard let kind = spec.value else {
        if attached != nil { throw .usage("--\(spec.name) takes no value", help: "write --\(spec.name) alone") }
        try parsed.add(spec, "")
        continue
      }
      if let attached {
        try check(attached, of: spec, kind)
        try parsed.add(spec, attached)
      } else {
        guard index < words.count else {
          throw .usage(
            "--\(spec.name) needs \(kind.placeholder)", help: "--\(spec.name) \(kind.placeholder): \(spec.help)")
        }
        try check(words[index], of: spec, kind)
        try parsed.add(spec, words[index])
        index += 1
      }
    }
    return parsed
  }

  private func option(
    _ word: String, among options: [OptionSpec], help: String
  ) throws(CommandFailure) -> (OptionSpec, attached: String?) {
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      if let spec = options.first(where: { $0.name == name }) {
        return (spec, parts.count == 2 ? String(parts[1]) : nil)
      }
      let near = Self.nearest(to: name, among: options.map(\.name))
      throw .usage("there is no option '--\(name)'", help: near.map { "did you mean: --\($0)" } ?? help)
    }
    let letters = word.dropFirst()
    guard let letter = letters.first, let spec = options.first(where: { $0.short == letter }) else {
      throw .usage("there is no option '\(word)'", help: help)
    }
    let rest = String(letters.dropFirst())
    return (spec, rest.isEmpty ? nil : rest)
  }

  private func check(_ value: String, of spec: OptionSpec, _ kind: ValueKind) throws(CommandFailure) {
    let word: String
    switch kind {
    case .choice: word = value
    case .choiceWithFile: word = String(value.prefix { $0 != "=" })
    case .file, .folder:
      if value.isEmpty { throw .usage("--\(spec.name) is empty", help: "it needs \(kind.placeholder): \(spec.help)") }
      return
    default: return
    }
    guard !kind.words.contains(word) else { return }
    let near = Self.nearest(to: word, among: kind.words)
    throw .usage(
      "--\(spec.name) does not know '\(word)'",
      help: near.map { "did you mean: \($0)" } ?? "it takes \(kind.placeholder)")
  }

  /// The word that was misspelt, or broken off.
  private static func nearest(to word: String, among words: [String]) -> String? {
    Suggestion.nearest(to: word, among: words) ?? words.first { word.count >= 2 && $0.hasPrefix(word) }
  }
}
