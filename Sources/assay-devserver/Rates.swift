/// Sales tax rates by county, digits kept as they are published.
enum Rates {
  private static let counties: [(key: String, name: String, rate: String, precise: String)] = [
    ("alameda", "Alameda", "0.1025", "0.102500000000000007"),
    ("contra-costa", "Contra Costa", "0.0875", "0.087499999999999994"),
    ("los-angeles", "Los Angeles", "0.0950", "0.095000000000000001"),
    ("san-luis-obispo", "San Luis Obispo", "0.0725", "0.072500000000000001"),
    ("santa-clara", "Santa Clara", "0.09125", "0.091249999999999998"),
  ]

  static func list(_ request: Request) -> Answer {
    let counties = counties.map { county in
      (
        county.key,
        ["name": .string(county.name), "rate": .number(county.rate), "precise": .string(county.precise)] as Payload
      )
    }
    return .ok([
      "asOf": .string(WrittenTime.day(request.now)), "counties": .object(Dictionary(counties) { first, _ in first }),
    ])
  }
}
