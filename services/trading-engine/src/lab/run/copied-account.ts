/**
 * The state of an account that a run starts from. Its times are moved so that as long ago as something was at the copy,
 * so long ago it is as the run begins; its trading day is the one in which the run begins.
 */
import { tradingDayAt } from '../../core/calendar/trading-day.js'
import type { Account, TradingDay } from '../../core/model/account/account.js'
import { UNDECIDED } from '../../core/model/account/payout.js'
import type { Position } from '../../core/model/account/position.js'
import { scaledPlan } from '../../core/model/account/scaling.js'
import type { Order } from '../../core/model/order/order.js'
import type { Peak, Trail } from '../../core/model/order/trail.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'

export interface CopiedAccount {
  readonly account: Account
  /** No moment of the account is later. */
  readonly takenAt: Micros
}

/** The account as the run begins with it, of the user of the run and outside any program. */
export function accountAt({ account, takenAt }: CopiedAccount, startsAt: Micros, userId: string): Account {
  const ticks = Math.floor((startsAt - takenAt) / TICK_MICROS)
  const move = (at: Micros): Micros => at + ticks * TICK_MICROS
  const moves: Moves = { time: move, tick: (tick) => tick + ticks, startsAt }
  const { date, endsAt } = tradingDayAt(startsAt, account.plan.risk.tradingDay)
  /** Keeps with the trading day what ends with it. */
  const until = (at: Micros | null): Micros | null => (at === account.day.endsAt ? endsAt : orNull(move)(at))
  return {
    ...account,
    ...{ userId, challengeId: null, phase: null, referral: null, eventSequence: 0, version: 1 },
    lockedUntil: until(account.lockedUntil),
    holds: account.holds.map((hold) => ({ ...hold, since: move(hold.since), until: until(hold.until) })),
    compensation: account.compensation && {
      ...account.compensation,
      date: account.compensation.date === account.day.date ? date : account.compensation.date,
    },
    scaling: account.scaling && {
      ...account.scaling,
      steps: account.scaling.steps.map((step) => ({ ...step, at: move(step.at) })),
    },
    day: { ...account.day, date, endsAt } satisfies TradingDay,
    progress: account.progress && {
      ...account.progress,
      ...{ activeAt: move(account.progress.activeAt), warnedAt: orNull(move)(account.progress.warnedAt) },
    },
    ...{ createdAt: move(account.createdAt), clock: move(account.clock), consumedDepth: [] },
    positions: mapped(account.positions, (position) => positionAt(position, moves)),
    orders: mapped(account.orders, (order) => orderAt(order, moves)),
    // Nobody in a run decides on it.
    openPayout: account.openPayout && {
      ...{ ...account.openPayout, ...UNDECIDED, userId, requestedAt: move(account.openPayout.requestedAt) },
    },
    strikes: account.strikes.map((strike) => ({ ...strike, at: move(strike.at) })),
  }
}

interface Moves {
  readonly time: (at: Micros) => Micros
  readonly tick: (tick: number) => number
  readonly startsAt: Micros
}

const orNull =
  (move: (at: number) => number) =>
  (at: number | null): number | null =>
    at === null ? null : move(at)

const mapped = <K, V>(map: ReadonlyMap<K, V>, change: (value: V) => V): ReadonlyMap<K, V> =>
  new Map([...map].map(([key, value]) => [key, change(value)]))

function positionAt(position: Position, { time, tick, startsAt }: Moves): Position {
  const { uncovered, flatWarnedAt, parts } = position
  return {
    ...position,
    ...{ openedAt: time(position.openedAt), liquidationTick: orNull(tick)(position.liquidationTick) },
    // Time before the run is charged for elsewhere.
    fundedUntil: startsAt,
    ...(uncovered && {
      uncovered: {
        ...{ ...uncovered, since: orNull(time)(uncovered.since) },
        ...(uncovered.struckAt !== undefined && { struckAt: time(uncovered.struckAt) }),
      },
    }),
    ...(flatWarnedAt !== undefined && { flatWarnedAt: time(flatWarnedAt) }),
    ...(parts && { parts: { ...parts, lastAt: time(parts.lastAt) } }),
  }
}

const orderAt = (order: Order, { time, tick }: Moves): Order => ({
  ...order,
  ...{ createdAt: time(order.createdAt), updatedAt: time(order.updatedAt), expiresAt: orNull(time)(order.expiresAt) },
  triggerTick: orNull(tick)(order.triggerTick),
  ...(order.trail && { trail: trailAt(order.trail, tick) }),
})

/** A trail that waits for its entry has no ticks yet. */
function trailAt(trail: Trail, move: Moves['tick']): Trail {
  if (trail.sinceTick === null) return trail
  const peakAt = (peak: Peak): Peak => ({ ...peak, tick: move(peak.tick), priceTick: orNull(move)(peak.priceTick) })
  return { ...trail, sinceTick: move(trail.sinceTick), start: peakAt(trail.start), peak: peakAt(trail.peak) }
}

/** As a report keeps it: JSON, without its plan, which is kept beside it. */
export const writeCopied = ({ account: { plan: _, ...account }, takenAt }: CopiedAccount): object =>
  JSON.parse(JSON.stringify({ account, takenAt }, toJson)) as object

export function readCopied(written: object, plan: Plan): CopiedAccount {
  const read = JSON.parse(JSON.stringify(written), ofJson) as CopiedAccount
  const { scaling } = read.account
  return { ...read, account: { ...read.account, plan: scaling === null ? plan : scaledPlan(plan, scaling) } }
}

const toJson = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return { $integer: String(value) }
  return value instanceof Map ? { $map: [...(value as ReadonlyMap<unknown, unknown>)] } : value
}

function ofJson(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$integer' in value) return BigInt(value.$integer as string)
  return '$map' in value ? new Map(value.$map as readonly (readonly [unknown, unknown])[]) : value
}
