/** A certain result of the estimate agrees with the exact figures; and it is certain wherever no limit is close. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import type { Account } from '../model/account/account.js'
import { abs, decimal, price, quantity, rate, usd, type Price, type Rate } from '../values/decimal.js'
import type { MarketView } from '../model/market/market-view.js'
import { maintenanceHeadroom } from '../margin/cross-margin.js'
import { lastKnownEquity, type SafeEquityRange } from './supervise.js'
import { market } from '../../../test/support/commands.js'
import { BTC } from '../../../test/support/market/instruments.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader } from '../../../test/support/trader.js'
import { createFloatMarks, estimateOf, floatRange, isWithinSafeRange } from './equity-estimate.js'
import { primaryOf } from '../../../test/support/market/listings.js'

const { script, account: opened } = (() => {
  const trader = aTrader({ plan: aPlan({ marginMode: 'CROSS' }) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  return trader
})()
const [position] = opened.positions.values()
const quote = script.context().market.quote(primaryOf('BTC-USD'))
if (position === undefined || quote === undefined)
  throw new Error('a trader that has bought has a position, at a price')

const units = (digits: number) => fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) })
const LEG = fc.record({
  direction: fc.constantFrom('LONG' as const, 'SHORT' as const),
  quantity: units(26).map(quantity),
  cost: units(27).map(usd),
  mark: fc.option(units(24).map(price), { freq: 20 }),
  isStale: fc.integer({ min: 0, max: 29 }).map((drawn) => drawn === 0),
})
const HELD = fc.record({
  balance: fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }).map(usd),
  legs: fc.array(LEG, { minLength: 1, maxLength: 30 }),
})
/** How far a limit is from the equity: units, or shares of it. */
const GAP = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
)

/** Maintenance rate of every instrument: one that no venue has, the same for all. */
const RATES = fc.constantFrom('0.0001', '0.01', '0.5').map((text) => rate(decimal(text)))
const ISOLATED = aPlan({ marginMode: 'ISOLATED' })

interface Held {
  readonly balance: Account['balance']
  readonly legs: readonly Leg[]
}

const build = ({ balance, legs }: Held, plan = ISOLATED, maintenance: Rate = rate(0n)) => {
  const symbolOf = (leg: number): string => `S${leg % 12}`
  const held = legs.map((leg, index) => ({ ...position, ...leg, id: String(index), symbol: symbolOf(index) }))
  const account: Account = { ...opened, plan, balance, positions: new Map(held.map((each) => [each.id, each])) }
  const marketView: MarketView = {
    ...script.context().market,
    quote({ symbol }) {
      const { mark, isStale } = legs[Number(symbol.slice(1))] ?? { mark: null, isStale: false }
      return mark === null ? undefined : { ...quote, mark, staleReason: isStale ? 'silent' : null }
    },
  }
  const floatMarks = createFloatMarks()
  const terms = { GMX: { ...BTC.terms.GMX!, maintenanceMarginRate: maintenance } }
  const instruments = { find: () => ({ ...BTC, terms }) }
  const estimate = estimateOf(account, floatMarks, instruments)
  floatMarks.read(marketView)
  const isSure = (safeRange: SafeEquityRange): boolean =>
    isWithinSafeRange(estimate, floatRange(safeRange), floatMarks.marks)
  const headroom = maintenanceHeadroom(account, { market: marketView, instruments })
  return { equity: lastKnownEquity(account, marketView), headroom, isSure, size: sizeOf(account, legs) }
}

interface Leg {
  readonly direction: 'LONG' | 'SHORT'
  readonly mark: Price | null
  readonly isStale: boolean
}

/** The sum of all amounts involved; an estimate may be uncertain within a small fraction of it from a limit. */
function sizeOf({ balance, positions }: Account, legs: readonly Leg[]): bigint {
  const worth = [...positions.values()].map(({ quantity: held, cost, symbol }) => {
    const mark = legs[Number(symbol.slice(1))]?.mark ?? price(0n)
    return (held * mark) / 10n ** 18n + cost
  })
  return worth.reduce((sum, each) => sum + each, abs(balance))
}

test('sure only of what exact figures say', () => {
  const seen = { sure: 0, unsure: 0, unknown: 0 }
  fc.assert(
    fc.property(HELD, GAP, fc.option(GAP), (fields, below, room) => {
      const { equity, isSure, size } = build(fields)
      const upTo = room === null ? null : usd((equity ?? 0n) + room)
      const safeRange: SafeEquityRange = { above: usd((equity ?? 0n) - below), upTo }
      if (equity === null) {
        seen.unknown += 1
        return expect(isSure(safeRange)).toBe(true)
      }
      const isSafe = equity > safeRange.above && (safeRange.upTo === null || equity <= safeRange.upTo)
      const nearest = [below, ...(room === null ? [] : [room])].reduce((least, gap) => (gap < least ? gap : least))
      if (isSure(safeRange)) {
        seen.sure += 1
        expect(isSafe).toBe(true)
      } else {
        seen.unsure += 1
        expect(nearest < size / 10n ** 8n + 100_000_000_000n).toBe(true)
      }
    }),
    // It is sure of one in thirty-five.
    { numRuns: runs(12_000) },
  )
  expect(Math.min(seen.sure, seen.unsure, seen.unknown)).toBeGreaterThan(runs(20))
})

test('never sure of an account that equity no longer carries', () => {
  const seen = { sure: 0, due: 0, close: 0 }
  // With marks that are known, and equity put next to what maintenance needs.
  const known = LEG.map((leg) => ({ ...leg, mark: leg.mark ?? price(10n ** 20n), isStale: false }))
  const legs = fc.array(known, { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(legs, RATES, GAP, (held, maintenance, gap) => {
      const plan = opened.plan
      const { headroom: at } = build({ balance: usd(0n), legs: held }, plan, maintenance)
      const { headroom, equity, isSure, size } = build(
        { balance: usd(gap - (at ?? 0n)), legs: held },
        plan,
        maintenance,
      )
      expect(headroom).toBe(gap)
      const isSurely = isSure({ above: usd((equity ?? 0n) - size), upTo: null })
      if (gap <= 0n) {
        seen.due += 1
        expect(isSurely).toBe(false)
      } else if (isSurely) seen.sure += 1
      else {
        seen.close += 1
        expect(gap < size / 10n ** 8n + 1_000_000_000_000n).toBe(true)
      }
    }),
    { numRuns: runs(2_000) },
  )
  expect(Math.min(seen.sure, seen.due, seen.close)).toBeGreaterThan(runs(50))
})
