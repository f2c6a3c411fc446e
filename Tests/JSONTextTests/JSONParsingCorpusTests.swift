import Diagnostics
import JSONText
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Inputs that nobody in this project wrote; absent in a bare checkout.
enum Corpus {
  static let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/shared/corpus"
  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "/json-parsing") }
  static func files(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
    let path = folder + "/" + name
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().compactMap { file in
      guard file.hasSuffix(".json"), let data = FileManager.default.contents(atPath: path + "/" + file) else {
        return nil
      }
      return (file, Array(data))
    }
  }
}

@Suite("Parsing corpus", .enabled(if: Corpus.isPresent, "the corpus is not beside the checkout"))
struct JSONParsingCorpusTests {
  /// The `i_` files, whose reading RFC 8259 leaves open: what Assay decides, and why.
  static let decisions: [String: (isAccepted: Bool, reason: String)] = {
    var table: [String: (Bool, String)] = [:]
    for name in [
      "number_double_huge_neg_exp", "number_huge_exp", "number_neg_int_huge_exp", "number_pos_double_huge_exp",
      "number_real_neg_overflow", "number_real_pos_overflow", "number_real_underflow", "number_too_big_neg_int",
      "number_too_big_pos_int", "number_very_big_negative_int",
    ] { table["i_\(name).json"] = (true, "number text is kept, whatever a double can hold") }
    table["i_structure_500_nested_arrays.json"] = (true, "nesting is bounded at 1024")
    table["i_structure_UTF-8_BOM_empty_object.json"] = (false, "a byte order mark is not JSON")
    for name in ["UTF-16LE_with_BOM", "utf16BE_no_BOM", "utf16LE_no_BOM"] {
      table["i_string_\(name).json"] = (false, "JSON is exchanged as UTF-8")
    }
    for name in [
      "1st_surrogate_but_2nd_missing", "1st_valid_surrogate_2nd_invalid", "incomplete_surrogate_and_escape_valid",
      "incomplete_surrogate_pair", "incomplete_surrogates_escape_valid", "invalid_lonely_surrogate",
      "invalid_surrogate", "inverted_surrogates_U+1D11E", "lone_second_surrogate",
    ] { table["i_string_\(name).json"] = (false, "a lone surrogate is no character") }
    table["i_object_key_lone_2nd_surrogate.json"] = (false, "a lone surrogate is no character")
    for name in [
      "UTF-8_invalid_sequence", "UTF8_surrogate_U+D800", "invalid_utf-8", "iso_latin_1", "lone_utf8_continuation_byte",
      "not_in_unicode_range", "overlong_sequence_2_bytes", "overlong_sequence_6_bytes",
      "overlong_sequence_6_bytes_null", "truncated-utf-8",
    ] { table["i_string_\(name).json"] = (false, "the bytes are not UTF-8") }
    return table
  }()

  @Test("every y_ is accepted, every n_ refused, every i_ decided on purpose")
  func decide() throws {
    var undecided = Set(Self.decisions.keys)
    var counts = (accepted: 0, refused: 0)
    for file in try Corpus.files("json-parsing/test_parsing") {
      let document = try? JSONDocument(parsing: file.bytes)
      let expected: Bool
      switch file.name.prefix(2) {
      case "y_": expected = true
      case "n_": expected = false
      default:
        undecided.remove(file.name)
        expected = try #require(Self.decisions[file.name], "\(file.name) is not in the table").isAccepted
      }
      #expect((document != nil) == expected, "\(file.name)")
      if document == nil { counts.refused += 1 } else { counts.accepted += 1 }
      let hasDuplicates = document.map { !$0.duplicateKeys.isEmpty } ?? false
      #expect(hasDuplicates == file.name.contains("duplicated_key"), "\(file.name)")
    }
    #expect(undecided.isEmpty, "in the table without a file: \(undecided)")
    #expect(counts.accepted > 100 && counts.refused > 180)
  }

  @Test("compact round trip is byte for byte")
  func roundTrip() throws {
    let files = try Corpus.files("json-speed/roundtrip")
    #expect(!files.isEmpty)
    for file in files {
      let document = try JSONDocument(parsing: file.bytes)
      #expect(CanonicalWriter.write(document, indent: 0) == file.bytes, "\(file.name)")
    }
  }
}
