/** The OpenAPI documents that clients are generated from, as files, and the programs that read them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtDocuments } from '../api/documents.mjs'

/** Writes the documents into a folder of their own, which the caller removes. */
export function writeDocuments() {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'))
  const { 'trading-engine': engine, wallet } = builtDocuments()
  const files = Object.entries({ engine, wallet }).map(([name, document]) => {
    const path = join(folder, `${name}.json`)
    writeFileSync(path, JSON.stringify(document))
    return [name, path]
  })
  return { folder, files: Object.fromEntries(files) }
}

/** Runs a program to its end. @throws with all that it has said, unless it succeeds */
export function run(program, words, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
    env: { ...process.env, ...options.env },
  })
  if (status === 0) return { stdout, stderr }
  throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`)
}
