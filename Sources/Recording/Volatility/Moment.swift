internal import Workspace

/// When a temporal value was, whatever its written form.
struct Moment: Hashable, Sendable {
  /// Milliseconds since 1970.
  let milliseconds: Int
  /// Milliseconds that the written form cannot tell apart: 1, 1000, a minute, a day, a month.
  let resolution: Int

  /// Milliseconds of a day.
  static let day = 86_400_000

  /// Reads a value of a temporal form; nil when it is not one.
  init?(text: String) {
    let bytes = Array(text.utf8)
    switch ValueFormat(of: text) {
    case .instant(let style):
      guard let instant = Instant(bytes: bytes) else { return nil }
      milliseconds = instant.milliseconds
      resolution = !style.hasSeconds ? 60_000 : style.fractionDigits >= 3 ? 1 : 1000
    case .mailDate(let style):
      guard let date = MailDate(bytes: bytes) else { return nil }
      milliseconds = date.milliseconds
      resolution = style.hasSeconds ? 1000 : 60_000
    case .day:
      guard let day = CalendarDay(text: text) else { return nil }
      milliseconds = day.days * Self.day
      resolution = Self.day
    case .month:
      guard let day = CalendarDay(text: text + "-01") else { return nil }
      milliseconds = day.days * Self.day
      resolution = 31 * Self.day
    case .epoch(let unit):
      guard let value = Double(text) else { return nil }
      let (factor, blur) = Self.factor(of: unit)
      milliseconds = Int(value * factor)
      resolution = blur
    default: return nil
    }
  }

  private static func factor(of unit: ValueFormat.EpochUnit) -> (factor: Double, resolution: Int) {
    switch unit {
    case .seconds: (1000, 1000)
    case .fractionalSeconds: (1000, 1)
    case .milliseconds: (1, 1)
    case .microseconds: (0.001, 1)
    case .nanoseconds: (0.000_001, 1)
    }
  }
}
