#!/usr/bin/env node
import { run } from './run.js'

// The reader of the result may have enough of it: head, or a pager that was left.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

void run(process.argv.slice(2), process).then((code) => (process.exitCode = code))
