extension ConfigurationKeys {
  static let signIn = SettingShape.object([
    SettingKey(
      "linkHost", .text,
      "The host that sign-in links lead to over https, exactly; http passes on the loopback address of the base URL alone."
    )
  ])

  /// Keys of an environment that say how it is asked.
  static let access: [SettingKey] = [
    SettingKey(
      "origins", .list(.setting),
      "Further origins that may be asked and get no credentials, such as an upload host; {port} is that of webServer."),
    SettingKey("headers", .variables, "Header fields of every request, such as the client's name and version."),
    SettingKey("appKey", appKey, "A header that proves which app asks; without its variable no write is sent."),
    SettingKey(
      "credentialExchanges", .list(.request),
      "Writes that a sign-in needs before its own request; comparing sends them and no others."),
    SettingKey("requestsPerSecond", .positiveNumber, "Most requests of one second."),
    SettingKey("credentials", .map(.oneOf(credentials)), "Personas that need no sign-in, by name."),
  ]

  private static let appKey = SettingShape.object([
    SettingKey("header", .header, "Name of the header; X-App-Key when it is not given."),
    SettingKey("value", .secret, isRequired: true, "The key, as $NAME."),
  ])

  private static let credentials = [
    SettingKey(
      "bearer", .object([SettingKey("token", .secret, isRequired: true, "The token, as $NAME.")]),
      "A bearer token that does not expire."),
    SettingKey(
      "apiKey",
      .object([
        SettingKey("header", .header, "Name of the header; X-API-Key when it is not given."),
        SettingKey("value", .secret, isRequired: true, "The key, as $NAME."),
      ]), "A key in a header."),
    SettingKey(
      "basic",
      .object([
        SettingKey("user", .setting, isRequired: true, "The user name."),
        SettingKey("password", .secret, isRequired: true, "The password, as $NAME."),
      ]), "User name and password with each request (RFC 7617)."),
    SettingKey("hmac", hmac, "A signature of each request: HMAC-SHA256 over a canonical text."),
  ]

  private static let hmac = SettingShape.object([
    SettingKey("keyId", .setting, isRequired: true, "What names the key to the server."),
    SettingKey("key", .secret, isRequired: true, "The key, as $NAME."),
    SettingKey(
      "canonical",
      .template(["method", "target", "path", "query", "host", "timestamp", "bodyHash", "keyId"]),
      "The text that is signed; {method}, {target}, {timestamp} and {bodyHash} on lines of their own when it is not given."
    ),
    SettingKey("header", .header, "Header of the signature; Authorization when it is not given."),
    SettingKey(
      "value", .template(["keyId", "signature", "signatureBase64", "timestamp"]),
      "Value of that header; HMAC-SHA256 {keyId}:{signature} when it is not given."),
    SettingKey("timestampHeader", .setting, "Header of the time; X-Timestamp when it is not given, \"\" for none."),
    SettingKey(
      "timestamp", .choice(["seconds", "milliseconds"]), "Unit of the time since 1970; seconds when not given."),
    SettingKey(
      "clock", .choice(["system", "server"]),
      "Whose time it is: this machine's, or that of the server's Date header; system when it is not given."),
  ])
}
