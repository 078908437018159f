/**
 * Builds the Python package (wheel and sdist, into dist/), checks its types and its style, and runs its tests against
 * the wheel and the services: `npm run check:python`. `--build` only builds; `--install` builds and prints
 * the Python that has it; `--whole` also runs the notebook, the tests
 * of data frames, and 10,000 prices, and says how long a new user waits. Ends with `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const HERE = import.meta.dirname
const [isBuildOnly, isInstallOnly, isWhole] = ['--build', '--install', '--whole'].map((flag) =>
  process.argv.includes(flag),
)
const EXAMPLES = '../../examples/python'
const CACHE = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')

/** A Python that is new enough and can make environments; undefined without one. */
const findPython = () =>
  ['python3', 'python'].find(
    (name) => spawnSync(name, ['-c', 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))']).status === 0,
  )

/** Runs a program to its end with all that it says, and whether it succeeded. */
function run(program, words, environment = {}) {
  const child = spawn(program, words, {
    cwd: HERE,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ isGood: code === 0, text: Buffer.concat(chunks).toString() }))
  })
}

async function must(program, words) {
  const { isGood, text } = await run(program, words)
  if (!isGood) throw new Error(`${program} ${words.join(' ')}:\n${text}`)
}

/** The programs of the tools, in an environment of their own, installed once for each list of versions. */
async function installTools(python) {
  const list = isWhole ? 'requirements-notebook.txt' : 'requirements.txt'
  const hash = createHash('sha256')
  for (const name of new Set(['requirements.txt', list])) hash.update(readFileSync(join(HERE, name)))
  const home = join(CACHE, `ats-python-${hash.digest('hex').slice(0, 12)}`)
  const bin = join(home, 'bin')
  const done = join(home, 'installed')
  if (existsSync(done)) return bin
  rmSync(home, { recursive: true, force: true })
  await must(python, ['-m', 'venv', home])
  await must(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '--requirement', list])
  writeFileSync(done, '')
  return bin
}

/** The wheel is built from the source distribution, so that this has all it takes. */
async function build(bin) {
  rmSync(join(HERE, 'dist'), { recursive: true, force: true })
  await must(process.execPath, ['documents.mjs'])
  await must(join(bin, 'python'), ['-m', 'build', '--no-isolation'])
  await must(join(bin, 'python'), ['generate/main.py'])
  const built = readdirSync(join(HERE, 'dist')).sort()
  if (!isInstallOnly) process.stdout.write(`built ${built.join(' and ')}\n`)
  return join(
    HERE,
    'dist',
    built.find((name) => name.endsWith('.whl')),
  )
}

async function check(bin, wheel) {
  const types = [
    ['ruff', ['check', '--config', 'pyproject.toml', '.', EXAMPLES]],
    ['ruff', ['format', '--config', 'pyproject.toml', '--check', '.', EXAMPLES]],
    ['mypy', []],
    ['pyright', ['--pythonpath', join(bin, 'python')]],
  ].map(async ([name, words]) => ({
    name: [name, ...words.slice(0, 1)].join(' '),
    ...(await run(join(bin, name), words)),
  }))
  const marked = isWhole ? [] : ['-m', 'not whole']
  const prices = isWhole ? { ATS_PRICES: '10000' } : {}
  const tests = await run(join(bin, 'python'), ['-m', 'pytest', '--color=no', ...marked], prices)
  process.stdout.write(tests.text)
  const [passed, failed] = ['passed', 'failed'].map((word) => count(tests.text, word))
  const errors = count(tests.text, 'error')
  const others = await Promise.all(types)
  if (isWhole) {
    // Alone: it is about time.
    const waited = await run(process.execPath, ['first-fill.mjs', wheel])
    others.push({ name: 'first fill', ...waited })
    process.stdout.write(waited.text)
  }
  for (const { name, isGood, text } of others)
    process.stdout.write(isGood ? `${name}: no findings\n` : `${name}:\n${text}\n`)
  const bad = others.filter(({ isGood }) => !isGood).length
  const unsaid = !tests.isGood && failed + errors === 0 ? 1 : 0
  return { passed: passed + others.length - bad, failed: failed + errors + bad + unsaid }
}

/** pytest's last line: `2 failed, 184 passed in 18.46s`. */
const count = (text, word) => Number(new RegExp(`(\\d+) ${word}s?\\b(?=[^\\n]* in [\\d.]+s)`).exec(text)?.[1] ?? 0)

const python = findPython()
if (python === undefined) {
  process.stdout.write('no Python 3.10 or later with venv: the Python package is neither built nor tested\n')
  if (process.env.NO_SKIPPED_TESTS === 'true' || isBuildOnly || isInstallOnly) process.exit(1)
  process.stdout.write('0 passed, 0 failed\n')
  process.exit(0)
}
const bin = await installTools(python)
const wheel = await build(bin)
if (!isBuildOnly) {
  await must(join(bin, 'pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--force-reinstall',
    wheel,
  ])
  if (isInstallOnly) process.stdout.write(`${join(bin, 'python')}\n`)
  else {
    const { passed, failed } = await check(bin, wheel)
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
    process.exitCode = failed === 0 ? 0 : 1
  }
}
