import TestSupport
import Testing
import Workspace

/// Dev servers that note their process id and data folder when a recording of a project starts them.
///
/// That of every run but the first only sits there: a recording goes on no further, however late a test looks.
struct NotedServers {
  private static let script = """
    echo $$ $2 > server-$1.starting
    mv server-$1.starting server-$1.started
    if [ -n "$3" ]; then
      echo waiting for the signal
      exec sleep 3600
    fi
    exec assay-devserver --port "$1" --database "$2/assay_dev.sqlite"

    """

  private let folder: ScratchFolder

  /// Lets the project's recordings start such servers.
  init(in folder: ScratchFolder) throws {
    self.folder = folder
    let configuration = try folder.read("contracts/assay.json")
    let noting = configuration.replacing(
      "assay-devserver --port {port} --database {dataFolder}/assay_dev.sqlite", with: "sh server.sh {port} {dataFolder}"
    )
    try #require(noting != configuration)
    try folder.write(noting.replacing("\"timeout\": 30", with: "\"timeout\": 3600"), to: "contracts/assay.json")
    try folder.write(Self.script, to: "server.sh")
  }

  /// Those that were started so far.
  func started() throws -> [(processID: Int32, dataFolder: String)] {
    try FileSystem.list(folder.path, recursive: false).filter { $0.hasSuffix(".started") }.map { name in
      let words = try folder.read(name).split(whereSeparator: \.isWhitespace)
      try #require(words.count == 2)
      return (try #require(Int32(words[0])), String(words[1]))
    }
  }

  /// Waits until a recorder has started as many.
  func wait(for count: Int, of recorder: ChildProcess) async throws {
    try await eventually("server \(count) of the recording", hopeless: recorder.endedText) {
      try started().count >= count
    }
  }
}
