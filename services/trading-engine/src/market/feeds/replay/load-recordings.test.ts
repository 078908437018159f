import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ONE } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../catalogue.js'
import { fingerprintOf, loadRecordings, RecordingError } from './load-recordings.js'
import type { Recording, RejectedTick } from './recording.js'

const catalogue = loadCatalogue()
const root = mkdtempSync(join(tmpdir(), 'recordings-'))
afterAll(() => rmSync(root, { recursive: true }))

let folders = 0
/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(root, String(folders++))
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const rejected: RejectedTick[] = []
beforeEach(() => rejected.splice(0))
const load = (path: string): Promise<readonly Recording[]> =>
  loadRecordings(path, catalogue, (tick) => rejected.push(tick))
const problemsOf = async (path: string): Promise<readonly string[]> => {
  const error: unknown = await load(path).then(
    () => undefined,
    (problem: unknown) => problem,
  )
  expect(error).toBeInstanceOf(RecordingError)
  return (error as Error).message.replace(`${path} cannot be replayed: `, '').split('\n')
}
const DAY = 86_400_000_000

it('reads ticks and bars, on the grid of their instrument', async () => {
  const folder = folderOf({
    'AAPL-USD.csv':
      'date,open,high,low,close,volume\n1970-01-02,1.004,1.016,0.99,1,0.0025\n1970-01-04,1,1,1,1,0\n1970-01-05,1,1,1,1,7\n',
    'btc_usdt.ndjson': '{"time":1,"price":70000.016}\n{"time":1,"price":70000}\n',
    'notes.txt': 'anything',
  })
  const [apple, bitcoin] = await load(folder)
  expect(apple).toMatchObject({ barMicros: DAY, times: [DAY, 3 * DAY, 4 * DAY], lots: [2, 0, 7000] })
  expect([apple!.opens[0], apple!.highs[0], apple!.lows[0], apple!.closes[0]]).toEqual([100, 102, 99, 100])
  expect(bitcoin).toMatchObject({ barMicros: 0, times: [1e6, 1e6], opens: [7_000_002, 7_000_000], lots: [0, 0] })
  expect([apple, bitcoin].map((each) => each!.instrument.symbol)).toEqual(['AAPL-USD', 'BTC-USD'])
})

it('reads one file of many symbols', async () => {
  const folder = folderOf({ 'all.csv': 'symbol,time,price\nETHUSD,1,3000\nbtc/usd,1,70000\nETH-USD,2,3001\n' })
  const recordings = await load(join(folder, 'all.csv'))
  expect(recordings.map(({ instrument, closes }) => [instrument.symbol, closes.length])).toEqual([
    ['ETH-USD', 2],
    ['BTC-USD', 1],
  ])
})

it('reads the prices of each venue apart, and those of no venue', async () => {
  const lines = ['BTC-USD,GMX,1,70000', 'BTC-USD,ostium,1,70010', 'XAU-USD,,1,2600', 'BTC-USD,GMX,2,70001']
  const folder = folderOf({ 'all.csv': ['symbol,venue,time,price', ...lines, ''].join('\n') })
  const recordings = await load(join(folder, 'all.csv'))
  expect(recordings.map(({ instrument, venue, closes }) => [instrument.symbol, venue, closes])).toEqual([
    ['BTC-USD', 'GMX', [7_000_000, 7_000_100]],
    ['BTC-USD', 'OSTIUM', [7_001_000]],
    ['XAU-USD', null, [260_000]],
  ])
})

it.each([
  ['EUR-USD,GMX,1,1.1', '"GMX" does not list EUR-USD, which trades on OSTIUM'],
  ['BTC-USD,BINANCE,1,1', '"BINANCE" does not list BTC-USD, which trades on GMX, OSTIUM'],
])('refuses %s', async (line, problem) => {
  const path = join(folderOf({ 'all.csv': `symbol,venue,time,price\n${line}\n` }), 'all.csv')
  expect((await problemsOf(path))[0]).toContain(problem)
})

describe('quotes and rates', () => {
  const read = async (...lines: readonly string[]) =>
    (await load(folderOf({ 'BTC-USD.csv': [lines[0], ...lines.slice(1)].join('\n') })))[0]!

  it('are those of their line, on the grid, a tick apart at least', async () => {
    const { quotes } = await read('time,price,ask,bid,index', '1,100,,,', '2,100,100.018,99.991,99', '3,100,100,100,')
    expect(quotes).toEqual({ bids: [NaN, 9_999, 10_000], asks: [NaN, 10_002, 10_001], indexes: [NaN, 9_900, 10_000] })
    expect((await read('time,price,bid', '1,100,99')).quotes).toBeNull()
  })

  it('of rates only what has changed is kept; a line without any leaves them', async () => {
    const header = 'time,price,carry_long,carry_short,funding_long,funding_short'
    const { rates } = await read(header, '1,100,,,,', '2,100,0.1,-0.2,,', '3,100,0.1,-0.2,,', '4,100,0.1,-0.2,1,2')
    expect(rates).toEqual([
      { at: 2e6, carry: { long: 10n ** 17n, short: -2n * 10n ** 17n }, funding: null },
      { at: 4e6, carry: { long: 10n ** 17n, short: -2n * 10n ** 17n }, funding: { long: ONE, short: 2n * ONE } },
    ])
  })

  it.each([
    ['time,price,bid,ask', '1,100,101,102', 'the price 100 is not between the bid 101 and the ask 102'],
    ['time,price,bid,ask', '1,100,99,', '"" is no price'],
    ['time,price,bid,ask,index', '1,100,99,101,-1', '"-1" is no price'],
    ['time,price,carry_long,carry_short', '1,100,10.1,0', 'the rate 10.1 is beyond 1,000 % a year'],
    ['time,price,carry_long,carry_short', '1,100,0.1,', '"" is not a rate'],
    ['time,price,bid,bid,ask', '1,100,9,9,9', 'there is more than one of bid, ask, index or a rate'],
  ])('%s: %s is not replayed', async (header, line, problem) => {
    expect((await problemsOf(folderOf({ 'BTC-USD.csv': `${header}\n${line}\n` })))[0]).toContain(problem)
  })
})

it('a price under half a tick is one tick', async () => {
  const [recording] = await load(folderOf({ 'BTC-USD.csv': 'time,price\n1,0.001\n' }))
  expect(recording!.closes).toEqual([1])
})

it('leaves out what the check rejects, and tells it', async () => {
  const ticks = [100, 100, 5, 101, -37.63, 100, 0, 100, 300].map((price, second) => `${second},${price}`)
  const [recording] = await load(folderOf({ 'CL-USD.csv': ['time,price', ...ticks].join('\n') }))
  expect(recording!.closes).toEqual([10_000, 10_000, 10_100, 10_000, 10_000])
  expect(rejected.map(({ symbol, fault, at, price }) => [symbol, fault, at, price])).toEqual([
    ['CL-USD', 'jump', 2_000_000, 5],
    ['CL-USD', 'not_a_price', 4_000_000, -37.63],
    ['CL-USD', 'not_a_price', 6_000_000, 0],
    ['CL-USD', 'jump', 8_000_000, 300],
  ])
})

describe('what cannot be replayed', () => {
  const bars = 'time,open,high,low,close\n'
  const volumes = 'time,price,volume\n'
  const nameIt = 'name the file after its symbol (BTC-USD.csv) or give it a column symbol'
  it.each([
    // file, its content, where it is wrong, and why
    ['BTC-USD.csv', '', '', 'the file has no prices'],
    ['BTC-USD.csv', 'time,price\n', '', 'the file has no prices'],
    ['sp500-2000.csv', 'time,price\n1,2\n', '', `"sp500-2000" is no listed symbol; ${nameIt}`],
    ['a.csv', 'symbol,time,price\nFOO-USD,1,2\n', ':2', '"FOO-USD" is no listed symbol'],
    ['a.csv', 'symbol,time,price\n,1,2\n', ':2', '"" is no listed symbol'],
    ['BTC-USD.csv', 'time,price\n2,2\n1,2\n', ':3', 'the time goes backwards; a recording is oldest first'],
    ['BTC-USD.csv', `${bars}1,2,2,2,2\n1,2,2,2,2\n2,2,2,2,2\n`, ':3', 'the time is that of the bar before'],
    ['BTC-USD.csv', `${bars}1,2,2,2,2\n`, '', 'BTC-USD has a single bar, so its interval is unknown'],
    ['BTC-USD.csv', 'time,price\n1,0\n2,-1\n', '', 'BTC-USD has no price that could be replayed'],
    ['BTC-USD.csv', 'time,price\n1,2e10\n', ':2', 'the price 20000000000 is too high for a tick of 0.01'],
    ['BTC-USD.csv', `${volumes}1,2,9e12\n2,2,2e12\n`, ':3', 'the volume so far is too large for a lot of 0.00001'],
    ['BTC-USD.csv', 'time,price\n1,"2\n2,2\n', ':2', 'a quote is not closed'],
    ['BTC-USD.jsonl', '{"time":1,"price":2}\nnull\n', ':2', 'this is not a JSON object'],
  ])('%s of %j', async (name, content, line, problem) => {
    expect(await problemsOf(folderOf({ [name]: content }))).toEqual([`${name}${line}: ${problem}`])
  })

  it('two files of one symbol', async () => {
    const files = folderOf({ 'BTC-USD.csv': 'time,price\n1,2\n', 'btcusd.csv': 'time,price\n1,2\n' })
    expect(await problemsOf(files)).toEqual(['btcusd.csv: BTC-USD is in another file, too'])
  })

  it('a folder without recordings', async () => {
    const problem = 'the folder has no file that ends in .csv, .ndjson, .jsonl, .parquet'
    expect(await problemsOf(folderOf({ 'a.txt': '' }))).toEqual([problem])
  })

  it('nothing at all', async () => {
    expect(await problemsOf(join(root, 'nowhere'))).toEqual(['there is no such file or folder'])
  })

  it('reports every problem in one error, the first in the first line', async () => {
    const files = { 'BTC-USD.csv': 'time,price\n1,x\n2,2\nlate,2\n', 'ETH-USD.csv': 'time,value\n1,2\n' }
    expect(await problemsOf(folderOf(files))).toEqual([
      'BTC-USD.csv:2: "x" is not a number (and 2 more)',
      '  - BTC-USD.csv:4: "late" is not a time',
      expect.stringMatching(/^ {2}- ETH-USD.csv:1: there are neither prices nor whole bars; /),
    ])
  })

  it('says no more than twenty things', async () => {
    const lines = Array.from({ length: 500 }, () => '1,x')
    const problems = await problemsOf(folderOf({ 'BTC-USD.csv': ['time,price', ...lines].join('\n') }))
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)).toBe('  - and 480 more')
  })
})

describe('the fingerprint', () => {
  const ticks = 'time,price\n1,2\n2,2.1\n'
  const of = async (files: Readonly<Record<string, string>>) => fingerprintOf(await load(folderOf(files)))

  it('is of what was recorded, however it is written', async () => {
    const other = {
      'b.ndjson':
        '{"symbol":"btcusd","at":0,"price":"2.00","time":"1970-01-01T00:00:01Z"}\n{"symbol":"BTC-USD","price":2.2,"time":2}\n',
    }
    expect(await of(other)).toBe(await of({ 'BTC-USD.csv': 'time,price\n1,2\n2,2.2\n' }))
  })

  it('is another one for other symbols, times, prices and volumes', async () => {
    const all = await Promise.all([
      of({ 'BTC-USD.csv': ticks }),
      of({ 'ETH-USD.csv': ticks }),
      of({ 'BTC-USD.csv': 'time,price\n1,2\n3,2.1\n' }),
      of({ 'BTC-USD.csv': 'time,price\n1,2\n2,2.2\n' }),
      of({ 'BTC-USD.csv': 'time,price,volume\n1,2,1\n2,2.1,1\n' }),
      of({ 'BTC-USD.csv': ticks, 'ETH-USD.csv': ticks }),
      of({ 'BTC-USD.csv': 'time,price,bid,ask\n1,2,1.9,2.1\n2,2.1,2,2.2\n' }),
      of({ 'BTC-USD.csv': 'time,price,carry_long,carry_short\n1,2,0.1,0.2\n2,2.1,,\n' }),
    ])
    expect(new Set(all).size).toBe(all.length)
  })
})

it('reads a long recording without holding up everything else', async () => {
  const lines = Array.from({ length: 100_000 }, (_, second) => `${second},100.${second % 10}`)
  const folder = folderOf({ 'BTC-USD.csv': ['time,price', ...lines].join('\n') })
  let turns = 0
  let isDone = false
  const turn = (): void => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  turn()
  const [recording] = await load(folder)
  isDone = true
  expect(recording!.closes).toHaveLength(100_000)
  expect(turns).toBeGreaterThan(10)
})
