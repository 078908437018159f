import { readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LOG_BYTES_MAX = 10_000_000

/** Moves each log over 10 MB aside, over the one moved before. Only while nothing writes them. */
export function moveLargeLogs(logsDir: string): void {
  for (const name of readdirSync(logsDir).filter((candidate) => candidate.endsWith('.log'))) {
    const file = join(logsDir, name)
    if (statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.1`)
  }
}
