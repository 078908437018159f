import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue } from '../../market/catalogue.js'
import { encodeTick } from '../../market/feeds/published/tick-block.js'
import type { PublishedTicks } from '../tapes/export/tape-of-published.js'
import { runLab } from './run-lab.js'

let folder = ''
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'lab-'))))
afterEach(() => rm(folder, { recursive: true }))

const DAY = (Date.parse('2026-03-02T00:00:00Z') / 1_000) * 4
const block = encodeTick({
  ...{ number: DAY + 8, previous: 0, isSnapshot: true, rates: [] },
  entries: [
    {
      ...{ listing: 3, mark: 143_000, bid: 142_990, ask: 143_010, index: 143_000, status: null, staleReason: null },
      ...{ trade: null, receivedAtMs: 0, madeAtMs: 0 },
    },
  ],
})
const PUBLISHED: PublishedTicks = {
  listings: () =>
    Promise.resolve([{ id: 3, symbol: 'SOL-USD', venue: 'GMX', tickSize: loadCatalogue().find('SOL-USD')!.tickSize }]),
  snapshotUpTo: () => Promise.resolve(null),
  after: (tick) => Promise.resolve(tick < DAY + 8 ? [{ number: DAY + 8, isSnapshot: true, block }] : []),
}

const lab = (...args: readonly string[]) => runIn('tape', ...args)

const REPORT = {
  ...{ run_id: '1', code_version: '1.0.0', tape_id: 't', now: '2026-03-02T00:00:00.000Z', events: 1 },
  ...{ recipe: null, commands_left_out: 0, trace_left_out: 0, events_hash: 'h', commands: [] },
  trace: [{ account_id: 'a', sequence: 1, type: 'order.fill', at: '2026-03-02T00:00:00.000Z', hash: '1' }],
}
let remade = { hash: 'h', trace: REPORT.trace, statuses: [] as number[] }

async function runIn(...args: readonly string[]) {
  const [out, error]: [string[], string[]] = [[], []]
  const run = { out: (line: string) => void out.push(line), error: (line: string) => void error.push(line) }
  const code = await runLab(args, run, {
    usePublished: (use) => use(PUBLISHED),
    recreate: () => Promise.resolve(remade),
  })
  return { code, out, error: error.join('\n') }
}

async function aRecording(text: string): Promise<string> {
  const path = join(folder, 'SOL-USD.csv')
  await writeFile(path, text)
  return path
}
const BARS = 'time,open,high,low,close\n2026-03-03T00:00:00Z,100,104,99,103\n2026-03-03T00:01:00Z,103,103,95,96\n'

test('a recording becomes a tape that is checked and shown', async () => {
  const tape = join(folder, 'sol.tape')
  const imported = await lab('import', await aRecording(BARS), tape, '--stale-after', 'never')
  expect(imported).toMatchObject({ code: 0, error: '' })
  const told = JSON.parse(imported.out[0]!) as { id: string; ticks: number; series: object[] }
  expect(told.series[0]).toMatchObject({
    ...{ symbol: 'SOL-USD', ticks: 6, from: '2026-03-03T00:00:00.000Z', to: '2026-03-03T00:01:59.750Z' },
    ...{ first: '100', last: '96', low: '95', high: '104', stale: 0 },
  })
  const checked = await lab('check', tape)
  expect(JSON.parse(checked.out[0]!)).toMatchObject({ file: tape, id: told.id, ticks: told.ticks })
  expect(JSON.parse((await lab('show', tape)).out[0]!)).toEqual(told)
})

test('what a price is worth after a silence is said by who imports it', async () => {
  const path = await aRecording('time,price\n2026-03-03T00:00:00Z,100\n2026-03-03T00:02:00Z,101\n')
  const staleOf = async (...options: string[]): Promise<unknown> => {
    const { out } = await lab('import', path, join(folder, 'sol.tape'), ...options)
    return (JSON.parse(out[0]!) as { series: { stale: number }[] }).series[0]!.stale
  }
  expect(await staleOf()).toBe(1)
  expect(await staleOf('--stale-after', '119')).toBe(1)
  expect(await staleOf('--stale-after', '120')).toBe(0)
  expect(await staleOf('--stale-after', 'never')).toBe(0)
})

test('prices that the check of ticks leaves out are told', async () => {
  const path = await aRecording(
    `time,price\n${[100, 101, 9_000, 101, 102].map((at, n) => `${1.77e9 + n},${at}`).join('\n')}`,
  )
  const { code, error } = await lab('import', path, join(folder, 'sol.tape'))
  expect(code).toBe(0)
  expect(error).toBe('left out: SOL-USD 9000 at 2026-02-02T02:40:02.000Z: jump')
})

test('one bad tape among many is named, and the others are checked', async () => {
  const tape = join(folder, 'sol.tape')
  await lab('import', await aRecording(BARS), tape)
  const { code, out, error } = await lab('check', join(folder, 'SOL-USD.csv'), tape)
  expect([code, out.length, error]).toEqual([1, 1, `${join(folder, 'SOL-USD.csv')}: this is no tape`])
})

test('a model makes the same tape twice, and days of it make another', async () => {
  const span = ['--seed', '7', '--from', '2026-03-02', '--to', '2026-03-04']
  const write = async (name: string, ...options: string[]): Promise<{ id: string; ticks: number }> => {
    const { code, out, error } = await lab('write', join(folder, name), ...span, ...options)
    expect([code, error]).toEqual([0, ''])
    return JSON.parse(out[0]!) as { id: string; ticks: number }
  }
  const gbm = ['--model', 'gbm', '--symbols', 'SOL-USD,ETH-USD', '--every-ms', '60000', '--volatility', '0.05']
  const once = await write('a.tape', ...gbm, '--jumps-per-day', '5')
  expect((await write('b.tape', ...gbm, '--jumps-per-day', '5')).id).toBe(once.id)
  expect((await write('b.tape', ...gbm)).id).not.toBe(once.id)
  const days = await write('c.tape', '--model', 'bootstrap', '--source', join(folder, 'a.tape'))
  expect(days.ticks).toBeGreaterThan(5_000)
  expect(days.id).not.toBe(once.id)
})

test('the library is listed, shown, checked and written', async () => {
  const { out: listed } = await lab('list')
  expect(listed).toHaveLength(11)
  const checked = await lab('check', 'outage')
  expect(checked).toMatchObject({ code: 0, error: '' })
  const { id } = JSON.parse(checked.out[0]!) as { id: string }
  expect(listed.find((line) => line.startsWith('outage'))).toContain(id.slice(0, 12))
  const shown = JSON.parse((await lab('show', 'outage')).out[0]!) as { id: string; golden: readonly string[] }
  expect(shown.id).toBe(id)
  expect(shown.golden.at(-1)).toMatch(/ ends ACTIVE: balance /)
  const written = await lab('write', 'outage', join(folder, `${id}.tape`))
  expect(written.code).toBe(0)
  expect((await lab('check', join(folder, `${id}.tape`))).code).toBe(0)
})

test('a published day becomes a tape', async () => {
  const { code, out } = await lab('export', join(folder, 'day.tape'), '--day', '2026-03-02', '--symbols', 'SOL-USD')
  expect(code).toBe(0)
  const { series } = JSON.parse(out[0]!) as { series: object[] }
  expect(series).toEqual([
    expect.objectContaining({ symbol: 'SOL-USD', ticks: 1, from: '2026-03-02T00:00:02.000Z', first: '143' }),
  ])
  const other = await lab('export', join(folder, 'none.tape'), '--day', '2026-03-02', '--symbols', 'BTC-USD')
  expect([other.code, other.error]).toEqual([2, 'no tick of that time is stored'])
})

const WRITE = ['write', 'x', '--seed', '1', '--from', '2026-03-02', '--to', '2026-03-03', '--symbols', 'SOL-USD']
test.each([
  [['export', 'x', '--day', 'today'], '--day has to be a day of UTC'],
  [['export', 'x', '--day', '2026-02-30'], '--day has to be a day of UTC'],
  [['write', 'moon', 'x'], '"moon" is not in the library'],
  [['write', 'gap', 'x', '--seed', '2'], 'takes no options'],
  [[...WRITE, '--model', 'moon'], '"moon" is no model'],
  [['write', 'x', '--model', 'gbm', '--seed', '1', '--from', '2026-03-02'], '--to has to be a time'],
  [['write', 'x', '--model', 'gbm', '--from', '2026-03-02', '--to', '2026-03-03'], '--seed has to be a number'],
  [[...WRITE, '--model', 'gbm', '--volatility', ''], '--volatility has to be a number'],
  [[...WRITE, '--model', 'gbm', '--volatility', '7'], 'the volatility of a day is a fraction from 0 to 1'],
  [[...WRITE, '--model', 'gbm', '--every-ms', '100'], 'a whole number of slots apart'],
  [[...WRITE, '--model', 'bootstrap'], '--source has to be a tape'],
  [[...WRITE, '--model', 'bootstrap', '--source', '/nowhere'], '/nowhere: there is no such file'],
  [['dance'], 'usage:'],
  [['toString'], 'usage:'],
  [['import', 'one'], 'there are 1 names'],
  [['import', 'a', 'b', '--path', 'best'], '"best" is no path through a bar'],
  [['import', 'a', 'b', '--stale-after', 'soon'], '"soon" is no time in seconds'],
  [['import', 'a', 'b', '--fast', '1'], 'Unknown option'],
  [['import', '/nowhere.csv', 'b'], '/nowhere.csv cannot be replayed: there is no such file or folder'],
  [['show', '/nowhere.tape'], '/nowhere.tape: there is no such file that could be read'],
])('%p is refused by what is wrong', async (args, message) => {
  const { code, out, error } = await lab(...args)
  expect([code, out]).toEqual([2, []])
  expect(error).toContain(message)
  expect(await readdir(folder)).toEqual([])
})

async function aReport(name: string, fields: object): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify({ ...REPORT, ...fields }))
  return path
}

test('two reports are compared, and a run is made again from its report', async () => {
  const [first, same] = [await aReport('1', {}), await aReport('2', {})]
  const other = await aReport('3', { events_hash: 'g', trace: [{ ...REPORT.trace[0], hash: '2' }] })
  expect(await runIn('run', 'compare', first, same)).toMatchObject({ code: 0, error: '' })
  const { code, out } = await runIn('run', 'compare', first, other)
  expect(code).toBe(1)
  expect(JSON.parse(out[0]!)).toMatchObject({ equal: false, event: { number: 1, second: { hash: '2' } } })

  const trace = join(folder, 'trace')
  expect(await runIn('run', 'recreate', first, '--trace', trace)).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(trace, 'utf8'))).toEqual(REPORT.trace[0])
  remade = { ...remade, hash: 'x', trace: [] }
  const again = await runIn('run', 'recreate', first)
  expect(again.code).toBe(1)
  expect(JSON.parse(again.out[0]!)).toMatchObject({ equal: false, event: { first: REPORT.trace[0], second: null } })
})

test.each([
  [['run', 'compare', '/nowhere', '/nowhere'], '/nowhere: there is no such file'],
  [['run', 'compare', 'one'], 'there are 1 names'],
  [['run', 'dance'], 'npm run lab -- run recreate'],
  [['toString', 'call'], 'usage:'],
])('%p is refused, too', async (args, message) => {
  const { code, error } = await runIn(...args)
  expect(code).toBe(2)
  expect(error).toContain(message)
})

test('what is no report is told', async () => {
  const path = join(folder, 'x')
  for (const text of ['{', '[]', '{"commands": []}']) {
    await writeFile(path, text)
    expect(await runIn('run', 'recreate', path)).toMatchObject({
      code: 2,
      error: expect.stringContaining('is no report of a run') as string,
    })
  }
})
