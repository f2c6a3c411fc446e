DevServer.main(Array(CommandLine.arguments.dropFirst()))
