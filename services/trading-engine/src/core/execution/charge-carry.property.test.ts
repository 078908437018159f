/**
 * Time is cut at funding times and fills, and nowhere else: how often anybody looks, and when, changes no charge. The
 * amounts are compared with a reference that knows only the trades: at a constant price the cost is the quantity times
 * the price.
 */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import type { VenueId } from '../model/market/instrument.js'
import { signedAmount } from '../model/account/ledger.js'
import { formatTimestamp, type Micros } from '../values/time.js'

const START = timeOf('2026-03-02T12:00:00Z')
const MINUTE: Micros = 60_000_000
const HOURS = 72
const PRICE = 20_000n
const YEAR = 365n * 86_400_000_000n
const STEP = 10n ** 12n

interface Trade {
  readonly minute: number
  readonly venue: VenueId
  /** Thousandths; negative: sold. */
  readonly size: number
}

const trades = fc.uniqueArray(
  fc.record({
    minute: fc.integer({ min: 1, max: HOURS * 60 - 1 }),
    venue: fc.constantFrom<VenueId>('GMX', 'OSTIUM'),
    size: fc.integer({ min: -4_000, max: 4_000 }).filter((size) => size !== 0),
  }),
  { selector: ({ minute }) => minute, minLength: 1, maxLength: 6 },
)
const perMille = fc.integer({ min: -900, max: 1_300 })
const rates = fc.array(fc.tuple(perMille, perMille), { minLength: HOURS + 13, maxLength: HOURS + 13 })
/** Seconds that no trade happens at. */
const looks = fc.array(
  fc.integer({ min: 1, max: HOURS * 3_600 }).filter((second) => second % 60 !== 0),
  { maxLength: 12 },
)

const thousandths = (value: number): string => (value / 1000).toFixed(3)

/** Rates change at every hour; Ostium's days take the one that they begin with. */
function live(
  plays: readonly Trade[],
  hourly: readonly (readonly [number, number])[],
  lookAt: readonly number[],
): Trader {
  const trader = aTrader({ plan: aPlan({ costs: { borrowing: true, rollover: true } }) })
  hourly.forEach(([long, short], hour) => {
    trader.script.setTime(formatTimestamp(START + (hour - 12) * 60 * MINUTE))
    for (const venue of ['GMX', 'OSTIUM'] as const)
      trader.script.setCarry({ venue, symbol: 'BTC-USD' }, { long: thousandths(long), short: thousandths(short) })
  })
  trader.script.setTime(formatTimestamp(START))
  trader.script.setPrice('BTC-USD', String(PRICE))
  const steps = [
    ...plays.map((trade) => ({ at: START + trade.minute * MINUTE, trade })),
    ...lookAt.map((second) => ({ at: START + second * 1_000_000, trade: null })),
    { at: START + (HOURS + 0.5) * 60 * MINUTE, trade: null },
  ].sort((a, b) => a.at - b.at)
  for (const { at, trade } of steps) {
    trader.script.setTime(formatTimestamp(at))
    trader.script.setPrice('BTC-USD', String(PRICE))
    if (trade === null) trader.advance()
    else
      trader.place(market(trade.size > 0 ? 'BUY' : 'SELL', thousandths(Math.abs(trade.size)), { venue: trade.venue }))
  }
  return trader
}

/** The charges of a venue for what is held from trade to trade, cut at its periods. */
function expectedOf(trader: Trader, venue: VenueId, hourly: readonly (readonly [number, number])[]): bigint {
  const period = (venue === 'GMX' ? 60 : 24 * 60) * MINUTE
  const fills = trader.fills.filter((fill) => fill.venue === venue)
  const end = START + HOURS * 60 * MINUTE
  let held = 0n
  let sum = 0n
  fills.forEach((fill, index) => {
    held += fill.side === 'BUY' ? fill.quantity : 0n - fill.quantity
    const last = fills[index + 1]
    const from = minuteOf(fill.at)
    const until = last === undefined ? Math.floor(end / period) * period : minuteOf(last.at)
    for (let at = from; at < until && held !== 0n;) {
      const next = Math.min(until, (Math.floor(at / period) + 1) * period)
      const hour = Math.floor((Math.floor(at / period) * period - START) / (60 * MINUTE)) + 12
      const rate = hourly[hour]?.[held > 0n ? 0 : 1] ?? 0
      const size = (held > 0n ? held : -held) * PRICE
      sum += floorTo(-size * BigInt(rate) * BigInt(next - at), 1_000n * YEAR)
      at = next
    }
  })
  return sum
}

const minuteOf = (at: Micros): Micros => Math.floor(at / MINUTE) * MINUTE
const floorTo = (numerator: bigint, denominator: bigint): bigint => {
  const unit = denominator * STEP
  const whole = numerator / unit
  return (numerator % unit < 0n ? whole - 1n : whole) * STEP
}

test('each venue charges what the trades say, to the last digit', () => {
  fc.assert(
    fc.property(trades, rates, looks, (plays, hourly, some) => {
      const trader = live(plays, hourly, some)
      for (const [venue, house] of [
        ['GMX', 'borrowing'],
        ['OSTIUM', 'rollover'],
      ] as const) {
        const charged = trader.transfers.filter((transfer) => transfer.house === house)
        expect(charged.reduce((sum, transfer) => sum + signedAmount(transfer), 0n)).toBe(
          expectedOf(trader, venue, hourly),
        )
      }
    }),
    { numRuns: runs(60) },
  )
})
