/**
 * Looks at the OpenAPI documents that `npm run build` last made with redocly and spectral, their recommended rules:
 * `npm run check:documents`. Any finding fails it, a warning too. It installs both of them where they are missing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run, writeDocuments } from './documents.mjs'

const HERE = import.meta.dirname
const BIN = join(HERE, 'node_modules/.bin')
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

if (!existsSync(join(BIN, 'redocly')))
  run('npm', ['ci', '--prefix', HERE, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'])

/** What redocly has found, a line each. */
function lintWithRedocly(path) {
  const words = ['lint', path, '--extends=recommended', '--format=json', '--max-problems=1000']
  const { stdout } = spawnSync(join(BIN, 'redocly'), words, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 })
  const { problems } = JSON.parse(stdout)
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`,
  )
}

/** And spectral. */
function lintWithSpectral(path) {
  const words = ['lint', path, '--ruleset', join(HERE, '.spectral.yaml'), '--format=text', '--fail-severity=hint']
  const { status, stdout, stderr } = spawnSync(join(BIN, 'spectral'), words, { encoding: 'utf8', env })
  return status === 0 ? [] : [`${stdout}${stderr}`]
}

const { folder, files } = writeDocuments()
try {
  for (const [name, path] of Object.entries(files)) {
    const found = [...lintWithRedocly(path), ...lintWithSpectral(path)]
    for (const line of found) process.stdout.write(`${name}: ${line}\n`)
    process.stdout.write(`${name}: redocly and spectral find ${found.length === 0 ? 'nothing' : found.length}\n`)
    if (found.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
