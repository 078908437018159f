import { toNumber } from '../../../core/values/decimal.js'
import { isOpen } from '../../../core/calendar/trading-hours.js'
import { TICKS_PER_DAY, TICK_MICROS } from '../../../core/values/tick.js'
import { loadCatalogue } from '../../../market/catalogue.js'
import { encodeTape, tapeIdOf, TapeError } from '../file/tape-bytes.js'
import type { Tape, TapeSeries } from '../tape.js'
import { IS_STALE } from '../tape.js'
import { createRandom } from '../xoshiro.js'
import { exp, ln } from './deterministic-math.js'
import type { Garch, Gbm, Model } from './model-spec.js'
import { modelTape } from './model.js'
import { createNormal } from './normal.js'

const catalogue = loadCatalogue()
const at = (text: string): number => Date.parse(text) * 1_000
const MINUTE_SLOTS = 240

type Fields<T> = Partial<Omit<T, 'of'>> & { readonly of?: Partial<Gbm['of']> }
const OF = { seed: 1, symbols: ['BTC-USD'], from: at('2026-03-02'), to: at('2026-03-30'), every: MINUTE_SLOTS }
const gbm = ({ of, ...more }: Fields<Gbm> = {}): Gbm => ({
  ...{ model: 'GBM', volatility: null, drift: 0, correlation: 0, jumpsPerDay: 0, jumpSize: 0.02, ...more },
  of: { ...OF, ...of },
})
const garch = ({ of, ...more }: Fields<Garch> = {}): Garch => ({
  ...{ model: 'GARCH', volatility: null, drift: 0, correlation: 0, alpha: 0.1, beta: 0.88, ...more },
  of: { ...OF, ...of },
})

/** Returns from the end of a span of so many slots to that of the next, of what held. */
function returnsOf({ slots, prices }: TapeSeries, apart: number): number[] {
  const found: number[] = []
  let [row, before] = [0, prices[0]!]
  for (let slot = apart - 1; slot < slots.at(-1)! + apart; slot += apart) {
    while (row + 1 < slots.length && slots[row + 1]! <= slot) row += 1
    found.push(Math.log(prices[row]! / before))
    before = prices[row]!
  }
  return found
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const variance = (values: readonly number[]): number => mean(values.map((value) => value * value)) - mean(values) ** 2
const covariance = (a: readonly number[], b: readonly number[]): number =>
  mean(a.map((value, place) => value * b[place]!)) - mean(a) * mean(b)
const correlation = (a: readonly number[], b: readonly number[]): number =>
  covariance(a, b) / Math.sqrt(variance(a) * variance(b))

test('ln and exp are those of mathematics to the last bits', () => {
  const random = createRandom(3)
  const off = { exp: 0, ln: 0 }
  for (let times = 0; times < 200_000; times += 1) {
    const x = (2 * random.uniform() - 1) * (times % 2 === 0 ? 50 : 0.01)
    off.exp = Math.max(off.exp, Math.abs(exp(x) / Math.exp(x) - 1))
    const y = random.uniform() * 10 ** (random.below(12) - 6)
    off.ln = Math.max(off.ln, Math.abs(ln(y) - Math.log(y)) / Math.max(Math.abs(Math.log(y)), 0.25))
  }
  expect(off.exp).toBeLessThan(5e-16)
  expect(off.ln).toBeLessThan(5e-16)
  expect([exp(0), ln(1)]).toEqual([1, 0])
})

test('normal numbers have the moments of normal numbers', () => {
  const normal = createNormal(createRandom(5))
  const drawn = Array.from({ length: 200_000 }, normal)
  expect(Math.abs(mean(drawn))).toBeLessThan(0.01)
  expect(Math.abs(variance(drawn) - 1)).toBeLessThan(0.015)
  expect(Math.abs(mean(drawn.map((value) => value ** 4)) - 3)).toBeLessThan(0.12)
  expect(drawn.filter((value) => Math.abs(value) > 1.959964).length / drawn.length).toBeCloseTo(0.05, 2)
})

/** The names of these tapes are in reports of runs: a change of a model makes others of them. */
test.each<[string, () => Model, string]>([
  [
    'GBM',
    () => gbm({ jumpsPerDay: 3, correlation: 0.5, of: { symbols: ['BTC-USD', 'AAPL-USD'] } }),
    '9c603ba48ba3f6aa9d7d63f50b4a1e49120f916c901357a951cabbfab1caa437',
  ],
  ['GARCH', () => garch(), '4dc0ab21de8467f14d4ad74228d1f899406873e8effa30f522c7c8f52ac7eb0a'],
  [
    'BOOTSTRAP',
    () => ({ model: 'BOOTSTRAP', of: OF, source: modelTape(gbm(), catalogue) }),
    '4401d06659c841ce2385e0d0989d29c68077c1955a4c7e7c35339b3730f5ec4d',
  ],
  [
    'SYNTHETIC',
    () => ({ model: 'SYNTHETIC', of: { ...OF, to: at('2026-03-04') } }),
    '15d463c663543f47d6a89477f8031cafe277fbd59fe1880aa41d06a640e8bd19',
  ],
])('%s makes the tape that it has always made', (_, modelOf, id) => {
  expect(tapeIdOf(encodeTape(modelTape(modelOf(), catalogue)))).toBe(id)
})

test('a walk has the volatility of the catalogue, or the one that is asked for', () => {
  for (const [asked, expected] of [
    [null, toNumber(catalogue.find('BTC-USD')!.dailyVolatility)],
    [0.05, 0.05],
  ] as const) {
    const [series] = modelTape(gbm({ volatility: asked, of: { to: at('2026-05-01') } }), catalogue).series
    const ofMinutes = variance(returnsOf(series!, MINUTE_SLOTS)) * 1_440
    expect(Math.sqrt(ofMinutes) / expected).toBeCloseTo(1, 1)
  }
})

test('a drift shows in the end, and a correlation between symbols', () => {
  const symbols = ['BTC-USD', 'ETH-USD']
  const apart = modelTape(gbm({ volatility: 0.01, of: { symbols } }), catalogue)
  const drifted = modelTape(gbm({ volatility: 0.01, drift: 0.01, of: { symbols } }), catalogue)
  const shared = modelTape(gbm({ volatility: 0.01, correlation: 0.8, of: { symbols } }), catalogue)
  const [before, after] = [apart, drifted].map(({ series }) => series[0]!.prices.at(-1)!)
  expect(after! / before!).toBeCloseTo(1.01 ** 28, 2)
  const between = ({ series: [a, b] }: Tape): number =>
    correlation(returnsOf(a!, MINUTE_SLOTS), returnsOf(b!, MINUTE_SLOTS))
  expect(between(apart)).toBeCloseTo(0, 1)
  expect(between(shared)).toBeCloseTo(0.8, 1)
})

test('another symbol on the tape changes none of the draws of the first', () => {
  const [alone] = modelTape(gbm(), catalogue).series
  const beside = modelTape(gbm({ of: { symbols: ['SOL-USD', 'BTC-USD'] } }), catalogue).series[1]
  expect(beside).toEqual(alone)
  expect(modelTape(gbm({ of: { seed: 2 } }), catalogue).series[0]).not.toEqual(alone)
})

test('jumps come as often as is asked for, and as large', () => {
  const [series] = modelTape(gbm({ volatility: 0.001, jumpsPerDay: 5, jumpSize: 0.03 }), catalogue).series
  const jumps = returnsOf(series!, MINUTE_SLOTS).filter((value) => Math.abs(value) > 0.002)
  // 140 on the average, of which those below 0.2 % are a twentieth.
  expect(jumps.length).toBeGreaterThan(100)
  expect(jumps.length).toBeLessThan(170)
  expect(Math.sqrt(variance(jumps))).toBeCloseTo(0.03, 2)
})

test('GARCH clusters: large moves follow large moves, and tails are fat', () => {
  const squares = (model: Model): number[] =>
    returnsOf(modelTape(model, catalogue).series[0]!, MINUTE_SLOTS).map((value) => value * value)
  const [clustered, even] = [squares(garch()), squares(gbm())]
  const following = (values: number[]): number => correlation(values.slice(0, -1), values.slice(1))
  expect(following(clustered)).toBeGreaterThan(0.1)
  expect(following(even)).toBeLessThan(0.03)
  const kurtosis = (values: number[]): number => mean(values.map((value) => value * value)) / mean(values) ** 2
  expect(kurtosis(clustered)).toBeGreaterThan(3.5)
  expect(mean(clustered) / mean(even)).toBeCloseTo(1, 0)
})

test.each<[string, Model]>([
  ['GBM', gbm({ of: { symbols: ['AAPL-USD'] } })],
  ['GARCH', garch({ of: { symbols: ['AAPL-USD'] } })],
  ['SYNTHETIC', { model: 'SYNTHETIC', of: { ...OF, symbols: ['AAPL-USD'], to: at('2026-03-10') } }],
])('%s tells nothing while the market is closed, and a gap when it opens', (_, model) => {
  const { firstTick, series } = modelTape(model, catalogue)
  const { tradingHours } = catalogue.find('AAPL-USD')!
  const { slots, prices } = series[0]!
  for (const slot of slots) expect(isOpen(tradingHours, (firstTick + slot) * TICK_MICROS)).toBe(true)
  const gaps = Array.from(slots)
    .map((slot, row) => [
      slot - (slots[row - 1] ?? slot),
      Math.abs(prices[row]! / (prices[row - 1] ?? prices[row]!) - 1),
    ])
    .filter(([apart]) => apart! > 10_000)
  expect(gaps.length).toBeGreaterThan(2)
  expect(Math.max(...gaps.map(([, gap]) => gap!))).toBeGreaterThan(0.001)
})

test('a bootstrapped tape has the returns of days of its source, with what the series have in common', () => {
  const source = modelTape(
    gbm({ correlation: 0.9, of: { symbols: ['BTC-USD', 'ETH-USD'], to: at('2026-03-12') } }),
    catalogue,
  )
  const of = { seed: 4, from: at('2026-06-01'), to: at('2026-07-01') }
  const made = modelTape({ model: 'BOOTSTRAP', of, source }, catalogue)
  expect(made.firstTick * TICK_MICROS).toBe(of.from)
  const known = source.series.map((series) => returnsOf(series, TICKS_PER_DAY))
  const drawn = made.series.map((series) => returnsOf(series, TICKS_PER_DAY))
  for (const [place, value] of drawn[0]!.entries()) {
    // What moved the first price is before the tape.
    if (place === 0) continue
    const day = known[0]!.findIndex((one) => Math.abs(one - value) < 1e-4)
    expect(day).toBeGreaterThanOrEqual(0)
    expect(drawn[1]![place]).toBeCloseTo(known[1]![day]!, 4)
  }
  expect(new Set(drawn[0]!.map((value) => value.toFixed(5))).size).toBeGreaterThan(4)
})

const endOfSession = (slots: Uint32Array, row: number): number =>
  row + 1 === slots.length || slots[row + 1]! - slots[row]! > 10_000 ? IS_STALE : 0

test('days are drawn among those with the same hours, and flags are the day’s', () => {
  const plain = modelTape(gbm({ of: { symbols: ['AAPL-USD'], to: at('2026-03-21') } }), catalogue)
  const source = {
    ...plain,
    series: plain.series.map((series) => ({
      ...series,
      flags: Uint8Array.from(series.slots, (_, row) => endOfSession(series.slots, row)),
    })),
  }
  const bootstrap = (from: string, to: string): Tape =>
    modelTape({ model: 'BOOTSTRAP', of: { seed: 4, from: at(from), to: at(to) }, source }, catalogue)
  const made = bootstrap('2026-06-01', '2026-06-15')
  const days = new Set(
    Array.from(made.series[0]!.slots, (slot) => new Date((made.firstTick + slot) * 250).toISOString().slice(0, 10)),
  )
  expect(days.size).toBe(10)
  const { flags, slots } = made.series[0]!
  // The last minute of a session is stale, and the first one of the next is not.
  expect([...flags!]).toEqual(Array.from(slots, (_, row) => endOfSession(slots, row)))
  // In winter the session is an hour later, and the tape has a single week of that.
  expect(() => bootstrap('2026-12-01', '2026-12-02')).not.toThrow()
  expect(() =>
    modelTape(
      { model: 'BOOTSTRAP', of: { seed: 1, from: at('2026-12-01'), to: at('2026-12-02') }, source: late(source) },
      catalogue,
    ),
  ).toThrow('the tape has no whole day whose hours are those of 2026-12-01')
})

/** The part of a tape in which New York is on summer time. */
function late({ firstTick, series: [series] }: Tape): Tape {
  const from = series!.slots.findIndex((slot) => (firstTick + slot) * TICK_MICROS > at('2026-03-09'))
  const { slots, prices, flags } = series!
  return {
    firstTick: firstTick + slots[from]!,
    series: [
      {
        ...series!,
        ...{ slots: slots.slice(from).map((slot) => slot - slots[from]!), prices: prices.slice(from) },
        flags: flags!.slice(from),
      },
    ],
  }
}

const YEAR = { from: at('2026-01-01'), to: at('2027-01-01') }
test.each<[string, Model, string]>([
  ['a span that ends before it begins', gbm({ of: { to: 0 } }), 'a span ends after it begins'],
  ['ten years', gbm({ of: { to: at('2036-03-02') } }), 'five years at most'],
  ['a span of nothing', gbm({ of: { from: NaN } }), 'a span ends after it begins'],
  ['no slot between prices', gbm({ of: { every: 0 } }), 'a whole number of slots apart'],
  ['half a slot', gbm({ of: { every: 1.5 } }), 'a whole number of slots apart'],
  ['no symbols', gbm({ of: { symbols: [] } }), '1 to 20 symbols'],
  ['a symbol twice', gbm({ of: { symbols: ['BTC-USD', 'btc/usd'] } }), 'a symbol is named twice'],
  ['an unknown symbol', gbm({ of: { symbols: ['WAX-USD'] } }), '"WAX-USD" is no listed symbol'],
  ['more ticks than are made', gbm({ of: { ...YEAR, every: 1 } }), 'these would be 126144000 ticks'],
  ['a seed that is none', gbm({ of: { seed: 0.5 } }), 'a seed is a whole number'],
  ['a volatility above all', gbm({ volatility: 2 }), 'the volatility of a day'],
  ['a drift that is no number', gbm({ drift: NaN }), 'the drift of a day'],
  ['a correlation below zero', gbm({ correlation: -0.1 }), 'the correlation is from 0 to 1'],
  ['too many jumps', gbm({ jumpsPerDay: 1e9 }), '0 to 10,000 jumps'],
  ['a variance that grows', garch({ alpha: 0.5, beta: 0.5 }), 'alpha and beta together are below 1'],
  ['days of an empty tape', { model: 'BOOTSTRAP', of: OF, source: { firstTick: 0, series: [] } }, 'no whole day'],
])('%s is refused', (_, model, message) => {
  expect(() => modelTape(model, catalogue)).toThrow(TapeError)
  expect(() => modelTape(model, catalogue)).toThrow(message)
})
