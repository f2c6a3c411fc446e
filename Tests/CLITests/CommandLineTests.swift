import Testing
import Workspace

@testable import AssayCLI

@Suite struct CommandLineTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let words: [String]
    let status: Int32
    var output = ""
    var error = ""
    var testDescription: String { "assay " + words.joined(separator: " ") }
  }

  @Test(arguments: [
    Case(words: ["--version"], status: 0, output: "assay \(CommandLineTool.version)\n"),
    Case(words: ["help", "canon"], status: 0, output: "usage: assay canon [options] FILE…"),
    Case(words: ["canon", "--help"], status: 0, output: "usage: assay canon [options] FILE…"),
    Case(words: ["gnerate"], status: 2, error: "there is no command 'gnerate'"),
    Case(words: ["caon", "x"], status: 2, error: "did you mean: assay canon"),
    Case(words: ["help", "caon"], status: 2, error: "did you mean: assay canon"),
    Case(words: ["canon"], status: 2, error: "assay canon needs FILE…"),
    Case(words: ["canon", "--chek", "x"], status: 2, error: "did you mean: --check"),
    Case(words: ["canon", "--check=yes", "x"], status: 2, error: "--check takes no value"),
    Case(words: ["canon", "x", "--format"], status: 2, error: "--format needs text|json"),
    Case(words: ["canon", "x", "--format", "jsn"], status: 2, error: "did you mean: json"),
    Case(words: ["canon", "x", "--format", "json="], status: 2, error: "names no file"),
    Case(words: ["canon", "x", "--config", "a", "--config", "b"], status: 2, error: "--config is given twice"),
    Case(words: ["canon", "-z"], status: 2, error: "there is no option '-z'"),
    Case(words: ["--chek"], status: 2, error: "there is no option '--chek'"),
    Case(words: ["--quiet"], status: 2, error: "no command is given"),
    Case(words: ["completions", "bash", "zsh"], status: 2, error: "does not take 'zsh'"),
    Case(words: ["completions", "csh"], status: 2, error: "there are no completions for 'csh'"),
    Case(words: ["canon", "/no/such/file.json"], status: 2, error: "cannot read /no/such/file.json"),
    Case(
      words: ["explain", "gate/stale-generatd"], status: 2, error: "did you mean: assay explain gate/stale-generated"),
    Case(words: ["explain", "5"], status: 2, error: "assay explain exit-codes"),
    Case(words: ["explain", "3"], status: 0, output: "exit code 3\n\ncould not check"),
    Case(words: ["-q", "explain", "exit-codes"], status: 0, output: "When several hold: 70, then 4, 2, 1, 3."),
  ])
  func aCommandLineEndsAsTheTableSays(case expected: Case) async throws {
    let run = try await AssayBinary.assay(expected.words)
    #expect(run.status == expected.status, "\(run.error)")
    #expect(expected.output.isEmpty ? run.output.isEmpty : run.output.contains(expected.output), "\(run.output)")
    #expect(expected.error.isEmpty ? run.error.isEmpty : run.error.contains(expected.error), "\(run.error)")
  }

  @Test(arguments: [
    ["gate", "--frob"], ["gate", "-z"], ["gate", "--stri"], ["gate", "--strict=yes"], ["gate", "--format"],
    ["verify", "--type"], ["verify", "--type", "A"], ["verify", "--type", "A", "--type", "B", "x"], ["verify", "x"],
    ["canon"], ["canon", "x", "--format", "xml"], ["canon", "x", "--format", "json="], ["gate", "x"], ["frob"],
    ["--frob"], ["--quiet"], ["help", "frob"], ["explain", "frob"], ["completions", "frob"], ["approve", "x/y z"],
    ["serve", "--port", "70000"], ["record", "--runs", "1"], ["mutate", "--minimum-score", "x"], ["diff"],
    ["diff", "x"], ["canon", "--check", "--write", "x"], ["canon", "--write", "-"],
    ["gate", "--format", "json", "--format", "text"], ["explain", "--format", "json"],
    ["canon", "x", "--format", "junit"], ["completions", "bash", "--format", "sarif"],
    ["generate", "--diff", "--format", "json"],
  ])
  func everyUsageErrorSaysWhatToDo(words: [String]) async throws {
    let folder = try SampleProject.make()
    let run = try await AssayBinary.assay(words, in: folder.path, environment: ["USER": "kim"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty || words.contains("--format"), "\(run.output)")
    #expect((run.error + run.output).contains("help"), "\(run.error)")
  }

  @Test(arguments: [("--stri", "did you mean: --strict"), ("--frob", "run: assay help gate")])
  func anUnknownOptionIsCompletedOrExplained(option: String, help: String) async throws {
    let run = try await AssayBinary.assay(["gate", option])
    #expect(run.error.contains(help), "\(run.error)")
  }

  @Test(arguments: ExitCode.allCases)
  func everyExitCodeHasAnExampleAndAMend(code: ExitCode) throws {
    let page = try #require(ExplainCommand.page(String(code.rawValue)))
    for part in ["exit code \(code.rawValue)\n", code.meaning, "\nexample: ", "\nmend:    "] {
      #expect(page.contains(part), "\(page)")
    }
  }

  @Test(
    .enabled(if: FileSystem.exists("/dev/full"), "the system has no /dev/full"),
    arguments: [
      "gate", "gate --format json", "explain", "explain 3", "completions zsh", "help", "--version", "canon x.json",
      "generate --diff", "report r.json --format html", "verify --format sarif",
    ])
  func whatCannotBePrintedIsAnError(command: String) async throws {
    let folder = try SampleProject.make()
    try folder.write("{}", to: "x.json")
    _ = try await AssayBinary.assay(["generate"], in: folder.path)
    try folder.write(SampleProject.contract.replacing("motto?", with: "slogan?"), to: "contracts/types/guild.ts")
    _ = try await AssayBinary.assay(["verify", "--format", "json=r.json"], in: folder.path)
    let line = "'\(AssayBinary.folder)/assay' \(command) 2>&1 >/dev/full; echo status $?"
    let output = try await ScratchFolder.shell(line, in: folder.path)
    #expect(output.hasSuffix("status 2\n"), "\(output)")
    #expect(output.contains("cannot write (standard output): No space left on device"), "\(output)")
  }

  @Test func aReaderThatHasGoneEndsQuietly() async throws {
    let line = "{ '\(AssayBinary.folder)/assay' explain 2>err; } | true; cat err"
    let folder = try ScratchFolder()
    #expect(try await ScratchFolder.shell(line, in: folder.path).isEmpty)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsKnowTheTopicsOfExplain(shell: String) async throws {
    let run = try await AssayBinary.assay(["completions", shell])
    for topic in ["gate/stale-generated", "drift/field-removed", "exit-codes", "70"] {
      #expect(run.output.contains(topic), "\(topic)")
    }
  }

  @Test(
    .enabled(if: FileSystem.exists("/bin/bash"), "bash is not there"),
    arguments: [("assay explain gate/stale", "gate/stale-generated"), ("assay gat", "gate")])
  func bashCompletesWhatIsTyped(line: String, completed: String) async throws {
    let folder = try ScratchFolder()
    let script = """
      source <('\(AssayBinary.folder)/assay' completions bash)
      COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _assay; echo "${COMPREPLY[@]}"
      """
    try folder.write(script, to: "try.sh")
    #expect(try await ScratchFolder.shell("bash try.sh", in: folder.path) == completed + "\n")
  }

  @Test func helpListsEveryCommandWithItsSummary() async throws {
    let run = try await AssayBinary.assay([])
    #expect(run.status == 0)
    for command in CommandTable.all {
      #expect(run.output.contains("\n  \(command.name) "), "\(command.name)")
      #expect(run.output.contains(command.summary), "\(command.name)")
    }
  }

  @Test func optionsOfOneCommandHaveOneNameAndShadowNoGlobalOne() {
    for command in CommandTable.all {
      let options = command.options + GlobalOptions.specs
      #expect(Set(options.map(\.name)).count == options.count, "\(command.name)")
      let letters = options.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(command.name)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsNameEveryCommandAndOption(shell: String) async throws {
    let run = try await AssayBinary.assay(["completions", shell])
    #expect(run.status == 0)
    for command in CommandTable.all {
      #expect(run.output.contains(command.name))
      for option in command.options { #expect(run.output.contains(option.name), "\(command.name) --\(option.name)") }
    }
  }

  @Test func theWorseExitCodeStays() {
    let order: [ExitCode] = [.internalError, .refused, .cannotStart, .findings, .couldNotCheck, .clean]
    for (index, worse) in order.enumerated() {
      for better in order[index...] {
        #expect(worse.combined(with: better) == worse)
        #expect(better.combined(with: worse) == worse)
      }
    }
  }

  @Test(arguments: [
    (0, "1970-01-01"), (20_517, "2026-03-05"), (11_016, "2000-02-29"), (19_782, "2024-02-29"), (-1, "1969-12-31"),
  ])
  func daysAreGregorian(day: Int, text: String) {
    #expect(CalendarDay(days: day).text == text)
  }
}
