import Diagnostics

/// Reads `{{…}}` in one line of text.
struct TemplateParser {
  let file: SourceFile

  /// REST Client's variables that differ from run to run, and why they cannot be recorded.
  static let refusedVariables = [
    "$guid", "$randomInt", "$timestamp", "$datetime", "$localDatetime", "$dotenv", "$aadToken", "$aadV2Token",
    "$oidcAccessToken",
  ]

  private static let knownVariables = ["$processEnv", "$link"]

  /// The template of a text that starts at a byte offset; what cannot be read becomes a finding and is left out.
  func parse(_ text: String, at start: Int, findings: inout FindingList) -> Template {
    var template = Template()
    var scanner = TextScanner(text)
    while !scanner.isAtEnd {
      template.append(literal: scanner.take { $0 != UInt8(ascii: "{") })
      let open = scanner.offset
      guard scanner.skip("{{") else {
        if scanner.skip("{") { template.append(literal: "{") }
        continue
      }
      let inner = scanner.take { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "{") }
      let isClosed = scanner.skip("}}")
      let span = SourceSpan(file: file, start: start + open, end: start + scanner.offset)
      guard isClosed else {
        findings.report(
          Finding(
            "scenario/invalid-template", .error, "'{{' has no '}}' on its line", help: "close the reference",
            at: Place(span: span)))
        continue
      }
      do throws(ReferenceProblem) {
        template.pieces.append(.reference(try reference(inner.trimmed), span))
      } catch {
        findings.report(Finding(error.rule, .error, error.message, help: error.help, at: Place(span: span)))
      }
    }
    return template
  }

  private struct ReferenceProblem: Error {
    var rule: RuleID = "scenario/invalid-template"
    let message: String
    let help: String
  }

  private func reference(_ text: String) throws(ReferenceProblem) -> Reference {
    if text.startsWithBytes("$") { return try dynamicReference(text) }
    let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else {
      guard ScenarioName.isValid(text) else {
        throw ReferenceProblem(message: "'\(text)' is not a name", help: "use letters, digits, '_' and '-'")
      }
      return .variable(text)
    }
    guard parts[1] == "response" else {
      let help = "write {{step.response.body.$.member}} or {{step.response.headers.Name}}"
      throw ReferenceProblem(message: "'\(text)' is neither a name nor a capture", help: help)
    }
    return .capture(try capture(parts, text))
  }

  private func capture(_ parts: [String], _ text: String) throws(ReferenceProblem) -> Reference.Capture {
    guard parts.count == 4, ScenarioName.isValid(parts[0]), !parts[3].isEmpty else {
      throw ReferenceProblem(
        message: "'\(text)' does not say what to capture",
        help: "write {{step.response.body.$.member}} or {{step.response.headers.Name}}")
    }
    switch parts[2] {
    case "headers": return Reference.Capture(step: parts[0], source: .header(parts[3]))
    case "body" where parts[3] == "*": return Reference.Capture(step: parts[0], source: .wholeBody)
    case "body":
      do throws(JSONPathSyntaxError) {
        return Reference.Capture(step: parts[0], source: .body(try JSONPath(parsing: parts[3])))
      } catch {
        throw ReferenceProblem(message: error.message, help: "write a path such as $.items[0].id")
      }
    default:
      let nearest = Suggestion.nearest(to: parts[2], among: ["body", "headers"])
      throw ReferenceProblem(
        message: "a response has no part '\(parts[2])'", help: "did you mean '\(nearest ?? "body")'?")
    }
  }

  private func dynamicReference(_ text: String) throws(ReferenceProblem) -> Reference {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    let name = words.first ?? text
    if name == "$processEnv" {
      guard words.count == 2, !words[1].startsWithBytes("%") else {
        throw ReferenceProblem(
          message: "$processEnv takes the name of one environment variable", help: "write {{$processEnv NAME}}")
      }
      return .processEnvironment(words[1])
    }
    if name == "$link" {
      guard words.count <= 2 else {
        throw ReferenceProblem(message: "$link takes the name of one parameter", help: "write {{$link token}}")
      }
      return .link(parameter: words.count == 2 ? words[1] : nil)
    }
    if name == "$dotenv" {
      throw ReferenceProblem(
        rule: "scenario/nondeterministic", message: "$dotenv reads a file that differs from machine to machine",
        help: "export the variable and write {{$processEnv NAME}}")
    }
    if Self.refusedVariables.contains(name) {
      throw ReferenceProblem(
        rule: "scenario/nondeterministic",
        message: "\(name) gives another value in each run, so nothing stays comparable",
        help: "write a fixed value, or capture one from an answer")
    }
    let nearest = Suggestion.nearest(to: name, among: Self.knownVariables + Self.refusedVariables)
    throw ReferenceProblem(
      message: "'\(name)' is not a dynamic variable",
      help: nearest.flatMap { Self.knownVariables.contains($0) ? "did you mean '\($0)'?" : nil }
        ?? "only {{$processEnv NAME}} and {{$link NAME}} are known")
  }
}

/// Names of steps and variables.
enum ScenarioName {
  /// Whether a text is a name: ASCII letters, digits, `_` and `-`.
  static func isValid(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}
