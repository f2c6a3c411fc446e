import AssayCLI

await CommandLineTool.main()
