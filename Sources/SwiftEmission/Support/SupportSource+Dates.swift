extension SupportSource {
  /// What `Date` in place of `Timestamp` needs.
  static let dates = #"""
    extension JSONDecoder {
      /// A decoder that reads instants as the contract has them: RFC 3339 text.
      public static var contract: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
          let timestamp = try Timestamp(from: decoder)
          guard let date = timestamp.date else {
            throw DecodingError.dataCorrupted(
              .init(codingPath: decoder.codingPath, debugDescription: "'\(timestamp.text)' is not an RFC 3339 instant"))
          }
          return date
        }
        return decoder
      }
    }

    extension JSONEncoder {
      /// An encoder that writes instants as the contract has them: in UTC, with milliseconds.
      public static var contract: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in try Timestamp(date).encode(to: encoder) }
        return encoder
      }
    }

    extension Date: EndpointParameter {
      public var parameterTexts: [String] { [Timestamp(self).text] }
    }

    """#
}
