/** Evidence of a random life: the rows its decisions wrote and the ticks it saw, as the store would hold them. */
import { computeEquity, markedTick } from '../../../src/core/margin/equity.js'
import { floorShift } from '../../../src/core/model/account/peak.js'
import type { Breach } from '../../../src/core/model/plan/breach.js'
import type { Changes } from '../../../src/core/model/draft.js'
import { listingKey, type Listing } from '../../../src/core/model/market/listing.js'
import type { OrderBook, Quote } from '../../../src/core/model/market/market-view.js'
import type { Plan } from '../../../src/core/model/plan/plan.js'
import type { Position } from '../../../src/core/model/account/position.js'
import {
  evidenceSteps,
  type EvidenceDay,
  type EvidenceFill,
  type EvidenceRows,
  type FiredOrder,
  type HighMoment,
} from '../../../src/core/read/evidence.js'
import { createHoldings } from '../../../src/core/read/evidence-holdings.js'
import { negate, rate, usd, type Rate } from '../../../src/core/values/decimal.js'
import { tickAt } from '../../../src/core/values/tick.js'
import { formatTimestamp, type Micros } from '../../../src/core/values/time.js'
import type { PastTicks } from '../../../src/core/read/past-ticks.js'
import { makeBundle, type EvidenceBundle } from '../../../src/wire/evidence/evidence-bundle.js'
import { beginLife, type Life } from './account-life.js'
import type { Step } from './account-steps.js'
import { TEST_CATALOGUE } from '../market/instruments.js'
import { scriptContext } from '../market/scripted-world.js'

/** Nothing has been paid out, and no fill has closed anything before the day. */
const NOTHING_YET = { scaled: usd(0n), paidOut: usd(0n), closedHigh: null, holdings: [] }

/** More than any life lasts. */
const TICKS_A_LIFE = 1_000_000
const LIFE_MICROS = 35 * 86_400_000_000

interface Seen {
  readonly quote: Quote
  readonly book: OrderBook | undefined
}

/** A life with everything evidence is made of. */
export interface EvidenceLife {
  readonly life: Life
  live(step: Step): void
  /** A bundle for each decision that breached a limit or liquidated, chained. */
  bundles(): Promise<readonly EvidenceBundle[]>
}

interface Claim {
  readonly breaches: readonly Breach[]
  readonly liquidations: readonly Position[]
  readonly until: Micros
  readonly highs: readonly HighMoment[]
}

/** Lives of other numbers have other accounts and other ticks. */
export function beginEvidenceLife(plan: Plan, number = 0): EvidenceLife {
  const script = scriptContext(TEST_CATALOGUE, number * TICKS_A_LIFE)
  // Funding goes by the slots of its times. Before and after the year in turn: times end with the century.
  const lives = number % 2 === 0 ? number / 2 : -(number + 1) / 2
  script.setTime(formatTimestamp(script.now + lives * LIFE_MICROS))
  const life = beginLife(plan, script)
  const { trader } = life
  const { account } = trader
  for (const venue of ['GMX', 'OSTIUM'] as const)
    trader.script.setCarry({ symbol: 'BTC-USD', venue }, { long: '0.9', short: '0.4' })
  const ticks = new Map<string, Seen[]>()
  const days: EvidenceDay[] = [
    {
      ...account.day,
      ...{ at: account.createdAt, tick: tickAt(account.createdAt) },
      ...{ highWaterMark: account.highWaterMark, paidOut: account.paidOut },
    },
  ]
  /** The prices that funding was paid at, by the slot in which it was due. */
  const funded = new Map<string, Seen>()
  /** The rates it was paid at, likewise: the script changes them at any moment. */
  const charged = new Map<string, Rate>()
  /** When each trigger fired: the ticks of the script are numbered otherwise than time. */
  const fired = new Map<string, Micros>()
  const claims: Claim[] = []
  const highs: HighMoment[] = []

  const seeTicks = (): void => {
    const { market, instruments } = trader.script.context()
    for (const symbol of ['BTC-USD', 'SOL-USD', 'EUR-USD']) {
      for (const { venue } of Object.values(instruments.find(symbol)?.terms ?? {})) {
        const quote = market.quote({ symbol, venue })
        if (quote !== undefined) see({ symbol, venue }, { quote, book: market.book({ symbol, venue }) })
      }
    }
  }
  const see = (listing: Listing, seen: Seen): void => {
    const known = ticks.get(listingKey(listing)) ?? []
    if (known.at(-1)?.quote.tick !== seen.quote.tick) ticks.set(listingKey(listing), [...known, seen])
  }
  seeTicks()

  const pastTicks: Pick<PastTicks, 'read' | 'rates'> = {
    rates(listing, at) {
      const { market } = trader.script.context()
      const carry = market.carry(listing, at)
      const long = charged.get(`${listingKey(listing)} ${tickAt(at)}`) ?? rate(0n)
      return carry && { funding: { long, short: rate(negate(long)) }, carry: carry.rates }
    },
    read: () =>
      Promise.resolve((listing, tick) => {
        const seen =
          funded.get(`${listingKey(listing)} ${tick}`) ??
          ticks.get(listingKey(listing))?.findLast(({ quote }) => quote.tick <= tick)
        return seen && { quote: { ...seen.quote, tick }, book: () => seen.book }
      }),
  }

  const keep = ({ tradingDay, breaches, positions }: Changes): void => {
    if (tradingDay !== null) days.push(tradingDay)
    const liquidations = positions.filter(({ liquidationTick }) => liquidationTick !== null)
    if (breaches.length + liquidations.length === 0) return
    const until = Math.max(...breaches.map(({ at }) => at), ...liquidations.map(({ closedAt }) => closedAt ?? 0))
    claims.push({ breaches, liquidations, until, highs: [...highs] })
  }

  const fillsUntil = (until: Micros): EvidenceFill[] =>
    trader.fills
      .filter(({ at }) => at <= until)
      .map((fill) => ({
        ...fill,
        closedBy: closedBy(life, fill.orderId),
        orderedAt: trader.order(fill.orderId).createdAt,
      }))

  /** With what was posted for the last fill, which comes after it. */
  const transfersUntil = (until: Micros) => {
    const last = trader.fills.find(({ at }) => at === until)?.id
    return trader.transfers.filter(({ at, fillId }) => at <= until || (last !== undefined && fillId === last))
  }

  const firedUntil = (until: Micros): FiredOrder[] =>
    [...trader.orders.values()].filter(
      (order): order is FiredOrder =>
        order.triggerPrice !== null && order.triggerTick !== null && (fired.get(order.id) ?? Infinity) <= until,
    )

  const rowsOf = ({ breaches, liquidations, until }: Claim): EvidenceRows => {
    const day = days.findLast(({ at }) => at <= until)!
    const all = {
      ...{ plan, day, breaches, liquidations, payouts: [] },
      opening: { at: account.createdAt, balance: usd(0n), netDeposits: negate(plan.initialBalance), ...NOTHING_YET },
      fills: fillsUntil(until),
      transfers: transfersUntil(until),
      earlier: [],
      triggered: firedUntil(until),
    }
    const holdings = createHoldings(all.opening)
    for (const step of evidenceSteps({ ...all, breaches: [], liquidations: [] }))
      if (step.at <= day.at) holdings.apply(step)
    return {
      ...all,
      opening: {
        at: day.at,
        balance: holdings.balance(),
        netDeposits: holdings.netDeposits(),
        ...NOTHING_YET,
        holdings: [...holdings.held()],
      },
      fills: all.fills.filter(({ at }) => at > day.at),
      earlier: all.fills.filter(({ at }) => at <= day.at),
      transfers: all.transfers.filter(({ at }) => at > day.at),
      triggered: all.triggered.filter(({ id }) => (fired.get(id) ?? 0) > day.at),
    }
  }

  return {
    life,
    live(step) {
      const { highWaterMark: high, day } = trader.account
      const dayHigh = day.high
      const booked = trader.transfers.length
      const lived = life.live(step)
      seeTicks()
      const { account: after, script } = trader
      const { market } = script.context()
      for (const { funding, positionId } of trader.transfers.slice(booked)) {
        const position = trader.positions.get(positionId ?? '')
        const quote = position && market.quote(position)
        if (funding === null || quote === undefined) continue
        funded.set(`${listingKey(quote)} ${tickAt(funding.at)}`, { quote, book: undefined })
        charged.set(`${listingKey(quote)} ${tickAt(funding.at)}`, funding.rate)
      }
      for (const { id, triggerTick } of trader.orders.values())
        if (triggerTick !== null && !fired.has(id)) fired.set(id, after.clock)
      const equity = computeEquity(after, market)
      const isHigh = after.highWaterMark !== high && equity - floorShift(after) === after.highWaterMark
      const isOfDay =
        after.day.high !== dayHigh && equity - after.netDeposits + after.day.startNetDeposits === after.day.high
      if (isHigh || isOfDay) highs.push({ at: after.clock, tick: markedTick(after, market) })
      if (lived?.outcome.kind === 'decided' && lived.outcome.changes !== null) keep(lived.outcome.changes)
    },
    async bundles() {
      const made: EvidenceBundle[] = []
      for (const claim of claims) {
        const link = {
          accountId: `${account.id} of life ${number}`,
          sequence: made.length + 1,
          previous: made.at(-1)?.hash ?? null,
          until: claim.until,
        }
        const rows = rowsOf(claim)
        const ofDay = claim.highs.filter(({ at }) => at >= rows.opening.at && at < claim.until)
        made.push(await makeBundle(link, rows, ofDay, pastTicks, trader.script.context().instruments))
      }
      return made
    },
  }
}

function closedBy({ trader }: Life, orderId: string): EvidenceFill['closedBy'] {
  const { status, reason } = trader.order(orderId)
  if (status !== 'FILLED') return null
  return reason === 'liquidation' ? 'LIQUIDATION' : reason === 'risk' ? 'RISK' : null
}
