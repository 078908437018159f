/** The process of one run of the laboratory; that of the laboratory starts it, and it ends with that one. */
import { serveRun } from './compose/lab/run-child.js'
import type { RunMessage } from './lab/run/run-messages.js'

process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches every process of a terminal: the laboratory ends its runs itself.
process.on('SIGINT', () => undefined)
serveRun({
  tell: (told) => void process.send?.(told),
  onMessage: (take) => void process.on('message', (message) => take(message as RunMessage)),
})
