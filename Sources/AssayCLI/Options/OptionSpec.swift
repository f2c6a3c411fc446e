/// What may follow an option or stand as an argument; drives help, parsing and shell completion.
enum ValueKind: Hashable, Sendable {
  /// Free text, shown under this name.
  case text(String)
  /// A path of a file, shown under this name.
  case file(String)
  /// A path of a folder, shown under this name.
  case folder(String)
  /// One of these words.
  case choice([String])
  /// One of many words, shown under this name.
  case named(String, [String])
  /// A word that may be followed by `=FILE`.
  case choiceWithFile([String])

  /// How help shows it.
  var placeholder: String {
    switch self {
    case .text(let name), .file(let name), .folder(let name), .named(let name, _): name
    case .choice(let words): words.joined(separator: "|")
    case .choiceWithFile(let words): words.joined(separator: "|") + "[=FILE]"
    }
  }

  /// The words that are allowed; none where any text is.
  var words: [String] {
    switch self {
    case .choice(let words), .choiceWithFile(let words), .named(_, let words): words
    default: []
    }
  }
}

/// An option of a command.
struct OptionSpec: Hashable, Sendable {
  /// Name without dashes.
  let name: String
  /// One-letter form.
  var short: Character?
  /// The value it takes; nil for a switch.
  var value: ValueKind?
  /// Whether it may be given more than once.
  var repeats = false
  /// One line of help.
  let help: String

  init(_ name: String, short: Character? = nil, value: ValueKind? = nil, repeats: Bool = false, help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.repeats = repeats
    self.help = help
  }
}

/// The arguments of a command that are not options.
struct ArgumentSpec: Hashable, Sendable {
  /// What is given.
  let kind: ValueKind
  /// How many are wanted.
  let count: ClosedRange<Int>

  init(_ kind: ValueKind, count: ClosedRange<Int>) {
    self.kind = kind
    self.count = count
  }

  /// How usage shows it: `FILE…`, `[FILE]`, `OLD NEW`.
  var usage: String {
    let name = kind.placeholder
    // A name of two words names each of two arguments.
    let text = count.upperBound > 1 && !name.contains(" ") ? name + "…" : name
    return count.lowerBound == 0 ? "[\(text)]" : text
  }
}
