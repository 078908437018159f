/**
 * A bundle of evidence: the rows that lead to a breach or a liquidation, the ticks they name, and a seal of each. The
 * hash of a bundle is that of its seals and of what it begins with, and the account's next bundle names it.
 */
import { mapInTurns } from '@ats/service-kit/async'
import { maintenanceRateOf } from '../../core/margin/cross-margin.js'
import type { Strike } from '../../core/model/account/strike.js'
import { listingKey } from '../../core/model/market/listing.js'
import type { SideRates } from '../../core/model/market/market-view.js'
import type { Instruments } from '../../core/model/decision-context.js'
import { evidenceSteps, type EvidenceRows, type HighMoment } from '../../core/read/evidence.js'
import { neededRates, type NeededRates, type RatesAt } from '../../core/read/evidence-rates.js'
import { neededTicks, type NeededTick } from '../../core/read/evidence-ticks.js'
import type { PastTicks, ReadTick } from '../../core/read/past-ticks.js'
import { floorShift, risesAt } from '../../core/model/account/peak.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import type { ExecutionName } from '../../core/model/plan/plan.js'
import { writeRiskConfig } from '../../core/model/plan/risk-config.js'
import { formatDecimal, max, negate, usd } from '../../core/values/decimal.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { nameOfRow, sealOf, stepRow, tickRow, type EvidenceRow } from './evidence-rows.js'

/** The number of the bundle and the hash of the one before it; null for one that is not kept. */
export interface BundleLink {
  readonly accountId: string
  readonly sequence: number | null
  readonly previous: string | null
  readonly until: Micros
}

/** The parts that the engine itself reads again. */
export interface Sealed {
  readonly until: string
  readonly opening: { readonly at: string }
  readonly seals: Readonly<Record<string, string>>
  /** Absent in bundles from before rates were sealed. */
  readonly rates?: readonly EvidenceRow[]
}

export interface EvidenceBundle {
  readonly sealed: Sealed
  /** Null for one that is not kept. */
  readonly hash: string | null
  readonly ticks: readonly EvidenceRow[]
  readonly rows: readonly EvidenceRow[]
  /** The parts that cannot be recomputed, and why. */
  readonly notes: readonly string[]
  /** The rows that the books know and evidence should have. */
  readonly missing: readonly string[]
}

export async function makeBundle(
  link: BundleLink,
  found: EvidenceRows,
  highs: readonly HighMoment[],
  pastTicks: Pick<PastTicks, 'read' | 'rates'>,
  instruments: Pick<Instruments, 'find'>,
): Promise<EvidenceBundle> {
  const evidence = {
    ...found,
    breaches: found.breaches.filter(({ tick }) => tick !== null),
    liquidations: found.liquidations.filter(({ liquidationTick }) => liquidationTick !== null),
  }
  const steps = evidenceSteps(evidence, highs)
  const needed = neededTicks(evidence, steps)
  const readTick = await pastTicks.read(needed)
  const ticks = (await mapInTurns(needed, (tick) => readTickRow(tick, readTick))).filter((row) => row !== null)
  const rows = await mapInTurns(steps, stepRow)
  const seals = await mapInTurns([...rows, ...ticks], (row) => [nameOfRow(row), sealOf(row)] as const)
  const sealed = {
    format: 'evidence-1',
    account_id: link.accountId,
    sequence: link.sequence,
    previous: link.previous,
    until: formatTimestamp(link.until),
    plan: planBody(evidence),
    opening: openingBody(evidence),
    ...(evidence.plan.risk.words === 'STORED' ? {} : { payouts: evidence.payouts }),
    maintenance_rates: Object.fromEntries(
      needed.map(({ listing }) => [listingKey(listing), formatDecimal(maintenanceRateOf(listing, instruments))]),
    ),
    rates: neededRates(evidence, steps, instruments).flatMap((one) => ratesRow(one, pastTicks.rates)),
    taken: evidence.earlier.map(({ venue, symbol, tick, side, quantity }) => ({
      ...{ venue, symbol, tick, side, quantity: formatDecimal(quantity) },
    })),
    ...(evidence.strikes && { strikes: evidence.strikes.map(strikeBody) }),
    seals: Object.fromEntries(link.sequence === null ? [] : seals),
  }
  return {
    sealed,
    hash: link.sequence === null ? null : sealOf(sealed),
    ticks,
    rows,
    notes: notesOf(found),
    missing: [],
  }
}

/** Tells of rows from before ticks were kept, and of what a venue has decided. */
function notesOf({ plan, breaches, liquidations, fills }: EvidenceRows): readonly string[] {
  const without = WITHOUT_TICK[profileOf({ plan }).name]
  const untold = fills.filter(({ tick, live }) => tick === null && live === undefined).length
  return [
    ...breaches.filter(({ tick }) => tick === null).map(({ id }) => `breach ${id} ${without}`),
    ...liquidations
      .filter(({ liquidationTick }) => liquidationTick === null)
      .map(({ id }) => `liquidation ${id} ${without}`),
    ...(untold === 0
      ? []
      : [`${untold} fills name no tick, for they are from before ticks were kept: their prices are not checked`]),
  ]
}

const WITHOUT_TICK: Readonly<Record<ExecutionName, string>> = {
  PAPER: 'names no tick, for it is from before ticks were kept: it cannot be recomputed',
  LIVE: 'was decided by its venue: compare the transaction of its fill with the chain',
}

function readTickRow(needed: NeededTick, readTick: ReadTick): EvidenceRow | null {
  const { listing, tick, taken, isExact } = needed
  const found = readTick(listing, tick)
  if (found === undefined || (isExact && found.quote.tick !== tick)) return null
  const isTaken = taken.BUY.size + taken.SELL.size > 0
  return tickRow(needed, found.quote, isTaken ? found.book() : undefined)
}

/** A tick of evidence, too: in all bundles that have it, it says the same. The rate of each side, longs first. */
function ratesRow({ listing: { venue, symbol }, tick }: NeededRates, ratesAt: RatesAt): readonly EvidenceRow[] {
  const told = ratesAt({ venue, symbol }, tick * TICK_MICROS)
  if (told === undefined) return []
  const sides = ({ long, short }: SideRates): readonly string[] => [long, short].map(formatDecimal)
  const rates = { funding: sides(told.funding), carry: sides(told.carry) }
  return [{ kind: 'rates', id: `${tick} of ${venue}:${symbol}`, venue, symbol, tick, ...rates }]
}

/** Each version in its own words: so those of stored ones are as in older bundles. */
function planBody({ plan }: EvidenceRows) {
  const { max_drawdown, daily_loss, objective, ...rules } = writeRiskConfig(plan.risk, formatDecimal)
  const ended = {
    ...(rules.max_loss_per_idea && { max_loss_per_idea: rules.max_loss_per_idea }),
    ...(rules.strikes && { strikes: rules.strikes }),
  }
  const { id, version, initialBalance, risk } = plan
  const named = { id, version, initial_balance: formatDecimal(initialBalance) }
  const margin_mode = risk.exposure.marginMode
  if (risk.words === 'PRESENT') {
    const { profit_target_pct = null, profit_target_amount } = objective ?? {}
    const target = { profit_target_pct, ...(profit_target_amount === undefined ? {} : { profit_target_amount }) }
    return { ...named, max_drawdown, daily_loss, ...target, margin_mode, ...ended }
  }
  const { base, pct, warn_at_pct, action } = daily_loss ?? {}
  return { ...named, max_drawdown, daily_loss: { base, pct, warn_at_pct, action }, margin_mode, ...ended }
}

const strikeBody = ({ id, rule, positionId, at }: Strike) => ({
  ...{ id, rule, position_id: positionId, at: formatTimestamp(at) },
})

/** Quantity and cost of a short position are negative. Stored versions have neither payouts nor the peak. */
function openingBody({ plan, opening, day }: EvidenceRows) {
  const { at, balance, netDeposits, scaled, paidOut, closedHigh, holdings } = opening
  const positions = holdings.map(({ id, venue, symbol, direction, quantity, cost }) => ({
    ...{ id, venue, symbol },
    quantity: formatDecimal(direction === 'LONG' ? quantity : negate(quantity)),
    cost: formatDecimal(direction === 'LONG' ? cost : negate(cost)),
  }))
  const moved = { at: formatTimestamp(at), balance: formatDecimal(balance), net_deposits: formatDecimal(netDeposits) }
  if (plan.risk.words === 'STORED') return { ...moved, positions }
  const closed = closedHigh === null ? day.highWaterMark : usd(closedHigh - floorShift({ plan, netDeposits, paidOut }))
  const peak = risesAt({ plan, paidOut }, 'CLOSE') ? max(day.highWaterMark, closed) : day.highWaterMark
  const grown = scaled === 0n ? {} : { scaled: formatDecimal(scaled) }
  return { ...moved, ...grown, paid_out: formatDecimal(paidOut), peak: formatDecimal(peak), positions }
}
