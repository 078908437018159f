/** Random lives of an account: what its owner does, what the market does, and time. Plain data, so that they shrink. */
import type { SwitchAction } from '../../../src/core/model/account/trader-switch.js'
import fc from 'fast-check'
import { ACCOUNT_STATES, type AccountState } from '../../../src/core/model/account/account.js'
import { VENUE_IDS, type VenueId } from '../../../src/core/model/market/instrument.js'
import type { Impact } from '../../../src/core/model/plan/news-event.js'
import {
  SIDES,
  TIMES_IN_FORCE,
  type OrderKind,
  type Side,
  type TimeInForce,
} from '../../../src/core/model/order/order.js'
import { TRIGGER_SOURCES, type TriggerSource } from '../../../src/core/model/order/trigger.js'

/** Traded in the random lives; two on one venue each, one on both. */
export const SYMBOLS = ['BTC-USD', 'SOL-USD', 'EUR-USD'] as const
export type TestSymbol = (typeof SYMBOLS)[number]

/** A size worth about 500 USD and a price step of 0.05 %, so that one scale fits all symbols. */
export const UNITS: Readonly<
  Record<TestSymbol, { readonly size: number; readonly step: number; readonly lot: number }>
> = {
  'BTC-USD': { size: 0.025, step: 10, lot: 0.001 },
  'SOL-USD': { size: 5, step: 0.05, lot: 0.1 },
  'EUR-USD': { size: 450, step: 0.0005, lot: 1 },
}

export interface PlaceStep {
  readonly type: 'place'
  readonly symbol: TestSymbol
  readonly side: Side
  readonly kind: OrderKind
  readonly units: number
  readonly extraLots: number
  /** Price steps beyond the opposing touch: negative rests, zero or more takes. */
  readonly reach: number
  /** Price steps from the watched price to the trigger, on the side where it waits; negative has fired already. */
  readonly trigger: number
  readonly source: TriggerSource
  /** Whether a conditional order has a limit, `reach` from its trigger. */
  readonly hasLimit: boolean
  readonly tif: TimeInForce
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  readonly venue: VenueId | null
  /** Whether it names the position that is open there (`position_id`), whatever its side. */
  readonly isTargeted: boolean
  readonly expiresInMs: number | null
  /** Index of the order that it is an exit of; null: of none. */
  readonly parent: number | null
  /** The stop and the target that come with it: price steps from its fill, for its part or all of the position. */
  readonly bracket?:
    | {
        readonly stop: number | null
        readonly target: number | null
        readonly isOfPosition: boolean
      }
    | null
    | undefined
}

export interface ProtectStep {
  readonly type: 'protect'
  readonly symbol: TestSymbol
  readonly venue: VenueId
  /** Price steps from the last price, on the side where each waits; undefined leaves it, null removes it. */
  readonly stopLoss: number | null | undefined
  readonly takeProfit: number | null | undefined
  readonly units: number | null
  readonly hasLimit: boolean
}

export interface CloseStep {
  readonly type: 'close'
  readonly symbol: TestSymbol
  readonly venue: VenueId | null
  readonly units: number | null
  readonly kind: 'MARKET' | 'LIMIT'
  readonly reach: number
  readonly tif: TimeInForce
}

export interface ModifyStep {
  readonly type: 'modify'
  readonly order: number
  readonly units: number | null
  /** As in an order; null leaves the limit where it is. */
  readonly reach: number | null
  /** As in an order; null leaves the trigger where it is. */
  readonly trigger: number | null
}

export interface BookStep {
  readonly type: 'book'
  readonly symbol: TestSymbol
  /** Price steps the middle moves. */
  readonly move: number
  readonly spread: number
  /** Units on each level, bids and asks. */
  readonly bids: readonly number[]
  readonly asks: readonly number[]
  /** Price steps between the middle and the mark. */
  readonly markAway: number
  /** Price steps between the primary venue's book and those of the others. */
  readonly apart: number
  /** Whether the market loop runs immediately, or only at a later step. */
  readonly isSettled: boolean
}

export interface NewsStep {
  readonly type: 'news'
  /** From now; negative: it has been. */
  readonly inMinutes: number
  readonly impact: Impact
  /** The symbol it concerns, or a currency in the name of one or all of them. */
  readonly concerns: TestSymbol | 'USD' | 'EUR' | 'BTC'
}

/** The leverage of a symbol; beyond the maximum of the plan or the venue it is refused. */
export interface LeverageStep {
  readonly type: 'leverage'
  readonly symbol: TestSymbol
  readonly venue: VenueId | null
  readonly leverage: string
}

/** The venue tells other rates of carry from its next period on, for a year. */
export interface RatesStep {
  readonly type: 'rates'
  readonly symbol: TestSymbol
  readonly venue: VenueId
  readonly long: string
  readonly short: string
}

export type Step =
  | { readonly type: 'pause' }
  | PlaceStep
  | CloseStep
  | { readonly type: 'cancel'; readonly order: number }
  | ModifyStep
  | ProtectStep
  | { readonly type: 'cancelAll'; readonly symbol: TestSymbol | null }
  | BookStep
  | { readonly type: 'settle' }
  | { readonly type: 'pass'; readonly ms: number }
  | { readonly type: 'funding'; readonly symbol: TestSymbol; readonly rate: string }
  | RatesStep
  | LeverageStep
  | { readonly type: 'stale'; readonly symbol: TestSymbol; readonly isStale: boolean }
  | { readonly type: 'hours'; readonly symbol: TestSymbol; readonly isOpen: boolean }
  | NewsStep
  | { readonly type: 'capital'; readonly direction: 'IN' | 'OUT'; readonly amount: string }
  | { readonly type: 'state'; readonly state: AccountState }
  | { readonly type: 'halt' }
  | { readonly type: 'release' }
  | { readonly type: 'kill'; readonly isFlatten: boolean }
  | { readonly type: 'lift' }
  | { readonly type: 'runOut'; readonly action: SwitchAction }

const symbols = fc.constantFrom(...SYMBOLS)
const venues = fc.constantFrom<VenueId | null>(...VENUE_IDS, null, null, null, null, null, null)
const closingKinds = fc.constantFrom<'MARKET' | 'LIMIT'>('MARKET', 'LIMIT', 'LIMIT')
const kinds = fc.constantFrom<OrderKind>('MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'LIMIT', 'STOP', 'TAKE_PROFIT')
const tifs = fc.constantFrom<TimeInForce>(...TIMES_IN_FORCE, 'GTC', 'GTC')
const sizes = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 40, max: 400 }) },
)
const reaches = fc.integer({ min: -6, max: 4 })
const rarely = fc.integer({ min: 0, max: 7 }).map((roll) => roll === 0)
const depths = fc.oneof(
  { weight: 9, arbitrary: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant<number[]>([]) },
)

const places: fc.Arbitrary<PlaceStep> = fc.record({
  type: fc.constant('place'),
  symbol: symbols,
  side: fc.constantFrom(...SIDES),
  kind: kinds,
  units: sizes,
  extraLots: fc.constantFrom(0, 0, 0, 1, 7),
  reach: reaches,
  trigger: fc.integer({ min: -1, max: 8 }),
  source: fc.constantFrom(...TRIGGER_SOURCES),
  hasLimit: fc.boolean(),
  tif: tifs,
  postOnly: rarely,
  reduceOnly: rarely,
  venue: venues,
  isTargeted: rarely,
  expiresInMs: fc.option(fc.integer({ min: 1, max: 7_200_000 }), { freq: 2 }),
  parent: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(14) }),
  bracket: fc.option(
    fc.record({
      stop: fc.option(fc.integer({ min: 1, max: 8 })),
      target: fc.option(fc.integer({ min: 1, max: 8 })),
      isOfPosition: fc.boolean(),
    }),
  ),
})
const legs = fc.constantFrom<number | null | undefined>(undefined, undefined, null, -1, 1, 2, 4, 6, 8)
const protections: fc.Arbitrary<ProtectStep> = fc.record({
  type: fc.constant('protect'),
  symbol: symbols,
  venue: fc.constantFrom(...VENUE_IDS),
  stopLoss: legs,
  takeProfit: legs,
  units: fc.option(sizes),
  hasLimit: fc.boolean(),
})
const closes: fc.Arbitrary<CloseStep> = fc.record({
  type: fc.constant('close'),
  symbol: symbols,
  venue: venues,
  units: fc.option(sizes),
  kind: closingKinds,
  reach: reaches,
  tif: tifs,
})
const modifications: fc.Arbitrary<ModifyStep> = fc.record({
  type: fc.constant('modify'),
  order: fc.nat(12),
  units: fc.option(sizes),
  reach: fc.option(reaches),
  trigger: fc.option(fc.integer({ min: -1, max: 8 }), { freq: 1 }),
})
const moves = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -6, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: -150, max: 150 }) },
)
const bookSteps: fc.Arbitrary<BookStep> = fc.record({
  type: fc.constant('book'),
  symbol: symbols,
  move: moves,
  spread: fc.integer({ min: 1, max: 3 }),
  bids: depths,
  asks: depths,
  markAway: fc.constantFrom(0, 0, 0, -2, 3),
  apart: fc.constantFrom(0, 0, -4, 5),
  isSettled: fc.integer({ min: 0, max: 3 }).map((roll) => roll > 0),
})
const durations = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 3_600_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 200_000_000 }) },
)

/** Every step shrinks to a pause, so that a failing life shrinks to the steps that matter. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'pause' }) },
  { weight: 38, arbitrary: places },
  { weight: 8, arbitrary: closes },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('cancel' as const), order: fc.nat(40) }) },
  { weight: 8, arbitrary: modifications },
  { weight: 5, arbitrary: protections },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('cancelAll' as const), symbol: fc.option(symbols) }) },
  { weight: 30, arbitrary: bookSteps },
  { weight: 4, arbitrary: fc.constant<Step>({ type: 'settle' }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: durations }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('funding' as const),
      symbol: symbols,
      rate: fc.constantFrom('0.00001', '0.000013', '-0.0000217', '0.0005'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('rates' as const),
      symbol: symbols,
      venue: fc.constantFrom(...VENUE_IDS),
      long: fc.constantFrom('0', '0.35', '-0.0213', '1.234567890123'),
      short: fc.constantFrom('0', '0.02', '-0.9', '0.000000000001'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('stale' as const), symbol: symbols, isStale: rarely }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('hours' as const), symbol: symbols, isOpen: rarely.map((x) => !x) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('news' as const),
      inMinutes: fc.integer({ min: -20, max: 40 }),
      impact: fc.constantFrom<Impact>('HIGH', 'HIGH', 'MEDIUM', 'LOW'),
      concerns: fc.constantFrom('USD' as const, 'EUR' as const, 'BTC' as const, ...SYMBOLS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('capital' as const),
      direction: fc.constantFrom('IN' as const, 'OUT' as const),
      amount: fc.constantFrom('5000', '1234.567891', '1000', '2500.000001'),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ACCOUNT_STATES).map((state): Step => ({ type: 'state', state })) },
  // most lives are mostly active
  { weight: 6, arbitrary: fc.constant<Step>({ type: 'state', state: 'ACTIVE' }) },
)
