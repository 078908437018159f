/**
 * Builds the packages for Python: `node release/pack-python.mjs` writes wheel and sdist of each into release/out-python
 * and prints their paths. Each wheel is built from its sdist. Fails when one has another version than package.json.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(import.meta.dirname, 'out-python')
const PACKAGES = { 'clients/python': 'ats_trading', 'packages/ccxt/python': 'ats_ccxt' }

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT)
for (const [folder, name] of Object.entries(PACKAGES)) {
  const cwd = join(ROOT, folder)
  execFileSync(process.execPath, ['check.mjs', '--build'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const built = readdirSync(join(cwd, 'dist')).sort()
  const expected = [`${name}-${version}-py3-none-any.whl`, `${name}-${version}.tar.gz`]
  if (String(built) !== String(expected)) throw new Error(`${folder} built ${built}, and not ${expected}`)
  for (const file of built) {
    cpSync(join(cwd, 'dist', file), join(OUT, file))
    process.stdout.write(`${join(OUT, file)}\n`)
  }
}
