/// Two programs that are run by turns.
struct Comparison {
  let title: String
  let own: Program
  let peer: Program

  /// Medians of the runs, in milliseconds.
  struct Result {
    let title: String
    let own: Program.Cost
    let peer: Program.Cost
    let peerLabel: String
  }

  /// Runs each once to warm up, then both by turns, so that what else the machine does hits both.
  func run(times: Int) throws(BenchFailure) -> Result {
    _ = try own.run()
    _ = try peer.run()
    var ownCosts: [Program.Cost] = []
    var peerCosts: [Program.Cost] = []
    for _ in 0..<times {
      ownCosts.append(try own.run())
      peerCosts.append(try peer.run())
    }
    return Result(title: title, own: median(ownCosts), peer: median(peerCosts), peerLabel: peer.label)
  }

  private func median(_ costs: [Program.Cost]) -> Program.Cost {
    func middle(_ values: [Double]) -> Double {
      let sorted = values.sorted()
      let half = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
    }
    return Program.Cost(
      cpu: middle(costs.map(\.cpu)), wall: middle(costs.map(\.wall)), peak: middle(costs.map(\.peak)))
  }
}
