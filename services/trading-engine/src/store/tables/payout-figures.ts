/** The figures that a payout was decided on; lists are JSON, decimals as text. */
import type { PayoutFigures, PayoutStage } from '../../core/model/account/payout-figures.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { columnsOf, microsOf, optional, rateOf, textOf, usdOf, type RowOf } from './column.js'

const column = columnsOf<PayoutFigures>()

export const PAYOUT_FIGURES_COLUMNS = [
  column.uuid('payout_id', (figures) => figures.payoutId),
  column.text('stage', (figures) => figures.stage),
  column.uuid('account_id', (figures) => figures.accountId),
  column.text('account_name', (figures) => figures.accountName),
  column.text('plan_id', (figures) => figures.planId),
  column.int4('plan_version', (figures) => figures.planVersion),
  column.numeric('initial_balance', (figures) => figures.initialBalance),
  column.numeric('balance', (figures) => figures.balance),
  column.numeric('unrealized_pnl', (figures) => figures.unrealizedPnl),
  column.numeric('equity', (figures) => figures.equity),
  column.numeric('compensation', (figures) => figures.compensation),
  column.numeric('buffer', (figures) => figures.buffer),
  column.numeric('adjustments', (figures) => figures.adjustments),
  column.numeric('available', (figures) => figures.available),
  column.numeric('paid_before', (figures) => figures.paidBefore),
  column.jsonb('computed', (figures) => JSON.stringify(computedOf(figures))),
  column.time('created_at', (figures) => figures.at),
]

interface Computed {
  readonly limits: readonly { readonly limit: string; readonly amount: string }[]
  readonly parts: readonly { readonly amount: string; readonly pct: string }[]
}

const computedOf = ({ limits, parts }: PayoutFigures): Computed => ({
  limits: limits.map(({ limit, amount }) => ({ limit, amount: formatDecimal(amount) })),
  parts: parts.map(({ amount, pct }) => ({ amount: formatDecimal(amount), pct: formatDecimal(pct) })),
})

export type PayoutFiguresRow = RowOf<typeof PAYOUT_FIGURES_COLUMNS>

export function payoutFiguresOf(row: PayoutFiguresRow): PayoutFigures {
  const { limits, parts } = row.computed as Computed
  return {
    payoutId: textOf(row.payout_id),
    stage: textOf(row.stage) as PayoutStage,
    accountId: textOf(row.account_id),
    accountName: textOf(row.account_name),
    planId: textOf(row.plan_id),
    planVersion: Number(row.plan_version),
    initialBalance: usdOf(row.initial_balance),
    balance: usdOf(row.balance),
    unrealizedPnl: usdOf(row.unrealized_pnl),
    equity: usdOf(row.equity),
    compensation: usdOf(row.compensation),
    buffer: usdOf(row.buffer),
    adjustments: usdOf(row.adjustments),
    available: usdOf(row.available),
    paidBefore: optional(row.paid_before, usdOf),
    limits: limits.map(({ limit, amount }) => ({ limit, amount: usdOf(amount) })),
    parts: parts.map(({ amount, pct }) => ({ amount: usdOf(amount), pct: rateOf(pct) })),
    at: microsOf(row.created_at),
  }
}
