import { runFeed } from './market/feeds/live/check/run-feed.js'
import { environment } from './config.js'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

void runFeed(process.argv.slice(2), environment, {
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
  stopping: stop.signal,
}).then((code) => (process.exitCode = code))
