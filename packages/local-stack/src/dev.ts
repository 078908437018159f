/** `npm run dev`: what `npm start` runs, where a service starts again when one of its sources is saved. */
import { startFromTerminal } from './launcher/start-from-terminal.js'
import { compileOnSave } from './dev/compile-on-save.js'

startFromTerminal('npm run dev', {
  prepare: (terminal) => compileOnSave(terminal.line),
  // Node's own: a process starts again when a file that it has loaded has changed.
  nodeArgs: ['--watch', '--watch-preserve-output'],
})
