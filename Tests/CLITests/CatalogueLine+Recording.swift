extension CatalogueLine.Proof {
  static func secret(_ name: String) -> Self { Self(file: "DiagnosticsTests/SecretRegistryTests.swift", name: name) }
  static func planted(_ name: String) -> Self { Self(file: "CLITests/PlantedSecretTests.swift", name: name) }
  static func faulty(_ name: String) -> Self { Self(file: "CLITests/FaultyServerTests.swift", name: name) }
  static func recorded(_ name: String) -> Self { Self(file: "CLITests/RecordingCatalogueTests.swift", name: name) }
  static func mainJob(_ name: String) -> Self { Self(file: "CLITests/MainJobTests.swift", name: name) }
  static func durable(_ name: String) -> Self { Self(file: "CLITests/RecordingDurabilityTests.swift", name: name) }
  static func selective(_ name: String) -> Self { Self(file: "CLITests/SelectiveRecordingTests.swift", name: name) }
  static func server(_ name: String) -> Self { Self(file: "CLITests/RecordingServerTests.swift", name: name) }
  static func stable(_ name: String) -> Self { Self(file: "CLITests/RecordingStabilityTests.swift", name: name) }
  static func command(_ name: String) -> Self { Self(file: "CLITests/CommandLineTests.swift", name: name) }
  static func gate(_ name: String) -> Self { Self(file: "CLITests/GateTests.swift", name: name) }
  static func interrupt(_ name: String) -> Self { Self(file: "CLITests/InterruptTests.swift", name: name) }
  static func volatile(_ name: String) -> Self { Self(file: "RecordingTests/VolatilityTests.swift", name: name) }
  static func hole(_ name: String) -> Self { Self(file: "RecordingTests/VolatilityHoleTests.swift", name: name) }
  static func origin(_ name: String) -> Self { Self(file: "RecordingTests/NamingTests.swift", name: name) }
  static func unordered(_ name: String) -> Self { Self(file: "RecordingTests/UnorderedListTests.swift", name: name) }
  static func persona(_ name: String) -> Self { Self(file: "RecordingTests/PersonaTests.swift", name: name) }
  static func polling(_ name: String) -> Self { Self(file: "RecordingTests/PollingTests.swift", name: name) }
  static func render(_ name: String) -> Self { Self(file: "ScenariosTests/RendererTests.swift", name: name) }
  static func session(_ name: String) -> Self { Self(file: "TransportTests/SessionTests.swift", name: name) }
  static func redirect(_ name: String) -> Self { Self(file: "TransportTests/RedirectTests.swift", name: name) }
  static func exchange(_ name: String) -> Self { Self(file: "TransportTests/ExchangeTests.swift", name: name) }
  static func retry(_ name: String) -> Self { Self(file: "TransportTests/RetryTests.swift", name: name) }
  static func swap(_ name: String) -> Self { Self(file: "WorkspaceTests/FolderExchangeTests.swift", name: name) }
  static func lock(_ name: String) -> Self { Self(file: "WorkspaceTests/FolderLockTests.swift", name: name) }
  static func glob(_ name: String) -> Self { Self(file: "WorkspaceTests/GlobTests.swift", name: name) }
  static func fixtures(_ name: String) -> Self { Self(file: "VerificationTests/FixtureSetTests.swift", name: name) }
  static func report(_ name: String) -> Self { Self(file: "ReportingTests/ReporterTests.swift", name: name) }
  static func leftOut(_ name: String) -> Self { Self(file: "ContractFrontendsTests/LeftOutTests.swift", name: name) }
}

extension CatalogueLine {
  /// C5: recording.
  static let recording: [CatalogueLine] = [
    CatalogueLine(
      "R1",
      [
        .mainJob("recordingTwiceChangesNoByteAndShowsNoSecret"), .selective("recordingAPartAgainChangesNothing"),
        .origin("a step that is renamed takes its ids' names with it, as often as it is recorded"),
      ]),
    CatalogueLine(
      "R2",
      [
        .stable("anotherStepChangesItsOwnFilesAlone"), .selective("onlyTheFilesOfTheNamedRoutesChange"),
        .volatile("a step in front changes nothing that stands behind it"),
        .origin(
          "a read in front of everything, another order of unrelated steps and another persona change no other file"),
      ]),
    CatalogueLine("R3", [.exchange("gzipIsDecoded"), .recorded("compressedAnswersAreKeptAsTheyRead")]),
    CatalogueLine("R5", [.recorded("noBodyIsNoFile")]),
    CatalogueLine("R6", [.recorded("compressedAnswersAreKeptAsTheyRead")]),
    CatalogueLine("R7", [.exchange("headersKeepOrderCaseAndDuplicates"), .recorded("headersAreSortedAndKeptTwice")]),
    CatalogueLine(
      "R9",
      [
        .planted("noneIsShown"), .secret("everyPlantingIsFoundAndMasked"),
        .persona("theLinkIsASecretBeforeItsStepIsRendered"),
      ]
    ),
    CatalogueLine(
      "R10", [.planted("noneIsShown"), .planted("aComparisonShowsNone"), .report("aSecretIsMaskedInEveryFormat")]),
    CatalogueLine(
      "R11", [.planted("noneIsShown"), .planted("aServerThatPrintsItsSecretsAndDies"), .session("tokensAreSecrets")],
      remark: "There is one registry: what signs in is entered before it is used, and no list names what is masked."),
    CatalogueLine(
      "R13",
      [
        .unordered("the same elements in another order are a finding with the next step"),
        .unordered("what the contract declares to have no order is sorted by what is stable"),
      ],
      remark: "Secrets are found in the finished bytes, after everything that sorts and replaces."),
    CatalogueLine(
      "R14",
      [
        .session("refreshesBeforeExpiry"), .session("revokedTokenIsRenewedForAll"),
        .persona("oauthRefreshesWhileTheScenarioRuns"),
      ]),
    CatalogueLine(
      "R15", [.session("hundredConcurrentRefusalsRefreshOnce"), .session("lateRefusalReadsTheNewToken")]),
    CatalogueLine(
      "R16",
      [
        .render("jsonBodiesAreEscapedByPosition"), .render("urlPartsAreEncoded"),
        .mainJob("recordingTwiceChangesNoByteAndShowsNoSecret"),
      ]),
    CatalogueLine(
      "R17",
      [
        .mainJob("aServerThatIsNotProvenLocalIsRefused"), .server("aNonceOfAnotherServerIsRefused"),
        .server("aForeignListenerOnThePortIsRefused"), .server("aServerThatDetachesItselfIsRefused"),
        .mainJob("doctorTriesTheGuardAndTheSignIns"),
      ]),
    CatalogueLine(
      "R18",
      [
        .mainJob("aServerThatIsNotProvenLocalIsRefused"), .server("aForeignListenerOnThePortIsRefused"),
        .server("aMarkerIsAskedForWhereTheGuardNamesSome"),
      ]),
    CatalogueLine(
      "R19",
      [
        .redirect("methodFollowsTheRules"), .redirect("credentialsStayWithTheirOrigin"),
        .recorded("redirectsAreFollowedOrRecorded"),
      ]),
    CatalogueLine(
      "R20",
      [
        .faulty("what stands in the place of an answer is not saved, and diff says so"),
        .recorded("onlyWhatIsExpectedIsSaved"), .retry("retryAfterIsHonoured"),
        .polling("busyServersAreAskedAgainUnlessThatIsWanted"),
      ]),
    CatalogueLine(
      "R23",
      [
        .interrupt("interruptingARecordingEndsItsServer"), .stable("aKilledRecorderTakesItsServerWithIt"),
        .durable("theNextRecordingClearsWhatAKilledOneLeft"),
      ],
      remark: "There is no `record --clean`: the server goes with its recorder, and the next recording clears the rest."
    ),
    CatalogueLine(
      "R24",
      [
        .swap("theNewSetTakesThePlaceOfTheOld"), .swap("afterACrashAtAnyStepTheSetIsWhollyOldOrNew"),
        .durable("afterAKillTheSetIsTheOldOneOrTheNewOne"),
      ],
      remark: "Raw answers are not kept: the set is one folder, exchanged as a whole."),
    CatalogueLine("R25", [.recorded("valuesThatLookLikeNoneAreKept")]),
    CatalogueLine("R26", [.verifier("Coverage says what the set never showed, and nothing more")]),
    CatalogueLine(
      "R28",
      [
        .hole(
          "today's date is volatile even when every run is of one day, and so are the days that are keys beside it"),
        .volatile("days keep their distances"), .mainJob("recordingTwiceChangesNoByteAndShowsNoSecret"),
      ],
      remark: "The second run of the sample is on another day."),
  ]

  /// What of C7, continuous integration, touches recording.
  static let automation: [CatalogueLine] = [
    CatalogueLine(
      "C1",
      [.gate("aCheckoutWithCRLFIsNotStale"), .recorded("lineEndsOfACheckoutAreToldAndMended")]),
    CatalogueLine("C3", [.glob("files"), .fixtures("What is written is read, in one canonical form")]),
    CatalogueLine(
      "C6",
      [
        .command("aCommandLineEndsAsTheTableSays"), .command("everyExitCodeHasAnExampleAndAMend"),
        .mainJob("aServerThatIsDownIsExitCode3AndAWrongEnvironmentExitCode2"), .faulty("record"),
      ]),
    CatalogueLine(
      "C7",
      [
        .gate("equalRunsPrintEqualBytesWhateverSurroundsThem"),
        .mainJob("recordingTwiceChangesNoByteAndShowsNoSecret"),
      ]),
    CatalogueLine(
      "C9",
      [
        .fixtures("Edited, missing, stray and conflicting files are told"), .recorded("valuesThatLookLikeNoneAreKept"),
      ]),
    CatalogueLine(
      "C12",
      [
        .gate("aRenamedFieldMakesTheGeneratedSwiftStale"),
        .gate("aFixtureThatTheContractDoesNotAllowIsNamedWithItsPlace"), .agree("onMutants"),
      ],
      remark: "The contract and the recorded answers are the two sources; neither is made from the other."),
    CatalogueLine(
      "C15",
      [
        .persona("cookiesAreAPersonasOwn"), .lock("theSecondWriterIsToldWhoHoldsIt"),
        .durable("theSecondRecorderIsRefusedByName"), .durable("ofTwoRecordersAtOnceOneWritesAndOneIsRefused"),
      ],
      remark: "Steps run one after the other on a server of their own; a second recorder of one set is refused."),
    CatalogueLine("C17", [.recorded("outputThatIsPipedHasNoColour"), .report("htmlHoldsNoForeignMarkup")]),
    CatalogueLine(
      "C19", [.gate("aContractThatCannotBeReadGeneratesNothing"), .leftOut("typescript"), .leftOut("wholeContract")]),
  ]
}
