public import Diagnostics

/// The rules that reading a fixture set speaks in.
public enum FixtureRules {
  static let missingManifest: RuleID = "fixtures/missing-manifest"
  static let invalidManifest: RuleID = "fixtures/invalid-manifest"
  static let unknownVersion: RuleID = "fixtures/unknown-version"
  static let mergeConflict: RuleID = "fixtures/merge-conflict"
  static let duplicateEntry: RuleID = "fixtures/duplicate-entry"
  static let editedByHand: RuleID = "fixtures/edited-by-hand"
  static let lineEnds: RuleID = "fixtures/line-ends"
  static let missingFile: RuleID = "fixtures/missing-file"
  static let orphanFile: RuleID = "fixtures/orphan-file"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      missingManifest, .error, summary: "The fixtures' folder has no manifest, so there is nothing to verify.",
      example: "a fresh clone without fixtures/manifest.json",
      mend: "Run `assay record`, or set `fixtures` in assay.json."),
    Rule(
      invalidManifest, .error, summary: "The manifest is not in the form that Assay writes.",
      example: "an entry without \"status\"", mend: "Restore it from version control, or run `assay record`."),
    Rule(
      unknownVersion, .error, summary: "The manifest has a version that this program does not know.",
      example: "\"version\": 2", mend: "Use the program that wrote it, or record again."),
    Rule(
      mergeConflict, .error, summary: "A file of the set holds the marks of an unresolved merge.",
      example: "<<<<<<< HEAD", mend: "Resolve the merge, or take either side and run `assay record`."),
    Rule(
      duplicateEntry, .error, summary: "Two entries of the manifest share a route and case, or a file.",
      example: "guilds.show/showGuild twice after a merge", mend: "Run `assay record`."),
    Rule(
      editedByHand, .error, summary: "A fixture's bytes are not those that were recorded.",
      example: "a field renamed in fixtures/guilds.show/showGuild.json",
      mend: "Change the server or the scenario and run `assay record`, or restore the file."),
    Rule(
      lineEnds, .note, summary: "Fixtures were checked out with CRLF line ends; their content is right.",
      example: "git on Windows with core.autocrlf", mend: "Add `* text=auto eol=lf` to .gitattributes."),
    Rule(
      missingFile, .error, summary: "The manifest lists a file that is not there.",
      example: "a fixture deleted by hand", mend: "Restore it from version control, or run `assay record`."),
    Rule(
      orphanFile, .error, summary: "The folder holds a file that the manifest does not list, so nothing checks it.",
      example: "guilds.show/old.json after a case was renamed", mend: "Delete it, or run `assay record`."),
  ]
}
