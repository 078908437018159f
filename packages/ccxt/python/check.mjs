/**
 * Makes the Python package from the TypeScript, builds it, and runs its tests: every fixture in JavaScript, in sync and
 * in async Python, then orders and streams of a running service. `npm run check:ccxt-python`; `--build` only builds
 * wheel and sdist into dist/, `--install` prints the Python that has it. Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const HERE = import.meta.dirname
const [isBuildOnly, isInstallOnly] = ['--build', '--install'].map((flag) => process.argv.includes(flag))
const CACHE = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')

const findPython = () =>
  ['python3', 'python'].find(
    (name) => spawnSync(name, ['-c', 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))']).status === 0,
  )

function run(program, words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: HERE, encoding: 'utf8' })
  return { isGood: status === 0, text: `${stdout}${stderr}` }
}

function must(program, words) {
  const { isGood, text } = run(program, words)
  if (!isGood) throw new Error(`${program} ${words.join(' ')}:\n${text}`)
}

/** ccxt and the tools, in an environment of their own, installed once for each list of versions. */
function installTools(python) {
  const hash = createHash('sha256')
    .update(readFileSync(join(HERE, 'requirements.txt')))
    .digest('hex')
  const home = join(CACHE, `ats-ccxt-${hash.slice(0, 12)}`)
  const done = join(home, 'installed')
  const bin = join(home, 'bin')
  if (existsSync(done)) return bin
  rmSync(home, { recursive: true, force: true })
  must(python, ['-m', 'venv', home])
  must(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '--requirement', 'requirements.txt'])
  writeFileSync(done, '')
  return bin
}

/** The wheel is built from the source distribution, so that this has all it takes. */
function build(bin) {
  rmSync(join(HERE, 'dist'), { recursive: true, force: true })
  must(process.execPath, ['generate/main.mjs'])
  must(join(bin, 'python'), ['-m', 'build', '--no-isolation'])
  const built = readdirSync(join(HERE, 'dist')).sort()
  if (!isInstallOnly) process.stdout.write(`built ${built.join(' and ')}\n`)
  const wheel = join(
    HERE,
    'dist',
    built.find((name) => name.endsWith('.whl')),
  )
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall']
  must(join(bin, 'pip'), ['install', ...quiet, wheel])
}

function check(bin) {
  const counts = { passed: 0, failed: 0 }
  const programs = [
    [join(bin, 'ruff'), ['check', '.']],
    [join(bin, 'ruff'), ['format', '--check', '.']],
    [process.execPath, ['../fixtures/run.mjs']],
    [join(bin, 'python'), ['-m', 'pytest', '--color=no']],
  ]
  for (const [program, words] of programs) {
    const { isGood, text } = run(program, words)
    const [passed, failed, errors] = ['passed', 'failed', 'error'].map((word) => count(text, word))
    process.stdout.write(text)
    counts.passed += passed > 0 || !isGood ? passed : 1
    counts.failed += isGood ? failed : Math.max(failed + errors, 1)
  }
  return counts
}

/** `411 passed in 5.45s`, `137 passed, 0 failed`. */
const count = (text, word) => Number(new RegExp(`(\\d+) ${word}s?\\b[^\\n]*\\n?$`).exec(text)?.[1] ?? 0)

const python = findPython()
if (python === undefined) {
  process.stdout.write('no Python 3.10 or later with venv: the package for ccxt is neither built nor tested\n')
  process.stdout.write('0 passed, 0 failed\n')
  process.exit(process.env.NO_SKIPPED_TESTS === 'true' || isBuildOnly || isInstallOnly ? 1 : 0)
}
const bin = installTools(python)
build(bin)
if (isInstallOnly) process.stdout.write(`${join(bin, 'python')}\n`)
else if (!isBuildOnly) {
  const { passed, failed } = check(bin)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
}
