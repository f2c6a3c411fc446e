internal import CPlatform

/// The environment of the process.
public enum EnvironmentVariables {
  /// All variables; of two with one name the first counts, as for getenv(3).
  public static var current: [String: String] {
    var variables: [String: String] = [:]
    guard var pointer = assay_environment() else { return variables }
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "="), variables[String(text[..<equals])] == nil {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      pointer += 1
    }
    return variables
  }
}
