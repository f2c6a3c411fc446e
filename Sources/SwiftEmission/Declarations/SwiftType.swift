/// A type as it is written in a declaration.
indirect enum SwiftType: Hashable, Sendable {
  /// A type by its name, dots between nested ones.
  case named(String)
  /// `T?`
  case optional(SwiftType)
  /// `[T]`
  case array(SwiftType)
  /// `[String: T]`
  case dictionary(SwiftType)
  /// `Name<T>`
  case generic(String, SwiftType)
  /// `Name.Type`, of which `.self` is a value, is never emitted; an existential is: `any Name`.
  case existential(String)

  static let string = SwiftType.named("String")
  static let bool = SwiftType.named("Bool")
  static let int = SwiftType.named("Int")
  static let double = SwiftType.named("Double")
  static let data = SwiftType.named("Data")
  static let jsonValue = SwiftType.named("JSONValue")

  /// The types by name that this one is written with.
  var names: [String] {
    switch self {
    case .named(let name), .existential(let name): [name]
    case .optional(let type), .array(let type), .dictionary(let type): type.names
    case .generic(let name, let type): [name] + type.names
    }
  }
}
