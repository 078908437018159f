import { runLauncher, type Terminal } from './launcher/run-launcher.js'
import { readSettings } from './launcher/settings.js'
import { explainStartFailure } from './start-error.js'

// The terminal may be closed before we are: what cannot be shown any more must not keep us from stopping.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const terminal: Terminal = {
  line: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`npm start: ${text}\n`),
}

async function main(): Promise<number> {
  try {
    return await runLauncher(readSettings(process.env), terminal)
  } catch (error) {
    const explained = explainStartFailure(error)
    if (explained === undefined) throw error
    terminal.error(explained)
    return 1
  }
}

void main().then((code) => process.exit(code))
