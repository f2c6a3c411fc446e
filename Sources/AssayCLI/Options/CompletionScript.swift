/// Shell completions, made from the table of commands.
enum CompletionScript {
  /// The shells that are known.
  static let shells = ["bash", "zsh", "fish"]

  /// The script for one of ``shells``.
  static func script(shell: String, commands: [CommandSpec]) -> String {
    switch shell {
    case "zsh": zsh(commands)
    case "fish": fish(commands)
    default: bash(commands)
    }
  }

  private static func options(_ command: CommandSpec) -> [OptionSpec] { command.options + command.sharedOptions }

  private static func argumentWords(_ command: CommandSpec) -> [String] { command.arguments?.kind.words ?? [] }

  private static func bash(_ commands: [CommandSpec]) -> String {
    var text = """
      # bash completion for assay; source it, or save it as
      # ~/.local/share/bash-completion/completions/assay
      _assay() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command="" word
        COMPREPLY=()
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in -*) ;; *) command=$word; break ;; esac
        done
        case $previous in

      """
    for spec in GlobalOptions.specs + commands.flatMap(\.options) where !(spec.value?.words.isEmpty ?? true) {
      let words = (spec.value?.words ?? []).joined(separator: " ")
      let arm = "    --\(spec.name)) COMPREPLY=($(compgen -W '\(words)' -- \"$current\")); return ;;\n"
      if !text.contains(arm) { text += arm }
    }
    text += "  esac\n  local words=\"\"\n  case $command in\n"
    text += "    '') words='\((["help"] + commands.map(\.name)).joined(separator: " "))' ;;\n"
    for command in commands {
      let words = options(command).map { "--\($0.name)" } + argumentWords(command)
      text += "    \(command.name)) words='\(words.joined(separator: " "))' ;;\n"
    }
    text += """
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        [[ ${#COMPREPLY[@]} -gt 0 || $current == -* || -z $command ]] || COMPREPLY=($(compgen -f -- "$current"))
      }
      complete -o filenames -F _assay assay

      """
    return text
  }

  private static func zsh(_ commands: [CommandSpec]) -> String {
    var text = """
      #compdef assay
      # zsh completion for assay; save it as _assay in a folder of $fpath
      _assay() {
        local -a commands
        commands=(

      """
    for command in commands { text += "    \(quoted("\(command.name):\(command.summary)"))\n" }
    text += """
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local name=$words[2]
        shift words; (( CURRENT-- ))
        case $name in

      """
    for command in commands {
      text += "    \(command.name)) _arguments -S"
      for spec in options(command) { text += " \\\n      \(zshOption(spec))" }
      text += " \\\n      \(zshArguments(command)) ;;\n"
    }
    return text + "  esac\n}\n_assay \"$@\"\n"
  }

  private static func zshOption(_ spec: OptionSpec) -> String {
    let star = spec.repeats ? "*" : ""
    let help = spec.help.replacingBrackets
    guard let value = spec.value else { return quoted("\(star)--\(spec.name)[\(help)]") }
    return quoted("\(star)--\(spec.name)=[\(help)]:\(spec.name):\(zshAction(value))")
  }

  private static func zshArguments(_ command: CommandSpec) -> String {
    guard let arguments = command.arguments else { return "''" }
    return quoted("*:argument:\(zshAction(arguments.kind))")
  }

  private static func zshAction(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "_files"
    case .folder: "_files -/"
    case .choice(let words), .choiceWithFile(let words), .named(_, let words): "(\(words.joined(separator: " ")))"
    case .text: " "
    }
  }

  private static func fish(_ commands: [CommandSpec]) -> String {
    var text = "# fish completion for assay; save it as ~/.config/fish/completions/assay.fish\n"
    let names = commands.map(\.name).joined(separator: " ")
    for command in commands {
      text += "complete -c assay -f -n 'not __fish_seen_subcommand_from \(names)' -a \(command.name)"
      text += " -d \(quoted(command.summary))\n"
    }
    for command in commands {
      let condition = " -n '__fish_seen_subcommand_from \(command.name)'"
      for spec in options(command) { text += "complete -c assay" + condition + fishOption(spec) }
      for word in argumentWords(command) { text += "complete -c assay\(condition) -f -a \(word)\n" }
    }
    return text
  }

  private static func fishOption(_ spec: OptionSpec) -> String {
    var text = " -l \(spec.name)"
    if let short = spec.short { text += " -s \(short)" }
    switch spec.value {
    case .file, .folder: text += " -r -F"
    case .choice(let words), .choiceWithFile(let words), .named(_, let words):
      text += " -x -a '\(words.joined(separator: " "))'"
    case .text: text += " -x"
    case nil: break
    }
    return text + " -d \(quoted(spec.help))\n"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

extension String {
  /// The text with `[`, `]` and `:` as words of a zsh description may not hold them.
  fileprivate var replacingBrackets: String {
    String(map { $0 == "[" ? "(" : $0 == "]" ? ")" : $0 == ":" ? ";" : $0 })
  }
}
