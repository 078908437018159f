import { runLab } from './lab/cli/run-lab.js'

runLab(process.argv.slice(2), {
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
})
  .then((code) => (process.exitCode = code))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  })
