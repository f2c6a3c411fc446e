internal import Transport

/// The environment that recorded answers are compared with.
public struct DriftTarget: Hashable, Sendable {
  /// Name, as `--env` has it.
  public var name: String
  /// Absolute URL that path templates are appended to; a slash at its end does not matter.
  public var baseURL: String
  /// Values of path parameters that no read shows, by `route.parameter` or by parameter name.
  public var values: [String: String]
  /// Today as `YYYY-MM-DD`, for routes that are unreleased until a day; nil treats none as unreleased.
  public var today: String?
  /// Whether unreleased routes must be there all the same.
  public var requiresLive: Bool
  /// Seconds that each request may take.
  public var timeout: Double

  /// Creates a target.
  public init(
    name: String, baseURL: String, values: [String: String] = [:], today: String? = nil, requiresLive: Bool = false,
    timeout: Double = 30
  ) {
    self.name = name
    self.baseURL = baseURL
    self.values = values
    self.today = today
    self.requiresLive = requiresLive
    self.timeout = timeout
  }

  /// The base URL without a slash at its end.
  var base: String { BaseURL(baseURL).text }
}
