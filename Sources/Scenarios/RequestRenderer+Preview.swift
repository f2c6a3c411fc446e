internal import Diagnostics

extension RequestRenderer {
  /// The URL of a step, where no answer is needed to make it.
  public func url(of step: ScenarioStep, in context: ExpansionContext) throws(ScenarioError) -> String {
    var uses: [UsedCapture] = []
    return try expandURL(step.url, context, &uses)
  }

  /// Looks for environment variables that a step needs and that are not set, before anything is sent; their values are
  /// registered as secrets.
  public func checkVariables(of step: ScenarioStep, in context: ExpansionContext) throws(ScenarioError) {
    var open = step.templates.flatMap(\.references)
    var seen: Set<String> = []
    while let (reference, span) = open.popLast() {
      switch reference {
      case .processEnvironment:
        var uses: [UsedCapture] = []
        _ = try value(reference, span, .body, context, &uses)
      case .variable(let name):
        guard context.variables[name] == nil, seen.insert(name).inserted else { continue }
        open += scenario.variables.first { $0.name == name }?.value.references ?? []
      case .capture, .link: break
      }
    }
  }
}
