/**
 * Compares the OpenAPI documents that `npm run build` last made with those of the last release, and fails on changes
 * that break callers: `npm run check:api`. What is broken on purpose is a line of api/accepted.txt and a row of
 * docs/UPGRADING.md. It uses oasdiff from the PATH, or else has Go build it, once.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalOf } from './api/canonical.mjs'
import { goProgram, hasGo } from './go-program.mjs'
import { builtDocuments, releasedDocuments } from './api/documents.mjs'

const OASDIFF = 'github.com/oasdiff/oasdiff@v1.37.0'
const API = join(import.meta.dirname, 'api')

function findOasdiff() {
  if (spawnSync('oasdiff', ['--version']).status === 0) return 'oasdiff'
  if (!hasGo()) throw new Error('neither oasdiff nor Go is installed to compare with')
  return goProgram(OASDIFF)
}

/** Whether callers of the document as it was released can go on with it as it is now. */
function isCompatible(oasdiff, folder, name, released, built) {
  const write = (version, document) => {
    const path = join(folder, `${name}-${version}.json`)
    writeFileSync(path, JSON.stringify(canonicalOf(document)))
    return path
  }
  const files = [write('released', released), write('built', built)]
  const settings = ['--severity-levels', join(API, 'severity.txt'), '--err-ignore', join(API, 'accepted.txt')]
  const options = ['--format', 'text', '--color', 'never', '--fail-on', 'ERR']
  const { status, stdout, stderr } = spawnSync(oasdiff, ['breaking', ...files, ...settings, ...options])
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  return status === 0
}

const { version, documents: released } = releasedDocuments()
const built = builtDocuments()
const oasdiff = findOasdiff()
const folder = mkdtempSync(join(tmpdir(), 'check-api-'))
try {
  for (const [name, document] of Object.entries(built)) {
    const compatible = isCompatible(oasdiff, folder, name, released[name], document)
    process.stdout.write(`${name}: ${compatible ? 'compatible' : 'not compatible'} with ${version}\n`)
    if (!compatible) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
if (process.exitCode === 1)
  process.stderr.write(
    'This breaks callers: take it back, or add it to release/api/accepted.txt and docs/UPGRADING.md\n',
  )
