import { BaseError } from '@ats/sdk'
import type { Command } from 'commander'
import { CommanderError } from 'commander'
import type { Act } from './act.js'
import { explain } from './explain.js'
import { EXIT_CODES, Failure } from './failure.js'
import { createProgram } from './program.js'
import { openSession, type GlobalOptions } from './session.js'
import { openTerminal, type Host, type Terminal } from './terminal/terminal.js'

/** Runs one command line. @returns its exit code */
export async function run(words: readonly string[], host: Host): Promise<number> {
  let hasKey = false
  const terminalOf = (command: Command): Terminal => {
    const { color } = command.optsWithGlobals<GlobalOptions & { readonly color: boolean }>()
    return openTerminal(host, color)
  }
  const act: Act = (command, handler) => {
    command.action(async () => {
      const session = openSession(command, terminalOf(command), host.env)
      hasKey = session.connection.credentials !== undefined
      await handler(session, command.opts<never>(), command.args)
    })
  }
  const program = createProgram(act, {
    write: (text) => void host.stdout.write(text),
    note: (text) => void host.stderr.write(text),
  })
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed the message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage
    const failure = error instanceof BaseError ? explain(error, hasKey) : error
    if (!(failure instanceof Failure)) throw error
    showFailure(failure, terminalOf(program))
    return EXIT_CODES[failure.kind]
  }
}

function showFailure({ kind, message, details }: Failure, { note, notePaint }: Terminal): void {
  note(kind === 'interrupted' ? message : notePaint('red', message))
  for (const detail of details) note(`  ${detail}`)
}
