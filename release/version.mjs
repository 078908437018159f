/**
 * `npm version 1.2.0` runs it after it has changed the version of the root: puts the version everywhere else, closes the
 * section of the changelog, and keeps the OpenAPI documents that the next changes are compared with. `--check` only says
 * where the version is another one.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtDocuments, storeReleasedDocuments } from './api/documents.mjs'

const ROOT = join(import.meta.dirname, '..')
const CONSTANT = /(?<=VERSION = ')[^']+/g
const TAG = /(?<=\b(?:trading-engine|wallet|dashboard):)\d+\.\d+\.\d+/g

/** Where the version stands beside the manifests. */
const PLACES = {
  'packages/contracts/src/version.ts': CONSTANT,
  'packages/sdk/src/version.ts': CONSTANT,
  'packages/ccxt/src/describe.ts': CONSTANT,
  'packages/ccxt/python/src/ats_ccxt/version.py': /(?<=__version__ = ")[^"]+/g,
  'integrations/freqtrade/pyproject.toml': /(?<=\nversion = ")[^"]+/g,
  'integrations/nautilus/pyproject.toml': /(?<=\nversion = ")[^"]+/g,
  Dockerfile: TAG,
  'docker-compose.yml': TAG,
  'docs/DEPLOYING.md': TAG,
  'docs/CLIENTS.md': /(?<=ats-sdk-)\d+\.\d+\.\d+(?=\.tgz)/g,
  'k8s/overlays/local/kustomization.yaml': /(?<=newTag: )[\d.]+/g,
  'k8s/overlays/production/kustomization.yaml': /(?<=newTag: )[\d.]+/g,
}
const MANIFEST_VERSIONS = /(?<="version": "|"@ats\/[a-z-]+": ")\d[^"]*/g

const foldersOf = (parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`)

const manifests = () =>
  [...foldersOf('packages'), ...foldersOf('services'), 'bench', 'docs-site', 'faults', 'release']
    .map((folder) => `${folder}/package.json`)
    .filter((path) => existsSync(join(ROOT, path)))

const places = () => [...Object.entries(PLACES), ...manifests().map((path) => [path, MANIFEST_VERSIONS])]
const read = (path) => readFileSync(join(ROOT, path), 'utf8')
const write = (path, text) => writeFileSync(join(ROOT, path), text)
const run = (program, ...args) => execFileSync(program, args, { cwd: ROOT, stdio: 'inherit' })

const { version } = JSON.parse(read('package.json'))

function check() {
  for (const [path, pattern] of places()) {
    const found = read(path).match(pattern) ?? ['none']
    const others = found.filter((one) => one !== version)
    if (others.length === 0) continue
    process.stderr.write(`${path}: the version is ${others[0]}, that of package.json ${version}\n`)
    process.exitCode = 1
  }
}

function closeChangelog() {
  const text = read('CHANGELOG.md')
  const today = new Date().toISOString().slice(0, 10)
  const closed = text.replace(
    /## Unreleased\n+(?:This becomes [\d.]+\. )?/,
    `## Unreleased\n\n## ${version} - ${today}\n\n`,
  )
  if (closed === text) throw new Error('CHANGELOG.md has no section "Unreleased"')
  write('CHANGELOG.md', closed)
  write('docs/UPGRADING.md', read('docs/UPGRADING.md').replace('Not released yet.\n\n', ''))
}

function release() {
  for (const [path, pattern] of places()) write(path, read(path).replace(pattern, version))
  run('npm', 'install', '--package-lock-only', '--ignore-scripts')
  run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--prefix', 'release')
  closeChangelog()
  run('npm', 'run', 'build')
  storeReleasedDocuments(version, builtDocuments())
  write('release/api/accepted.txt', read('release/api/accepted.txt').replace(/(?<=\n)[^]*/, ''))
  run('git', 'add', '--all')
}

if (process.argv.includes('--check')) check()
else release()
