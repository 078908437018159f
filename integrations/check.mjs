/**
 * Runs the frameworks of PyPI against a running service: `npm run check:integrations`, with names for some of them. Each
 * gets an environment of its own, made once for each list of versions, with the wheels of this repository. Minutes;
 * ends with `N passed, N failed`. `--install` prints the Python of each instead.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const HERE = import.meta.dirname
const CCXT = join(HERE, '../packages/ccxt/python')
const CLIENT = join(HERE, '../clients/python')

/** What each is built on, of this repository. */
const CLIENTS = { freqtrade: CCXT, nautilus: CLIENT }
const CACHE = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
/** Those that pip can install: hummingbot is built of its sources (hummingbot/README.md). */
const FRAMEWORKS = readdirSync(HERE, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && existsSync(join(HERE, entry.name, 'requirements.txt')),
)
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isInstallOnly = process.argv.includes('--install')

function run(program, words, cwd) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8', maxBuffer: 1e8 })
  return { isGood: status === 0, text: `${stdout}${stderr}` }
}

function must(program, words, cwd) {
  const { isGood, text } = run(program, words, cwd)
  if (!isGood) throw new Error(`${program} ${words.join(' ')}:\n${text}`)
}

/** The framework and the tools, in an environment of their own. */
function environmentOf(name) {
  const folder = join(HERE, name)
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'requirements.txt')))
    .digest('hex')
  const home = join(CACHE, `ats-${name}-${hash.slice(0, 12)}`)
  const done = join(home, 'installed')
  const bin = join(home, 'bin')
  if (existsSync(done)) return bin
  rmSync(home, { recursive: true, force: true })
  must('python3', ['-m', 'venv', home])
  must(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'], folder)
  writeFileSync(done, '')
  return bin
}

/** Builds a wheel, and installs it without what it needs: that is there. */
function install(bin, folder) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  must(join(bin, 'python'), ['-m', 'build', '--no-isolation', '--wheel'], folder)
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall']
  const [wheel] = readdirSync(join(folder, 'dist'))
  must(join(bin, 'pip'), ['install', ...quiet, join(folder, 'dist', wheel)])
}

/** pytest's last line: `2 failed, 4 passed in 18.46s`. */
const count = (text, word) => Number(new RegExp(`(\\d+) ${word}s?\\b(?=[^\\n]* in [\\d.]+s)`).exec(text)?.[1] ?? 0)

function check(name, bin) {
  const folder = join(HERE, name)
  const results = [
    run(join(bin, 'ruff'), ['check', '.'], folder),
    run(join(bin, 'ruff'), ['format', '--check', '.'], folder),
  ].map(({ isGood, text }) => ({ text, passed: Number(isGood), failed: Number(!isGood) }))
  const { isGood, text } = run(join(bin, 'python'), ['-m', 'pytest', '--color=no', '-rP'], folder)
  const failed = count(text, 'failed') + count(text, 'error')
  results.push({ text, passed: count(text, 'passed'), failed: isGood ? failed : Math.max(failed, 1) })
  for (const result of results) process.stdout.write(result.text)
  return results
}

must(process.execPath, ['generate/main.mjs'], CCXT)
must(process.execPath, ['documents.mjs'], CLIENT)
const results = []
for (const { name } of FRAMEWORKS.filter((entry) => asked.length === 0 || asked.includes(entry.name))) {
  const bin = environmentOf(name)
  for (const folder of [CLIENTS[name], join(HERE, name)]) install(bin, folder)
  if (isInstallOnly) process.stdout.write(`${join(bin, 'python')}\n`)
  else results.push(...check(name, bin))
}
if (!isInstallOnly) {
  const sum = (field) => results.reduce((total, result) => total + result[field], 0)
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
