import Testing

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
    Case(words: ["explain", "3"], status: 0, output: "exit code 3: could not check"),
    Case(words: ["-q", "explain", "exit-codes"], status: 0, output: "When several hold: 70, then 4, 2, 1, 3."),
  ])
  func aCommandLineEndsAsTheTableSays(case expected: Case) async throws {
    let run = try await AssayBinary.assay(expected.words)
    #expect(run.status == expected.status, "\(run.error)")
    #expect(expected.output.isEmpty ? run.output.isEmpty : run.output.contains(expected.output), "\(run.output)")
    #expect(expected.error.isEmpty ? run.error.isEmpty : run.error.contains(expected.error), "\(run.error)")
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
    #expect(CalendarDay.text(daysSince1970: day) == text)
  }
}
