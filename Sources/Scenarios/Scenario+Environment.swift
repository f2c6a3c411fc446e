extension Scenario {
  /// The environment variables that its requests are made with (`{{$processEnv NAME}}`), each once, sorted by bytes.
  public var environmentVariables: [String] {
    var names: Set<String> = []
    for template in variables.map(\.value) + steps.flatMap(\.templates) {
      for (reference, _) in template.references {
        if case .processEnvironment(let name) = reference { names.insert(name) }
      }
    }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
