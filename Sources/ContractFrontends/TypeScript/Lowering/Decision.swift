/// Whether something holds, as far as it can be told.
enum Decision {
  case yes
  case no
  case unknown

  /// Whether all hold.
  static func all<Element>(_ elements: some Sequence<Element>, _ holds: (Element) -> Decision) -> Decision {
    var result = Decision.yes
    for element in elements {
      switch holds(element) {
      case .yes: continue
      case .no: return .no
      case .unknown: result = .unknown
      }
    }
    return result
  }

  /// Whether one holds.
  static func any<Element>(_ elements: some Sequence<Element>, _ holds: (Element) -> Decision) -> Decision {
    var result = Decision.no
    for element in elements {
      switch holds(element) {
      case .yes: return .yes
      case .no: continue
      case .unknown: result = .unknown
      }
    }
    return result
  }
}
