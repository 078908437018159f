import { explainStartFailure } from '../start-error.js'
import { runLauncher, type Terminal } from './run-launcher.js'
import { readSettings } from './settings.js'

interface TerminalStart {
  readonly prepare?: (terminal: Terminal) => void
  /** Arguments for the Node of each service, in addition to those that it always has. */
  readonly nodeArgs?: readonly string[]
}

/** Runs the stack until a signal stops it, and ends this process with 0, or with 1 after printing what went wrong. */
export function startFromTerminal(command: string, { prepare, nodeArgs = [] }: TerminalStart = {}): void {
  // The terminal may be closed before we are: what cannot be shown any more must not keep us from stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const terminal: Terminal = {
    line: (text) => void process.stdout.write(`${text}\n`),
    error: (text) => void process.stderr.write(`${command}: ${text}\n`),
  }
  const run = async (): Promise<number> => {
    try {
      prepare?.(terminal)
      return await runLauncher({ ...readSettings(process.env), nodeArgs }, terminal)
    } catch (error) {
      const explained = explainStartFailure(error)
      if (explained === undefined) throw error
      terminal.error(explained)
      return 1
    }
  }
  void run().then((code) => process.exit(code))
}
