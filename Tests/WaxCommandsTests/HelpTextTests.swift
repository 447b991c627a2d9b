// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands

@Suite struct HelpTextTests {
    static let root = """
        nest - keep eggs warm

        usage: nest [options] COMMAND

        commands:
          serve                     run the server
          keys                      make and list keys
          look                      look at files

        options:
          -v, --verbose             say what is done as it is done
                                    (environment NEST_VERBOSE)
          -h, --help                print this help
              --version             print the version

        environment:
          NEST_TOKEN                the token that opens the door

        see 'nest COMMAND --help' for each command

        """

    static let serve = """
        nest serve - run the server

        usage: nest serve [options]

        Runs until it is told to stop.
        Answers in progress are finished first.

        options:
          -d, --data DIR            where the database and the keys are kept
                                    (default /var/lib/nest; environment NEST_DATA)
              --listen ADDR:PORT    where to listen (default 127.0.0.1:8080;
                                    environment NEST_LISTEN)
          -w, --workers N           how many work at once (default 4)
              --grace TIME          how long the last answers may take (default 30s)
              --upstream URL        whom to ask (environment NEST_UPSTREAM)
              --tls-cert FILE       the certificate chain, as PEM
          -t, --tag TEXT            a tag to serve (may be repeated;
                                    environment NEST_TAGS)
          -h, --help                print this help

        options of all commands:
          -v, --verbose             say what is done as it is done
                                    (environment NEST_VERBOSE)

        environment:
          NEST_TOKEN                the token that opens the door

        """

    static let keys = """
        nest keys - make and list keys

        usage: nest keys [options] COMMAND

        commands:
          create                    make a key and print it
          list                      list all keys

        options:
          -d, --data DIR            where the database and the keys are kept
                                    (default /var/lib/nest; environment NEST_DATA)
          -h, --help                print this help

        options of all commands:
          -v, --verbose             say what is done as it is done
                                    (environment NEST_VERBOSE)

        environment:
          NEST_TOKEN                the token that opens the door

        see 'nest keys COMMAND --help' for each command

        """

    static let create = """
        nest keys create - make a key and print it

        usage: nest keys create --mode MODE [options] OWNER [COUNT]

        arguments:
          OWNER                     whose key it is
          COUNT                     how many to make

        options:
              --mode MODE           what the key opens (test or live; required;
                                    environment NEST_MODE)
              --pin PIN             four digits (environment NEST_PIN)
          -f, --force               replace one that is there
          -h, --help                print this help

        options of all commands:
          -v, --verbose             say what is done as it is done
                                    (environment NEST_VERBOSE)
          -d, --data DIR            where the database and the keys are kept
                                    (default /var/lib/nest; environment NEST_DATA)

        environment:
          NEST_TOKEN                the token that opens the door

        """

    static let requests: [(String, String)] = [
        ("", root), ("--help", root), ("-h", root), ("help", root), ("-v", root), ("serve --help", serve),
        ("help serve", serve),
        ("serve --data x -h", serve), ("keys", keys), ("key --help", keys), ("help keys", keys), ("keys help", keys),
        ("keys create --help", create), ("help keys create", create), ("key help new", create),
        ("keys create --mode nonsense --help", create),
    ]

    @Test(arguments: requests) func help(_ arguments: String, _ text: String) {
        let recorder = Recorder()
        let code = SampleTool.tool.run(arguments.split(separator: " ").map(String.init), in: recorder.context()) { _ in
            Issue.record("a command was carried out")
            return .failure
        }
        #expect(code == .ok)
        #expect(recorder.output == text)
        #expect(recorder.errors == "")
    }

    @Test func noLineIsLongerThan80() {
        for path in SampleTool.root.leaves + [[]] {
            let recorder = Recorder()
            _ = SampleTool.tool.run(["help"] + path, in: recorder.context()) { _ in .ok }
            #expect(recorder.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
    }

    @Test func longNamesAndManyRequirements() {
        let first = Option(
            required: "the-first-of-the-long-names", .file,
            help: "goes below its name, because it has no room beside it")
        let second = Option(required: "second-long-name", .url(), help: "short")
        let third = Option(repeated: "third", .anyString, help: "short")
        let tool = CommandLineTool(
            Command("long", "show long things", options: [first, second, third], arguments: [SampleTool.files]))
        #expect(
            SampleTool.run("--help", tool: tool).output == """
                long - show long things

                usage: long --the-first-of-the-long-names FILE --second-long-name URL [options]
                            [FILE...]

                arguments:
                  FILE                      what to look at

                options:
                      --the-first-of-the-long-names FILE
                                            goes below its name, because it has no room beside
                                            it (required)
                      --second-long-name URL
                                            short (required)
                      --third TEXT          short (may be repeated)
                  -h, --help                print this help

                """)
    }
}
