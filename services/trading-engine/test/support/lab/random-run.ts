/** A made-up run: a tape, a plan and commands, all of them drawn from one number. */
import { createHash } from 'node:crypto'
import { decideCancelAll } from '../../../src/core/decide/decide-cancel-all.js'
import { decideClose } from '../../../src/core/decide/decide-close.js'
import { decideKillSwitch } from '../../../src/core/decide/decide-kill-switch.js'
import { decidePlace } from '../../../src/core/decide/decide-place.js'
import type { PlaceOrder } from '../../../src/core/decide/prepare-order.js'
import type { Account } from '../../../src/core/model/account/account.js'
import type { Changes } from '../../../src/core/model/draft.js'
import { AMOUNT_BASES, DRAWDOWN_MODES, PEAKS, REFERENCES } from '../../../src/core/model/plan/loss-rules.js'
import type { NewsEvent } from '../../../src/core/model/plan/news-event.js'
import type { OrderRules } from '../../../src/core/model/plan/order-rules.js'
import type { Plan } from '../../../src/core/model/plan/plan.js'
import { decimal, price, quantity, rate, toNumber, usd, type Price } from '../../../src/core/values/decimal.js'
import { tickAt, TICK_MICROS } from '../../../src/core/values/tick.js'
import { createLabAccount, type LabAccount } from '../../../src/lab/core/lab-account.js'
import { IS_PAUSED, IS_STALE, lastSlot, type Tape, type TapeSeries } from '../../../src/lab/tapes/tape.js'
import { createRandom, type Random } from '../../../src/lab/tapes/xoshiro.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'
import { close, market, NO_FLAGS } from '../commands.js'
import { timeOf } from '../market/scripted-world.js'
import { aPlan } from '../plans/plans.js'

const catalogue = loadCatalogue()
const LISTED = [
  { symbol: 'BTC-USD', venue: 'GMX' },
  { symbol: 'BTC-USD', venue: 'OSTIUM' },
  { symbol: 'ETH-USD', venue: 'GMX' },
  { symbol: 'EUR-USD', venue: 'OSTIUM' },
  { symbol: 'HSI-HKD', venue: 'OSTIUM' },
  { symbol: 'AAPL-USD', venue: 'OSTIUM' },
] as const
/** Clocks change in New York, London and back; a weekend; days like others. */
const STARTS = [
  '2026-03-08T04:00:00Z',
  '2026-03-29T00:00:00Z',
  '2026-10-25T00:00:00Z',
  '2026-11-01T04:00:00Z',
  '2026-03-06T19:00:00Z',
  '2026-03-03T03:30:00Z',
  '2026-06-10T14:00:00Z',
]
const RESETS = [
  ['00:00', 'UTC'],
  ['17:00', 'America/New_York'],
  ['02:30', 'Europe/Prague'],
  ['01:30', 'America/New_York'],
] as const

interface RandomRun {
  readonly tape: Tape
  readonly plan: Plan
  readonly news: readonly NewsEvent[]
  readonly orders: readonly { readonly slot: number; readonly seed: number }[]
}

const pick = <T>(random: Random, among: readonly T[]): T => among[random.below(among.length)]!
const chance = (random: Random, share: number): boolean => random.uniform() < share
const percent = (random: Random, from: number, to: number) =>
  rate(decimal((from + random.uniform() * (to - from)).toFixed(3)))

function drawSeries(random: Random, listing: (typeof LISTED)[number], slots: readonly number[]): TapeSeries {
  const instrument = catalogue.find(listing.symbol)!
  const daily = toNumber(instrument.dailyVolatility)
  const calm = daily * pick(random, [0.01, 0.05, 0.2])
  const kept = slots.filter((_, index) => index === 0 || chance(random, 0.8))
  let at = toNumber(instrument.typicalPrice) / toNumber(instrument.tickSize)
  let flags = 0
  const rows = kept.map((slot) => {
    const jump = chance(random, 0.04) ? daily * 3 : calm
    at = Math.max(10, at * (1 + jump * (2 * random.uniform() - 1)))
    if (chance(random, 0.05)) flags = pick(random, [IS_STALE, IS_PAUSED, 0, 0])
    return { slot, price: Math.round(at), spread: chance(random, 0.05) ? 1 + random.below(40) : 0, flags }
  })
  return {
    ...listing,
    tickSize: instrument.tickSize,
    slots: Uint32Array.from(rows, ({ slot }) => slot),
    prices: Uint32Array.from(rows, (row) => row.price),
    spreads: Uint32Array.from(rows, ({ spread }) => spread),
    flags: Uint8Array.from(rows, (row) => row.flags),
    funding: chance(random, 0.5)
      ? []
      : [0, 30_000].map((slot) => {
          const long = rate(decimal(((random.uniform() - 0.5) / 500).toFixed(8)))
          return { slot, rates: { long, short: rate(0n - long) } }
        }),
  }
}

function drawPlan(random: Random): Plan {
  const [resetTime, resetTimeZone] = pick(random, RESETS)
  const target = percent(random, 0.02, 1)
  return aPlan({
    words: 'PRESENT',
    bothCrossed: pick(random, ['STRICTEST', 'MAX_DRAWDOWN'] as const),
    leverageMax: '100',
    symbolNotionalMax: '2000000',
    totalNotionalMax: '4000000',
    marginMode: pick(random, ['CROSS', 'ISOLATED'] as const),
    tradingDay: { resetTime, resetTimeZone },
    maxDrawdown: {
      mode: pick(random, DRAWDOWN_MODES),
      peakOf: pick(random, PEAKS),
      evaluation: chance(random, 0.8) ? 'INTRADAY' : 'END_OF_DAY',
      includesOpenPnl: chance(random, 0.8),
      pct: percent(random, 0.3, 8),
      lockOffset: chance(random, 0.3) ? usd(decimal('100')) : null,
      locksAtTarget: chance(random, 0.2),
      onFirstPayout: 'KEEP',
    },
    dailyLoss: chance(random, 0.2)
      ? null
      : {
          reference: pick(random, REFERENCES),
          amountBase: pick(random, AMOUNT_BASES),
          evaluation: chance(random, 0.8) ? 'INTRADAY' : 'END_OF_DAY',
          includesOpenPnl: chance(random, 0.8),
          action: pick(random, ['LOCK', 'TERMINATE'] as const),
          pct: percent(random, 0.2, 5),
          warnAtPct: percent(random, 30, 90),
        },
    newsFreeze: chance(random, 0.5) ? { scope: pick(random, ['OPENING', 'ALL'] as const) } : null,
    objective: chance(random, 0.5)
      ? null
      : {
          profitTarget: { pct: target, amount: null },
          targetBasis: pick(random, ['BALANCE', 'EQUITY'] as const),
          requiresFlat: chance(random, 0.3),
          tradingDays: {
            min: pick(random, [0, 0, 1, 2]),
            counts: pick(random, ['OPENED', 'NET_PROFIT'] as const),
            threshold: null,
          },
          daysMax: chance(random, 0.3) ? 1 : null,
        },
    inactivity: chance(random, 0.3) ? { warnAfterDays: 1, closeAfterDays: 1 } : null,
    ...(chance(random, 0.4) ? { orderRules: drawOrderRules(random) } : {}),
    costs: {
      ...{ borrowing: chance(random, 0.5), rollover: chance(random, 0.5), oracleFee: chance(random, 0.5) },
      overnightLeverage: pick(random, ['OFF', 'LIMIT', 'CLOSE'] as const),
    },
  })
}

function drawOrderRules(random: Random): OrderRules {
  return {
    ...(chance(random, 0.4) && {
      stopRequired: {
        graceSeconds: pick(random, [1, 60, 3_600]),
        riskPctMax: null,
        action: pick(random, ['CLOSE', 'STRIKE'] as const),
      },
    }),
    ...(chance(random, 0.3) && {
      maxLossPerIdea: { pct: percent(random, 0.1, 2), action: pick(random, ['CLOSE', 'TERMINATE'] as const) },
    }),
    ...(chance(random, 0.4) && {
      flatBy: [
        {
          ...{ time: pick(random, ['15:45', '02:30', '09:00']), timeZone: 'America/New_York' },
          days: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const,
          ...{ classes: null, leadMinutes: 10, severity: pick(random, ['CLOSE', 'WARN'] as const) },
        },
      ],
    }),
  }
}

function drawRun(seed: number): RandomRun {
  const random = createRandom(seed)
  const firstTick = tickAt(timeOf(pick(random, STARTS)))
  const slots: number[] = [0]
  const length = 40 + random.below(100)
  for (let slot = 0; slots.length < length;) {
    slot += pick(random, [1, 1, 1, 1, 2, 4, 60, 240, 2_400, 14_400])
    slots.push(slot)
  }
  const count = 1 + random.below(3)
  const listings = LISTED.map((listing) => ({ listing, key: random.word() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
  const series = listings.map(({ listing }) => drawSeries(random, listing, slots))
  const news = Array.from({ length: random.below(4) }, (_, index): NewsEvent => ({
    ...{ id: `news-${index}`, title: 'Interest rate decision', impact: 'HIGH', symbols: ['BTC-USD'] },
    at: (firstTick + pick(random, slots)) * TICK_MICROS,
    currencies: [pick(random, ['USD', 'EUR'])],
  }))
  const orders = Array.from({ length: 2 + random.below(10) }, () => ({
    slot: pick(random, slots.slice(0, -2)),
    seed: random.word(),
  }))
  return { tape: { firstTick, series }, plan: drawPlan(random), news, orders: orders.sort((a, b) => a.slot - b.slot) }
}

function command(lab: LabAccount, { series }: Tape, seed: number): void {
  const random = createRandom(seed)
  const kind = random.below(10)
  if (kind === 0) return void lab.decide((account, context) => decideCancelAll(account, null, context))
  if (kind === 1) {
    const { symbol, venue } = pick(random, series)
    return void lab.decide((account, context) => decideClose(account, close({ symbol, venue }), context))
  }
  if (kind === 2 && chance(random, 0.3))
    return void lab.decide((account, context) => decideKillSwitch(account, chance(random, 0.7), context))
  const order = drawOrder(lab, random, pick(random, series))
  if (order !== null) lab.decide((account, context) => decidePlace(account, order, context))
}

const NO_LEG = { price: null, triggerBy: 'LAST', terms: {} } as const

function drawOrder(lab: LabAccount, random: Random, series: TapeSeries): PlaceOrder | null {
  const { symbol, venue, tickSize, prices } = series
  const quote = lab.context().market.quote({ symbol, venue })
  if (quote === undefined) return null
  const instrument = catalogue.find(symbol)!
  const side = pick(random, ['BUY', 'SELL'] as const)
  const notional = pick(random, [5_000, 50_000, 400_000])
  const lots = Math.max(1, Math.round(notional / toNumber(quote.mark) / toNumber(instrument.lotSize)))
  const size = quantity(BigInt(lots) * instrument.lotSize)
  /** One that the tape has, or one step beside it, as often as not. */
  const away = (share: number): Price => {
    if (chance(random, 0.5)) return price(BigInt(pick(random, [...prices]) + pick(random, [0, 0, 1, -1])) * tickSize)
    const steps = Math.max(1, Math.round((toNumber(quote.mark) * (1 + share)) / toNumber(tickSize)))
    return price(BigInt(steps) * tickSize)
  }
  const near = (2 * random.uniform() - 1) * toNumber(instrument.dailyVolatility) * pick(random, [0.01, 0.1, 1])
  const base = market(side, '1', { symbol, venue, quantity: size })
  const later = chance(random, 0.3) ? lab.now + pick(random, [1_000_000, 60_000_000, 7_200_000_000]) : null
  const flags = {
    ...NO_FLAGS,
    reduceOnly: chance(random, 0.2),
    triggerOnMark: chance(random, 0.3),
    postOnly: false,
  }
  const waiting = { ...base, tif: 'GTC' as const, expiresAt: later, flags }
  switch (random.below(6)) {
    case 0:
    case 1:
      return chance(random, 0.5)
        ? base
        : { ...base, bracket: { stop_loss: { ...NO_LEG, triggerPrice: away(side === 'BUY' ? -0.01 : 0.01) } } }
    case 2:
      return { ...waiting, kind: 'LIMIT', price: away(near), flags: { ...flags, postOnly: chance(random, 0.3) } }
    case 3:
      return { ...waiting, kind: pick(random, ['STOP', 'TAKE_PROFIT'] as const), triggerPrice: away(near) }
    case 4:
      return { ...waiting, kind: 'STOP', triggerPrice: away(near), price: away(near * 1.5) }
    default: {
      const offset = price(BigInt(1 + random.below(200)) * tickSize * BigInt(pick(random, [1, 10, 100])))
      const terms = chance(random, 0.5) ? { offset } : { offsetPct: percent(random, 0.05, 3) }
      return {
        ...waiting,
        kind: 'STOP',
        trail: { ...terms, ...(chance(random, 0.3) && { activationPrice: away(near) }) },
      }
    }
  }
}

export interface PlayedRun {
  /** The text of all that was decided, and of the account in the end. */
  readonly text: string
  readonly account: Account
  readonly changes: readonly Changes[]
  readonly looks: number
}

const SEED = createHash('sha256').update('random run').digest()

/** Plays the run of a number, deciding on every tick or on those that matter. */
export function playRandomRun(seed: number, decidesAll: boolean): PlayedRun {
  const { tape, plan, news, orders } = drawRun(seed)
  const changes: Changes[] = []
  const lab = createLabAccount({
    ...{ tape, plan, news, catalogue, seed: SEED, decidesAll },
    onChanges: (decided) => void changes.push(decided),
  })
  for (const { slot, seed: drawn } of orders) {
    lab.playTo(slot)
    command(lab, tape, drawn)
  }
  lab.playTo(lastSlot(tape))
  const { account, looks } = lab
  return { text: JSON.stringify([changes, account], written), account, changes, looks }
}

const written = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value instanceof Map ? [...value] : value
