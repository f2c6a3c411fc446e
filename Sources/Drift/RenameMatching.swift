internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Verification

/// A property that is gone from its parent.
struct LostProperty {
  /// Generalised place.
  let pointer: JSONPointer
  let type: TypeExpression?
  /// Kinds that fixtures had there, where the type is not known.
  let kinds: Set<JSONKind>
  let member: String?
  let span: SourceSpan?
  /// Whether a decoder breaks without it.
  let isRequired: Bool

  var name: String { pointer.tokens.last ?? "" }
}

/// A property that nothing knew before.
struct NewProperty {
  /// Generalised place.
  let pointer: JSONPointer
  /// A value that stands there; nil where only its kinds are known.
  let value: JSONNode?
  let kinds: Set<JSONKind>
  let member: String?

  var name: String { pointer.tokens.last ?? "" }
}

/// A property that is sent under another name.
struct Rename {
  let old: LostProperty
  let new: NewProperty
}

/// Finds the renames among what is gone and what is new: same parent, a value that fits, and a name that is alike or the
/// only candidate.
struct RenameMatching {
  let checker: ValueChecker

  /// The renames; what is left of both lists is removed or added in earnest.
  func match(_ lost: inout [LostProperty], _ new: inout [NewProperty]) -> [Rename] {
    var renames: [Rename] = []
    for minimum in [NameSimilarity.spelling, .similar, .none] {
      for candidate in lost {
        let partners = new.indices.filter { isCandidate(candidate, new[$0], minimum) }
        guard let partner = partners.first, minimum != .none || partners.count == 1 else { continue }
        if minimum == .none {
          // The only candidate on both sides, and the decoder misses it: an optional property may just be absent.
          let rivals = lost.filter { isCandidate($0, new[partner], .none) }
          guard candidate.isRequired, rivals.count == 1 else { continue }
        }
        renames.append(Rename(old: candidate, new: new[partner]))
        new.remove(at: partner)
        lost.removeAll { $0.pointer == candidate.pointer && $0.member == candidate.member }
      }
    }
    return renames
  }

  private func isCandidate(_ lost: LostProperty, _ new: NewProperty, _ minimum: NameSimilarity) -> Bool {
    guard lost.pointer.tokens.dropLast() == new.pointer.tokens.dropLast(), owner(lost.member) == owner(new.member),
      NameSimilarity(lost.name, new.name) >= minimum
    else { return false }
    if let type = lost.type, let value = new.value {
      return !checker.check(value, against: type).contains { $0.severity == .error }
    }
    // Null says nothing of the type, so it takes a name that is alike.
    let isUnknown = lost.kinds.subtracting([.null]).isEmpty || new.kinds.subtracting([.null]).isEmpty
    return isUnknown ? minimum != .none : !lost.kinds.intersection(new.kinds).subtracting([.null]).isEmpty
  }

  private func owner(_ member: String?) -> Substring? {
    member.flatMap { text in text.lastIndex(of: ".").map { text[..<$0] } }
  }
}
