/**
 * What the rules of the plan do after every mark (contract: supervisor). In this order, one of them in one decision:
 *
 *   equity < drawdown floor          the account is TERMINATED
 *   equity < floor of the day        TERMINATED, or locked to REDUCE_ONLY until the day ends, as the plan says
 *   loss of the day ≥ warn share     a warning, once a day
 *
 * TERMINATED: every order is cancelled and every position closed at what the market gives; what cannot be closed now is
 * closed at the first price that can be traded. Locked: orders that would open are cancelled, positions stay. An account
 * whose mark is not known, or stale, is not judged. A refused order alone never does any of this.
 */
import type { Account } from './account.js'
import type { Breach } from './breach.js'
import { closeOut } from './close-out.js'
import { formatDecimal, max, usd, type Usd } from './decimal.js'
import type { Draft } from './draft.js'
import { endOrders } from './end-order.js'
import { computeEquity } from './figures.js'
import { dailyBase, dailyFloor, drawdownFloor, percentOf } from './risk/floors.js'
import type { World } from './world.js'

/** What has to be done about an account at this moment. */
export type Measure =
  | {
      readonly kind: 'TERMINATE' | 'LOCK' | 'WARN'
      readonly rule: Breach['rule']
      readonly limit: Usd
      readonly equity: Usd
    }
  | { readonly kind: 'RAISE'; readonly equity: Usd }
  | { readonly kind: 'CLOSE' }

/** Null when nothing has to be; cheap, for it is asked of every account at every mark. */
export function measureFor(account: Account, world: Pick<World, 'market'>, peak: Usd | null = null): Measure | null {
  if (account.state === 'TERMINATED' || account.state === 'CLOSED')
    return account.positions.size > 0 ? { kind: 'CLOSE' } : null
  const equity = knownEquity(account, world)
  if (equity === null) return null
  const highWaterMark = newHigh(account, equity, peak)
  const crossed = crossingOf(highWaterMark === null ? account : { ...account, highWaterMark }, equity)
  return crossed ?? (highWaterMark === null ? null : { kind: 'RAISE', equity: highWaterMark })
}

/** Null while a mark is not known, or stale. */
function knownEquity(account: Account, { market }: Pick<World, 'market'>): Usd | null {
  for (const { symbol } of account.positions.values()) if (market.quote(symbol)?.isStale ?? true) return null
  return computeEquity(account, market)
}

/** Equity above the high-water mark, where the floor trails it within the day. `peak`: the highest seen since it was last set. */
function newHigh({ plan, highWaterMark }: Account, equity: Usd, peak: Usd | null): Usd | null {
  if (plan.risk.maxDrawdown.mode !== 'TRAILING_INTRADAY') return null
  const highest = peak === null ? equity : max(peak, equity)
  return highest > highWaterMark ? highest : null
}

function crossingOf(account: Account, equity: Usd): Measure | null {
  const { action, pct, warnAtPct } = account.plan.risk.dailyLoss
  const drawdown = drawdownFloor(account)
  if (equity < drawdown) return { kind: 'TERMINATE', rule: 'max_drawdown', limit: drawdown, equity }
  const daily = dailyFloor(account)
  if (equity < daily && action === 'TERMINATE')
    return { kind: 'TERMINATE', rule: 'daily_loss_limit', limit: daily, equity }
  if (equity < daily && account.state === 'ACTIVE')
    return { kind: 'LOCK', rule: 'daily_loss_limit', limit: daily, equity }
  const base = dailyBase(account)
  const warnAt = usd(base - percentOf(percentOf(base, pct), warnAtPct))
  const isNear = equity <= warnAt && !account.day.isWarned
  return isNear ? { kind: 'WARN', rule: 'daily_loss_limit', limit: warnAt, equity } : null
}

/** Does what has to be done, if anything. `peak`: the highest equity seen since the last decision. */
export function supervise(draft: Draft, world: World, peak: Usd | null = null): void {
  const measure = measureFor(draft.account, world, peak)
  if (measure === null) return
  if (measure.kind === 'CLOSE') return closeAll(draft, world)
  const highWaterMark = newHigh(draft.account, measure.equity, peak)
  if (highWaterMark !== null) draft.setAccount({ highWaterMark })
  switch (measure.kind) {
    case 'RAISE':
      return
    case 'WARN':
      draft.setAccount({ day: { ...draft.account.day, isWarned: true } })
      break
    case 'LOCK':
      draft.setAccount({
        ...{ state: 'REDUCE_ONLY', stateReason: measure.rule, lockedUntil: draft.account.day.endsAt },
        day: { ...draft.account.day, isWarned: true },
      })
      endOrders(draft, ({ flags }) => !flags.reduceOnly, 'CANCELLED', 'risk', 'RISK')
      break
    case 'TERMINATE':
      draft.setAccount({ state: 'TERMINATED', stateReason: measure.rule, lockedUntil: null })
      endOrders(draft, () => true, 'CANCELLED', 'risk', 'RISK')
      closeAll(draft, world)
      break
  }
  record(draft, measure, world)
}

/** Whatever can be traded now; what is left is closed by `supervise`, of an account that has ended. */
export function closeAll(draft: Draft, world: World): void {
  for (const position of [...draft.account.positions.values()]) {
    const instrument = world.instruments.find(position.symbol)
    const isPriced = world.market.quote(position.symbol)?.isStale === false
    if (instrument !== undefined && isPriced && world.isMarketOpen(instrument))
      closeOut(draft, position, instrument, 'RISK', world)
  }
}

const SEVERITIES = { TERMINATE: 'HARD', LOCK: 'SOFT', WARN: 'WARN' } as const
const ACTIONS = { TERMINATE: 'TERMINATED', LOCK: 'LOCKED', WARN: 'NONE' } as const

/** Last of all: its balance and equity are those after what was done, so that they tell what the closing cost on top. */
function record(
  draft: Draft,
  { kind, rule, limit, equity }: Extract<Measure, { readonly kind: 'TERMINATE' | 'LOCK' | 'WARN' }>,
  world: World,
): void {
  const { account } = draft
  const names = { max_drawdown: 'drawdown floor', daily_loss_limit: 'floor of the trading day' } as const
  const what = kind === 'WARN' ? 'warning level of the trading day' : names[rule]
  const breach: Breach = {
    id: world.newId(),
    accountId: account.id,
    rule,
    severity: SEVERITIES[kind],
    message: `equity of ${formatDecimal(equity)} USD reached the ${what} of ${formatDecimal(limit)} USD`,
    limit,
    value: equity,
    equity: computeEquity(account, world.market),
    balance: account.balance,
    action: ACTIONS[kind],
    at: draft.stamp(),
  }
  draft.addBreach(breach)
  draft.emit({ type: 'account.breach', breach })
}
