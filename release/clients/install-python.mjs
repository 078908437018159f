/** The tools of Python, in an environment of their own, installed once for each list of versions. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './documents.mjs'

const REQUIREMENTS = join(import.meta.dirname, 'python/requirements.txt')

/** A Python that is new enough; undefined without one. */
export const findPython = () =>
  ['python3', 'python'].find(
    (name) => spawnSync(name, ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))']).status === 0,
  )

/** The folder of its programs. */
export function installPython() {
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12)
  const home = join(import.meta.dirname, `../../node_modules/.cache/python-clients-${hash}`)
  const bin = join(home, 'bin')
  const done = join(home, 'installed')
  if (existsSync(done)) return bin
  rmSync(home, { recursive: true, force: true })
  run(findPython(), ['-m', 'venv', home])
  run(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '--requirement', REQUIREMENTS])
  writeFileSync(done, '')
  return bin
}
