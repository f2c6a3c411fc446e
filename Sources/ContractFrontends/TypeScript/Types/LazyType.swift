internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// Where a type is read: the scope of its names, and what its type parameters stand for.
struct Environment {
  let scope: Scope
  var bindings: [String: Binding] = [:]

  init(_ scope: Scope, bindings: [String: Binding] = [:]) {
    self.scope = scope
    self.bindings = bindings
  }

  /// The same with one more binding.
  func binding(_ name: String, to type: LazyType) -> Environment {
    var environment = self
    environment.bindings[name] = Binding(type)
    return environment
  }
}

/// What a type parameter stands for.
final class Binding {
  let type: LazyType
  /// Its lowered form, once it was needed.
  var lowered: TypeExpression?
  /// Its lowered form as names and keys need it, made without any trace.
  var outline: TypeExpression?
  /// What it comes to, once that was found without a finding: a parameter may be asked for thousands of times.
  var head: LazyType?
  /// Its members, likewise.
  var members: MemberSet?

  init(_ type: LazyType) { self.type = type }
}

/// A type that was not lowered yet: written, or put together from written ones.
struct LazyType {
  indirect enum Form {
    case syntax(TypeSyntax, Environment)
    case union([LazyType])
    case intersection([LazyType])
    /// A tuple whose elements were written in different places.
    case tuple([TupleElement])
    /// What another front end has lowered.
    case lowered(TypeExpression)
  }
  let form: Form
  let span: SourceSpan
  /// Whether it was made from the value of a constant.
  var isConstant = false

  init(_ syntax: TypeSyntax, _ environment: Environment, isConstant: Bool = false) {
    form = .syntax(syntax, environment)
    span = syntax.span
    self.isConstant = isConstant
  }

  init(union: [LazyType], span: SourceSpan) {
    form = .union(union)
    self.span = span
    isConstant = !union.isEmpty && union.allSatisfy(\.isConstant)
  }

  init(intersection: [LazyType], span: SourceSpan) {
    form = .intersection(intersection)
    self.span = span
  }

  init(tuple: [TupleElement], span: SourceSpan) {
    form = .tuple(tuple)
    self.span = span
  }

  init(lowered type: TypeExpression) {
    form = .lowered(type)
    span = type.span
  }

  /// Another type of the same environment.
  func part(_ syntax: TypeSyntax, _ environment: Environment) -> LazyType {
    LazyType(syntax, environment, isConstant: isConstant)
  }
}

extension LazyType {
  /// Whether another type is written with the same words in the same scope: declared twice, a member is what it is once.
  func readsLike(_ other: LazyType) -> Bool {
    if span == other.span { return true }
    guard case .syntax(let own, let environment) = form, case .syntax(let its, let place) = other.form,
      environment.scope === place.scope, environment.bindings.count == place.bindings.count,
      own.span.text == its.span.text
    else { return false }
    return environment.bindings.allSatisfy { $1 === place.bindings[$0] }
  }

  /// Whether two types are the same piece of text that is read the same way, so that they need no comparison.
  ///
  /// False where that would take long to tell: environments are followed a few steps deep.
  func isSame(as other: LazyType, remaining: Int = 5) -> Bool {
    switch (form, other.form) {
    case (.syntax(let own, let environment), .syntax(let its, let place)):
      // Literals may be made up where something else is written, so that the place alone does not tell.
      guard own.span == its.span, environment.scope === place.scope,
        environment.bindings.count == place.bindings.count, own.node == its.node
      else { return false }
      return environment.bindings.allSatisfy { name, binding in
        guard let same = place.bindings[name] else { return false }
        return binding === same || (remaining > 0 && binding.type.isSame(as: same.type, remaining: remaining - 1))
      }
    case (.union(let own), .union(let its)), (.intersection(let own), .intersection(let its)):
      return own.count == its.count && remaining > 0
        && zip(own, its).allSatisfy { $0.isSame(as: $1, remaining: remaining - 1) }
    default: return false
    }
  }
}

/// An element of a tuple; of a rest, the type of one element.
struct TupleElement {
  var type: LazyType
  var isOptional: Bool
  var isRest: Bool
  /// Whether `type` is the rest as a whole and not one element of it: `...infer Rest`.
  var isWhole = false
}

/// A member of an object, its type not lowered yet.
struct LazyMember {
  var name: String
  /// Where the name stands.
  var nameSpan: SourceSpan
  var isOptional: Bool
  /// What the value must belong to, all at once; more than one where an intersection or a merge repeats the name.
  var types: [LazyType]
  var documentation: DocComment?
  /// The documentation of a member that another front end has lowered.
  var prose: String?
  /// Whether it is a method.
  var isFunction = false
}

/// The members of an object type.
struct MemberSet {
  /// Members under keys that are data.
  struct Index {
    var keys: StringFacts
    var value: LazyType
  }
  /// Named members in source order, names unique.
  private(set) var members: [LazyMember] = []
  private var places: [String: Int] = [:]
  var index: Index?
  /// The one type of all members, when they came from a `Record` or a mapped type whose values do not depend on the key.
  var uniformValue: LazyType?
  /// Whether it was written as `{}` or `object`.
  var isLoose = false

  /// The member with this name.
  func member(_ name: String) -> LazyMember? { places[name].map { members[$0] } }

  /// Adds a member; one with the name of another must satisfy both.
  mutating func merge(_ member: LazyMember) {
    guard let place = places[member.name] else { return append(member) }
    let known = members[place].types
    members[place].types += member.types.filter { type in !known.contains { $0.readsLike(type) } }
    members[place].isOptional = members[place].isOptional && member.isOptional
    members[place].documentation = members[place].documentation ?? member.documentation
    uniformValue = nil
  }

  /// Adds a member; it takes the place of one with its name.
  mutating func replace(_ member: LazyMember) {
    guard let place = places[member.name] else { return append(member) }
    let documentation = members[place].documentation
    members[place] = member
    members[place].documentation = member.documentation ?? documentation
    uniformValue = nil
  }

  private mutating func append(_ member: LazyMember) {
    places[member.name] = members.count
    members.append(member)
  }

  /// Adds everything of another set.
  mutating func merge(_ other: MemberSet) {
    let uniform = members.isEmpty && index == nil ? other.uniformValue : nil
    for member in other.members { merge(member) }
    if let added = other.index {
      if var known = index {
        known.value = LazyType(intersection: [known.value, added.value], span: added.value.span)
        index = known
      } else {
        index = added
      }
    }
    uniformValue = uniform
  }

  /// The same set with each member changed, or left out where the change gives nil.
  func mapped(_ change: (LazyMember) -> LazyMember?) -> MemberSet {
    var set = MemberSet()
    for member in members { if let changed = change(member) { set.append(changed) } }
    set.index = index
    set.uniformValue = uniformValue
    return set
  }
}
