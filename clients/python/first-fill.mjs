/**
 * How long a new user waits: the wheel in a fresh environment, then the program of the README, from the start of its
 * process to its first fill at a running service. `node first-fill.mjs WHEEL [RUNS]` prints medians and ranges, and
 * fails where a median is over what the package promises. Installs from PyPI; part of `check:python -- --whole`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const HERE = import.meta.dirname
const [, , wheel, runs = '5'] = process.argv
if (wheel === undefined) throw new Error('node first-fill.mjs WHEEL [RUNS]')

/** Seconds that a median may take. */
const LIMITS = { 'first fill': 10, 'import, of the processor': 0.3 }

const PROGRAM = `
import json, time
wall, processor = time.perf_counter(), time.process_time()
import ats
imported = {"import": time.perf_counter() - wall, "import, of the processor": time.process_time() - processor}
account = ats.demo()
order = account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.001").or_raise().order
assert order.status == "FILLED", order
print(json.dumps(imported), flush=True)
account.close(symbol="BTC-USD")
`

const seconds = (from) => (performance.now() - from) / 1_000

function must(program, words) {
  const { status, stderr, stdout } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}:\n${stdout}${stderr}`)
}

/** Seconds of one run, in an environment of its own. */
async function measure(environment) {
  const home = mkdtempSync(join(tmpdir(), 'ats-first-fill-'))
  try {
    must('python3', ['-m', 'venv', home])
    const installing = performance.now()
    must(join(home, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', resolve(wheel)])
    const install = seconds(installing)
    const started = performance.now()
    const program = spawn(join(home, 'bin', 'python'), ['-c', PROGRAM], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((done) => program.on('close', done))
    let told
    for await (const line of createInterface({ input: program.stdout }))
      told ??= { install, 'first fill': seconds(started), ...JSON.parse(line) }
    if ((await ended) !== 0 || told === undefined) throw new Error('the program failed')
    return told
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const stack = spawn(process.execPath, [join(HERE, 'tests/stack.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] })
const stopped = new Promise((done) => stack.on('close', done))
const results = []
try {
  const places = await new Promise((found, failed) => {
    createInterface({ input: stack.stdout }).once('line', (line) => found(JSON.parse(line)))
    stack.on('close', () => failed(new Error('the stack did not start')))
  })
  const { KEY, SECRET, ACCOUNT, ...rest } = process.env
  for (let run = 0; run < Number(runs); run += 1) results.push(await measure({ ...rest, DATA_DIR: places.data_dir }))
} finally {
  stack.stdin.end()
  await stopped
}

for (const name of Object.keys(results[0])) {
  const sorted = results.map((result) => result[name]).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  const [first, last] = [sorted[0], sorted.at(-1)].map((value) => value.toFixed(2))
  const limit = LIMITS[name]
  process.stdout.write(`${name}: ${median.toFixed(2)} s (${first} to ${last}, ${sorted.length} runs)\n`)
  if (limit === undefined || median <= limit) continue
  process.stdout.write(`${name}: over ${limit} s\n`)
  process.exitCode = 1
}
