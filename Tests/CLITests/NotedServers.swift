import TestSupport
import Testing
import Workspace

/// Dev servers that note their process id and data folder when a recording of a project starts them.
struct NotedServers {
  private static let note = """
    echo $$ $2 > server-$1.starting
    mv server-$1.starting server-$1.started

    """
  private static let hang = """
    if [ -n "$3" ]; then
      echo waiting for the signal
      exec sleep 600
    fi

    """

  private let folder: ScratchFolder

  /// Lets the project's recordings start such servers.
  ///
  /// - Parameter hangsLater: Whether the server of every run but the first only sits there.
  init(in folder: ScratchFolder, hangsLater: Bool) throws {
    self.folder = folder
    let configuration = try folder.read("contracts/assay.json")
    let noting = configuration.replacing(
      "assay-devserver --port {port} --database {dataFolder}/assay_dev.sqlite", with: "sh server.sh {port} {dataFolder}"
    )
    try #require(noting != configuration)
    try folder.write(noting.replacing("\"timeout\": 30", with: "\"timeout\": 600"), to: "contracts/assay.json")
    let last = #"exec assay-devserver --port "$1" --database "$2/assay_dev.sqlite" $3 $4 $5 $6"# + "\n"
    try folder.write(Self.note + (hangsLater ? Self.hang : "") + last, to: "server.sh")
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
