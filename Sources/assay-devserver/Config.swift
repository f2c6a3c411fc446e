/// What the app is told before anybody signs in.
struct Config {
  let run: ServerRun

  func show(_ request: Request) -> Answer {
    .ok([
      "minimumVersion": .string(AppVersion.minimum), "build": .string(run.build),
      "startedAt": .string(WrittenTime.instant(run.startedAt)), "features": ["guilds": true, "uploads": true],
      "uploadOrigin": .string(Uploads.origin(request)),
    ])
  }
}
