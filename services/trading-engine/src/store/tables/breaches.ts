import type { AccountState } from '../../core/model/account/account.js'
import { NO_HOLDS } from '../../core/model/account/hold.js'
import type { Breach, BreachReversal, HeldPosition, StateBefore } from '../../core/model/plan/breach.js'
import { formatTimestamp } from '../../core/values/time.js'
import { holdsText, readHolds } from './accounts.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { columnsOf, mutable, optional, textOf, usdOf, priceOf, quantityOf, microsOf, type RowOf } from './column.js'

const column = columnsOf<Breach>()

/** An object, as the writer's statement takes it; decimals as text. */
const heldText = (positions: readonly HeldPosition[]): string =>
  JSON.stringify({ positions }, (_name, value: unknown) => (typeof value === 'bigint' ? formatDecimal(value) : value))

type StoredPosition = { readonly [K in keyof HeldPosition]: unknown }

/** Null where it is not what a decision writes: as little is known then as of rows from before it was kept. */
function heldOf(value: unknown): readonly HeldPosition[] | null {
  try {
    return (value as { readonly positions: readonly StoredPosition[] }).positions.map((stored) => ({
      positionId: textOf(stored.positionId),
      symbol: textOf(stored.symbol),
      venue: textOf(stored.venue) as HeldPosition['venue'],
      direction: textOf(stored.direction) as HeldPosition['direction'],
      quantity: quantityOf(stored.quantity),
      entryPrice: priceOf(stored.entryPrice),
      markPrice: priceOf(stored.markPrice),
      unrealizedPnl: usdOf(stored.unrealizedPnl),
    }))
  } catch {
    return null
  }
}

interface StoredBefore {
  readonly state: string
  readonly state_reason: string | null
  readonly locked_until: string | null
  readonly holds: string | null
}

function beforeText({ state, stateReason, lockedUntil, holds }: StateBefore): string {
  const locked_until = lockedUntil === null ? null : formatTimestamp(lockedUntil)
  const stored: StoredBefore = { state, state_reason: stateReason, locked_until, holds: holdsText(holds) }
  return JSON.stringify(stored)
}

function beforeOf(value: unknown): StateBefore {
  const { state, state_reason, locked_until, holds } = value as StoredBefore
  return {
    state: state as AccountState,
    stateReason: state_reason,
    lockedUntil: optional(locked_until, microsOf),
    holds: holds === null ? NO_HOLDS : readHolds(JSON.parse(holds)),
  }
}

interface StoredReversal {
  readonly at: string
  readonly reason: string
  readonly compensation: string
}

function reversalText({ at, reason, compensation }: BreachReversal): string {
  const stored: StoredReversal = { at: formatTimestamp(at), reason, compensation: formatDecimal(compensation) }
  return JSON.stringify(stored)
}

function reversalOf(value: unknown): BreachReversal {
  const { at, reason, compensation } = value as StoredReversal
  return { at: microsOf(at), reason, compensation: usdOf(compensation) }
}

export const BREACH_COLUMNS = [
  column.uuid('id', (breach) => breach.id),
  column.uuid('account_id', (breach) => breach.accountId),
  column.text('rule', (breach) => breach.rule),
  column.text('severity', (breach) => breach.severity),
  column.text('message', (breach) => breach.message),
  column.numeric('limit_value', (breach) => breach.limit),
  column.numeric('value', (breach) => breach.value),
  column.numeric('equity', (breach) => breach.equity),
  column.numeric('balance', (breach) => breach.balance),
  column.text('action', (breach) => breach.action),
  column.jsonb('held', ({ held }) => (held === null ? null : heldText(held))),
  column.uuid('order_id', ({ orderId }) => orderId),
  column.int8('tick', (breach) => breach.tick),
  column.time('created_at', (breach) => breach.at),
  column.jsonb('before', ({ before }) => (before === undefined ? null : beforeText(before))),
  mutable(column.jsonb('reversal', ({ reversal }) => (reversal === undefined ? null : reversalText(reversal)))),
]

export type BreachRow = RowOf<typeof BREACH_COLUMNS>

export const breachOf = (row: BreachRow): Breach => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  rule: row.rule as Breach['rule'],
  severity: row.severity as Breach['severity'],
  message: textOf(row.message),
  limit: usdOf(row.limit_value),
  value: usdOf(row.value),
  equity: usdOf(row.equity),
  balance: usdOf(row.balance),
  action: row.action as Breach['action'],
  held: optional(row.held, heldOf),
  orderId: optional(row.order_id, textOf),
  tick: optional(row.tick, Number),
  at: microsOf(row.created_at),
  ...(row.before === null ? {} : { before: beforeOf(row.before) }),
  ...(row.reversal === null ? {} : { reversal: reversalOf(row.reversal) }),
})
