import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Copies histories and logs of a failed run to where they stay; returns that directory. */
export function keepEvidence(directory: string): string {
  const kept = mkdtempSync(join(tmpdir(), 'trading-faults-failed-'))
  for (const name of readdirSync(directory)) {
    if (/\.(ndjson|log)$/.test(name)) cpSync(join(directory, name), join(kept, name))
  }
  return kept
}
