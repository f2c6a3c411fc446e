import Testing
import Workspace

@testable import AssayCLI

/// Help pages are goldens: a change of an option is seen in review.
@Suite struct HelpGoldenTests {
  private static let folder = AssayBinary.root + "/Tests/Goldens/cli"

  @Test func helpPagesAreTheGoldens() throws {
    var pages = ["help.txt": HelpText.overview(CommandTable.all)]
    for command in CommandTable.all { pages["help-\(command.name).txt"] = HelpText.page(command) }
    let isUpdate = EnvironmentVariables.current["ASSAY_UPDATE_GOLDENS"] == "1"
    for (name, page) in pages.sorted(by: { $0.key < $1.key }) {
      let path = Self.folder + "/" + name
      let golden = try FileSystem.readIfPresent(path).map { String(decoding: $0, as: UTF8.self) }
      #expect(golden == page, "\(name) differs; look at it, then run with ASSAY_UPDATE_GOLDENS=1")
      // A golden that was freshly written still fails the run that wrote it.
      if isUpdate, golden != page { try FileSystem.write(Array(page.utf8), to: path) }
    }
    let known = FileSystem.isDirectory(Self.folder) ? try FileSystem.list(Self.folder, recursive: false) : []
    #expect(known.filter { pages[$0] == nil }.isEmpty, "goldens that belong to no page")
  }
}
