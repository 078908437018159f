import { environment } from './config.js'
import { run } from './run.js'

void run(process.argv.slice(2), {
  env: environment,
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
}).then((code) => (process.exitCode = code))
