internal import Diagnostics

extension Configuration {
  /// The variables that name a file of trusted authorities for other programs too, the first one first.
  private static let authorityVariables = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"]

  /// The PEM file with the authorities to trust in an environment: its `caFile`, else the file that `CURL_CA_BUNDLE` or
  /// `SSL_CERT_FILE` names; nil for the system's.
  ///
  /// - Throws: `configuration` when the file that was named cannot be read or holds no certificate.
  public func authorityFile(
    for environment: Environment, variables: [String: String] = EnvironmentVariables.current
  ) throws(WorkspaceError) -> String? {
    if let setting = environment.authorityFile {
      let path = FileSystem.resolve(try setting.value(environment: variables), relativeTo: folder)
      try checkAuthorities(path, named: "environments.\(environment.name).caFile", at: Place(span: setting.span))
      return path
    }
    for name in Self.authorityVariables {
      guard let path = variables[name], !path.isEmpty else { continue }
      try checkAuthorities(path, named: name, at: Place())
      return path
    }
    return nil
  }

  private func checkAuthorities(_ path: String, named name: String, at place: Place) throws(WorkspaceError) {
    let fact: String
    do throws(WorkspaceError) {
      let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
      if text.contains("-----BEGIN CERTIFICATE-----") || text.contains("-----BEGIN TRUSTED CERTIFICATE-----") { return }
      fact = "\(path), which \(name) names, holds no PEM certificate"
    } catch {
      fact = "\(path), which \(name) names, cannot be read"
    }
    throw .configuration(
      Finding(
        WorkspaceRules.unreadableAuthorities, .error, fact,
        help: "name a file of PEM certificates, or remove the setting to trust the system's authorities", at: place))
  }
}
