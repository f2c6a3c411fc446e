import Testing
import Transport
import Workspace

/// An interrupted recording leaves no child and no half-written set.
@Suite struct InterruptTests {
  @Test(arguments: [0.2, 0.5, 0.8])
  func interruptingARecordingEndsItsServer(delay: Double) async throws {
    let folder = try MainJobTests.project()
    let binary = AssayBinary.folder
    // The shell waits for the server to come up and interrupts Assay.
    let script = """
      PATH='\(binary)':$PATH ASSAY_DEV_PASSWORD=planted-secret-1 '\(binary)/assay' record --verbose >out.log 2>&1 &
      pid=$!
      sleep \(delay)
      kill -TERM $pid 2>/dev/null
      wait $pid
      sleep 0.3
      cat out.log
      """
    let output = try await ScratchFolder.shell(script, in: folder.path)
    let transport = CurlTransport()
    for match in output.matches(of: /http:\/\/127\.0\.0\.1:\d+/) {
      let request = HTTPRequestSpec(url: match.0 + "/api/dev/status", timeout: 5)
      await #expect(throws: TransportError.self, "a server still runs") { try await transport.send(request) }
    }
    if FileSystem.exists(folder.path + "/fixtures") {
      #expect(FileSystem.exists(folder.path + "/fixtures/manifest.json"))
    }
  }
}
