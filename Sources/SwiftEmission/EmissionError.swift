public import Diagnostics

/// Why a contract has no Swift at all.
public enum EmissionError: Error, Hashable, Sendable {
  /// A type refers to a name that the contract lacks; validation reports it first.
  case unresolvedReference(name: String, place: Place)
  /// A type is nothing but itself.
  case endlessReference(name: String, place: Place)

  /// The error as a finding.
  public var finding: Finding {
    switch self {
    case .unresolvedReference(let name, let place):
      Finding(
        EmissionRules.unresolvedReference, .error, "no type is called '\(name)', so no Swift can be emitted",
        help: "declare it, or add the file that declares it to the sources", at: place, member: name)
    case .endlessReference(let name, let place):
      Finding(
        EmissionRules.unresolvedReference, .error, "'\(name)' is defined as itself, so no Swift can be emitted",
        help: "give it a shape", at: place, member: name)
    }
  }
}
