internal import Diagnostics
internal import JSONText

extension Configuration.Environment {
  /// The environment with its access settings, which the checker has accepted.
  func withAccess(_ node: JSONNode, _ places: SettingPlaces) -> Configuration.Environment {
    var environment = self
    environment.access = AccessSettings(checked: node, places: places)
    return environment
  }
}

extension AccessSettings {
  init(checked node: JSONNode, places: SettingPlaces) {
    origins = node["origins"]?.elements.compactMap { places.setting($0) } ?? []
    headers = Self.map(node["headers"]) { places.setting($0) }
    appKey = node["appKey"].flatMap { key in
      key["value"].flatMap { places.setting($0) }.map {
        AppKey(header: key["header"]?.string ?? "X-App-Key", value: $0)
      }
    }
    credentialExchanges = node["credentialExchanges"]?.elements.compactMap(\.string) ?? []
    requestsPerSecond = node["requestsPerSecond"]?.number?.double
    credentials = Self.map(node["credentials"]) { Credential(checked: $0, places: places) }
  }

  private static func map<Value>(_ node: JSONNode?, _ value: (JSONNode) -> Value?) -> [String: Value] {
    let pairs = node?.members.compactMap { member in value(member.value).map { (member.key, $0) } } ?? []
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension AccessSettings.Credential {
  init?(checked node: JSONNode, places: SettingPlaces) {
    func setting(_ object: JSONNode, _ key: String) -> SettingText { places.setting(object[key]) ?? SettingText("") }
    if let bearer = node["bearer"] {
      self = .bearer(token: setting(bearer, "token"))
    } else if let key = node["apiKey"] {
      self = .apiKey(header: key["header"]?.string ?? "X-API-Key", value: setting(key, "value"))
    } else if let basic = node["basic"] {
      self = .basic(user: setting(basic, "user"), password: setting(basic, "password"))
    } else if let hmac = node["hmac"] {
      self = .hmac(
        AccessSettings.Signature(
          keyID: setting(hmac, "keyId"), key: setting(hmac, "key"), canonical: hmac["canonical"]?.string,
          header: hmac["header"]?.string, value: hmac["value"]?.string,
          timestampHeader: hmac["timestampHeader"]?.string, timestamp: hmac["timestamp"]?.string,
          clock: hmac["clock"]?.string))
    } else {
      return nil
    }
  }
}

extension SettingPlaces {
  /// A text as a setting; nil for anything else.
  fileprivate func setting(_ node: JSONNode?) -> SettingText? {
    node.flatMap { node in node.string.map { SettingText($0, span: span(of: node)) } }
  }
}
