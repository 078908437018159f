/**
 * Random lives of somebody who looks for ways around the rules: sizes near the caps, limits anywhere from far behind
 * the market to far beyond it, orders left waiting while what they were placed against goes away, halts and locks.
 */
import { SWITCH_ACTIONS } from '../../../src/core/model/account/trader-switch.js'
import fc from 'fast-check'
import { VENUE_IDS, type VenueId } from '../../../src/core/model/market/instrument.js'
import { SIDES, type OrderKind, type TimeInForce } from '../../../src/core/model/order/order.js'
import { TRIGGER_SOURCES } from '../../../src/core/model/order/trigger.js'
import type {
  BookStep,
  CloseStep,
  LeverageStep,
  ModifyStep,
  PlaceStep,
  ProtectStep,
  Step,
  TestSymbol,
} from './account-steps.js'

const symbols = fc.constantFrom<TestSymbol>('BTC-USD', 'BTC-USD', 'BTC-USD', 'SOL-USD', 'EUR-USD')
const venues = fc.constantFrom<VenueId | null>(null, null, null, ...VENUE_IDS)
const seldom = fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0)
const now = <T>(value: T): fc.Arbitrary<T> => fc.constant(value)

/** Units of 500 USD. */
const sizes = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(20, 40, 60, 100) },
  { weight: 2, arbitrary: fc.integer({ min: 100, max: 2_000 }) },
)
/** Price steps of 0.05 % beyond the touch. */
const reaches = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -8, max: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(-40, 40, 900, 1_500) },
)
const triggers = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1, max: 60 }) },
)

const places: fc.Arbitrary<PlaceStep> = fc.record({
  type: now('place'),
  symbol: symbols,
  side: fc.constantFrom(...SIDES),
  kind: fc.constantFrom<OrderKind>('MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'STOP', 'STOP', 'TAKE_PROFIT'),
  units: sizes,
  extraLots: now(0),
  reach: reaches,
  trigger: triggers,
  source: fc.constantFrom(...TRIGGER_SOURCES),
  hasLimit: fc.boolean(),
  tif: fc.constantFrom<TimeInForce>('GTC', 'GTC', 'GTC', 'GTD', 'GTX', 'IOC', 'FOK'),
  postOnly: seldom,
  reduceOnly: seldom,
  venue: venues,
  isTargeted: seldom,
  expiresInMs: now(null),
  parent: fc.oneof({ weight: 4, arbitrary: now(null) }, { weight: 1, arbitrary: fc.nat(8) }),
})
const closes: fc.Arbitrary<CloseStep> = fc.record({
  type: now('close'),
  symbol: symbols,
  venue: now(null),
  units: fc.option(sizes, { freq: 2 }),
  kind: fc.constantFrom('MARKET' as const, 'MARKET' as const, 'LIMIT' as const),
  reach: reaches,
  tif: now('GTC'),
})
const modifications: fc.Arbitrary<ModifyStep> = fc.record({
  type: now('modify'),
  order: fc.nat(8),
  units: fc.option(sizes),
  reach: fc.option(reaches),
  trigger: fc.option(triggers, { freq: 1 }),
})
const legs = fc.constantFrom<number | null | undefined>(undefined, null, 1, 3, 6)
const protections: fc.Arbitrary<ProtectStep> = fc.record({
  type: now('protect'),
  symbol: symbols,
  venue: fc.constantFrom(...VENUE_IDS),
  stopLoss: legs,
  takeProfit: legs,
  units: fc.option(sizes, { freq: 2 }),
  hasLimit: fc.boolean(),
})
const leverages: fc.Arbitrary<LeverageStep> = fc.record({
  type: now('leverage'),
  symbol: symbols,
  venue: venues,
  leverage: fc.constantFrom('1', '1.5', '2', '2', '5', '20'),
})
const depths = fc.oneof(
  { weight: 3, arbitrary: now([400, 4_000]) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }) },
)
const books: fc.Arbitrary<BookStep> = fc.record({
  type: now('book'),
  symbol: symbols,
  move: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -8, max: 8 }) },
    { weight: 1, arbitrary: fc.integer({ min: -120, max: 120 }) },
  ),
  spread: fc.integer({ min: 1, max: 2 }),
  bids: depths,
  asks: depths,
  markAway: fc.constantFrom(0, 0, 0, -2, 3),
  apart: fc.constantFrom(0, 0, -4, 5),
  isSettled: fc.integer({ min: 0, max: 5 }).map((roll) => roll > 0),
})

/** Every step shrinks to a pause, so that a failing life shrinks to the steps that matter. */
export const adversarySteps: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: now<Step>({ type: 'pause' }) },
  { weight: 40, arbitrary: places },
  { weight: 8, arbitrary: closes },
  { weight: 3, arbitrary: fc.record({ type: now('cancel' as const), order: fc.nat(20) }) },
  { weight: 8, arbitrary: modifications },
  { weight: 4, arbitrary: protections },
  { weight: 8, arbitrary: leverages },
  { weight: 40, arbitrary: books },
  {
    weight: 2,
    arbitrary: fc.record({ type: now('pass' as const), ms: fc.constantFrom(1_000, 3_600_000, 90_000_000) }),
  },
  { weight: 2, arbitrary: fc.record({ type: now('stale' as const), symbol: symbols, isStale: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: now('news' as const),
      inMinutes: fc.integer({ min: -10, max: 30 }),
      impact: now('HIGH' as const),
      concerns: symbols,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: now('capital' as const),
      direction: fc.constantFrom('IN' as const, 'OUT' as const),
      amount: fc.constantFrom('5000', '20000'),
    }),
  },
  { weight: 4, arbitrary: now<Step>({ type: 'halt' }) },
  { weight: 5, arbitrary: now<Step>({ type: 'release' }) },
  { weight: 2, arbitrary: fc.record({ type: now('kill' as const), isFlatten: fc.boolean() }) },
  { weight: 4, arbitrary: now<Step>({ type: 'lift' }) },
  { weight: 2, arbitrary: fc.record({ type: now('runOut' as const), action: fc.constantFrom(...SWITCH_ACTIONS) }) },
)
