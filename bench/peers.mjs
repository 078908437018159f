/**
 * The same strategies on the same prices in this laboratory and in the frameworks of Python that are installed, one
 * after the other: `node bench/peers.mjs [--python PYTHON,PYTHON] [--bars 525600] [--ticks 1000000]`, after a build. It
 * installs nothing: of each Python that is named (python3), every framework that it can import runs. CPU seconds, as
 * the machine may be shared; `loading` is what comes before the run: imports, compiling, prices into its own form.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../services/trading-engine/dist/lab/tapes/xoshiro.js'

const HERE = join(import.meta.dirname, 'peers')
const FRAMEWORKS = ['backtesting', 'vectorbt', 'nautilus_trader', 'freqtrade', 'hftbacktest']
const SEED = 44
const FIRST_MS = Date.parse('2026-01-05T00:00:00Z')
/** A tick of BTC-USD. */
const TICK = 0.1

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    bars: { type: 'string', default: String(365 * 1_440) },
    ticks: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
  },
})

/** A price a quarter of a second, in ticks, that hovers around its start. */
function walk(rows, share, stream) {
  const random = createRandom(SEED, stream)
  const start = 60_000 / TICK
  let at = start
  return Uint32Array.from({ length: rows }, () => {
    at *= 1 + share * (2 * random.uniform() - 1)
    at += (start - at) * 0.000_002
    return Math.round(at)
  })
}

const text = (ticks) => (ticks * TICK).toFixed(1)

function write(path, header, rows, line) {
  const file = openSync(path, 'w')
  let chunk = `${header}\n`
  for (let row = 0; row < rows; row += 1) {
    chunk += line(row)
    if (chunk.length < 1_000_000) continue
    writeSync(file, chunk)
    chunk = ''
  }
  writeSync(file, chunk)
  closeSync(file)
}

/** Each bar opens where the one before it closed: an order after a close and one at the next open have one price. */
function writeBars(path, count) {
  const prices = walk(count * 4 + 1, 0.000_6, 1)
  write(path, 'time,open,high,low,close,volume', count, (row) => {
    const four = prices.subarray(row * 4, row * 4 + 5)
    const [high, low] = [Math.max(...four), Math.min(...four)].map(text)
    return `${FIRST_MS + row * 60_000},${text(four[0])},${high},${low},${text(four[4])},100\n`
  })
}

function writeTicks(path, count) {
  const prices = walk(count, 0.000_02, 2)
  write(path, 'time,bid,ask', count, (row) => `${FIRST_MS + row * 250},${text(prices[row])},${text(prices[row] + 1)}\n`)
}

function run(program, words) {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1e8, cwd: folder })
  const line = stdout.trim().split('\n').at(-1) ?? ''
  if (status === 0 && line.startsWith('{')) return JSON.parse(line)
  process.stderr.write(`${program} ${words.join(' ')}: ${stderr.trim().split('\n').slice(-8).join('\n')}\n`)
  process.exitCode = 1
  return undefined
}

const canImport = (python, name) => {
  const find = `import importlib.util, sys; sys.exit(importlib.util.find_spec(${JSON.stringify(name)}) is None)`
  return spawnSync(python, ['-c', find]).status === 0
}

const folder = mkdtempSync(join(tmpdir(), 'peers-'))
try {
  const files = { bars: join(folder, 'bars.csv'), ticks: join(folder, 'ticks.csv') }
  writeBars(files.bars, Number(values.bars))
  writeTicks(files.ticks, Number(values.ticks))
  const results = []
  const isAsked = (name) => name.includes(values.only)
  for (const kind of ['bars', 'ticks'])
    if (isAsked('laboratory')) results.push(run(process.execPath, [join(HERE, 'laboratory.mjs'), kind, files[kind]]))
  const left = new Set(FRAMEWORKS.filter(isAsked))
  for (const python of values.python.split(','))
    for (const name of [...left].filter((one) => canImport(python, one))) {
      left.delete(name)
      for (const kind of ['bars', 'ticks']) results.push(run(python, [join(HERE, `of_${name}.py`), kind, files[kind]]))
    }
  for (const name of left) process.stdout.write(`${name} is not installed\n`)
  process.stdout.write(
    '| Prices | Engine | Loading, s | Run, s | Prices a second | Turns | Included |\n' +
      '| :-- | :-- | --: | --: | --: | --: | :-- |\n',
  )
  for (const one of results.filter((result) => result !== undefined && result.run !== undefined)) {
    const speed = Math.round(Number(values[one.kind]) / one.run).toLocaleString('en')
    const cells = [one.kind, one.engine, one.loading.toFixed(1), one.run.toFixed(2), speed, one.orders, one.includes]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
