/**
 * The statement of a payout, section by section: a file and a page are both made of these lines. Amounts are exact;
 * an amount that is taken off has a minus.
 */
import { shareOf } from '../../core/margin/split-payout.js'
import type { PayoutFigures } from '../../core/model/account/payout-figures.js'
import type { PayoutStatement } from '../../core/model/account/payout-statement.js'
import type { ProfitAdjustment } from '../../core/model/account/profit-adjustment.js'
import { formatDecimal, min, negate, usd, type Rate, type Usd } from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'

export interface StatementLine {
  /** Its name in a file. */
  readonly item: string
  /** The same for people. */
  readonly label: string
  readonly value: string
  /** That of an amount or a share; else empty. */
  readonly unit: '' | 'USD' | '%'
  /** Said beside the value; may be empty. */
  readonly note: string
}

export interface StatementSection {
  readonly name: string
  readonly title: string
  readonly lines: readonly StatementLine[]
}

/** Without the people who decided: its trader reads it. */
export function statementSections(statement: PayoutStatement): readonly StatementSection[] {
  const { requested, paid } = statement
  const sections = [
    section('payout', 'Payout', payoutLines(statement)),
    section('account', 'Account', accountLines(statement)),
    section('request', 'What was available when it was asked for', figuresLines(requested)),
    section('payment', 'What was available when it was paid', figuresLines(paid)),
    section('adjustments', 'Profit adjustments', adjustmentLines(statement)),
    section('split', 'How it is split', splitLines(statement)),
    section('paid', 'What was paid', paidLines(statement)),
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

const section = (name: string, title: string, lines: readonly StatementLine[]): StatementSection => ({
  name,
  title,
  lines,
})
const text = (item: string, label: string, value: string, note = ''): StatementLine => ({
  ...{ item, label, value, note },
  unit: '',
})
const amount = (item: string, label: string, value: Usd, note = ''): StatementLine => ({
  ...{ item, label, note },
  value: formatDecimal(value),
  unit: 'USD',
})
const optionalText = (item: string, label: string, value: string | null): readonly StatementLine[] =>
  value === null ? [] : [text(item, label, value)]
const time = (item: string, label: string, at: Micros | null): readonly StatementLine[] =>
  at === null ? [] : [text(item, label, formatTimestamp(at))]

const payoutLines = ({ payout }: PayoutStatement): readonly StatementLine[] => [
  text('id', 'Payout', payout.id),
  text('status', 'Status', payout.status),
  text('client_id', 'Client ID', payout.clientId),
  amount('amount', 'Amount asked for', payout.amount),
  ...time('requested_at', 'Asked for at', payout.requestedAt),
  ...time('proposed_at', 'Proposed at', payout.proposedAt),
  ...time('decided_at', 'Decided at', payout.decidedAt),
  ...optionalText('code', 'Code', payout.code),
  ...optionalText('reason', 'Reason', payout.reason),
]

const accountLines = ({ payout, accountName, plan, challenge }: PayoutStatement): readonly StatementLine[] => [
  text('account_id', 'Account', payout.accountId),
  text('account_name', 'Name', accountName),
  text('user_id', 'Trader', payout.userId),
  text('plan', 'Plan', `${plan.id} v${plan.version}`, plan.name),
  ...(challenge === null
    ? []
    : [
        text('challenge_id', 'Challenge', challenge.id),
        text('program', 'Program', `${challenge.programId} v${challenge.programVersion}`, challenge.programName),
        text('phase', 'Phase', challenge.phase),
      ]),
]

const LIMIT_LABELS: Readonly<Record<string, string>> = {
  free_margin: 'Limit: free margin without open profit',
  profit: 'Limit: profit that can be paid',
  floor: 'Limit: room above the floors',
  max_amount: 'Limit: most of one payout',
  max_pct_of_balance: 'Limit: share of the balance',
  max_pct_of_profit: 'Limit: share of the profit',
}

function figuresLines(figures: PayoutFigures | null): readonly StatementLine[] {
  if (figures === null) return []
  const { balance, unrealizedPnl, initialBalance, compensation, buffer, adjustments } = figures
  const openLoss = min(usd(0n), unrealizedPnl)
  const profit = usd(balance + openLoss - initialBalance - compensation - buffer - adjustments)
  const taken = (item: string, label: string, value: Usd) => (value === 0n ? [] : [amount(item, label, negate(value))])
  return [
    amount('balance', 'Balance', balance),
    amount('open_loss', 'Open loss', openLoss),
    amount('initial_balance', 'Less the initial balance', negate(initialBalance)),
    ...taken('compensation', 'Less compensation for reversed breaches', compensation),
    ...taken('buffer', 'Less the buffer', buffer),
    ...taken('adjustments', 'Less profit adjustments', adjustments),
    amount('profit', 'Profit that can be paid', profit),
    amount('equity', 'Equity', figures.equity),
    ...figures.limits.map((limit) =>
      amount(`limit_${limit.limit}`, LIMIT_LABELS[limit.limit] ?? limit.limit, limit.amount),
    ),
    amount('available', 'Available: the least of the limits', figures.available),
  ]
}

function adjustmentLines({ adjustments, earlierAdjustments: earlier }: PayoutStatement): readonly StatementLine[] {
  const before = earlier.count === 0 ? [] : [amount('earlier', `${earlier.count} earlier`, negate(earlier.amount))]
  return [...before, ...adjustments.map(adjustmentLine)]
}

function adjustmentLine({ id, at, rule, reason, positionId, amount: taken }: ProfitAdjustment): StatementLine {
  const position = positionId === null ? '' : `, position ${positionId}`
  return amount(id, formatTimestamp(at), negate(taken), `${rule}${position}: ${reason}`)
}

/** As it was paid, or would be. */
function splitLines({ payout, requested, paid }: PayoutStatement): readonly StatementLine[] {
  if (payout.status === 'REJECTED' || payout.status === 'CANCELLED') return []
  const { traderSharePct, traderAmount } = payout
  const figures = paid ?? requested
  const parts = traderSharePct === null ? (figures?.parts ?? []) : [{ amount: payout.amount, pct: traderSharePct }]
  const paidBefore = figures?.paidBefore ?? null
  return [
    ...(paidBefore === null
      ? []
      : [amount('paid_before', 'Paid before', paidBefore, 'to all accounts of the challenge')]),
    ...parts.flatMap((part, index) => partLines(part, index + 1)),
    ...(traderAmount === null
      ? []
      : [
          amount('trader_amount', 'To the trader', traderAmount, 'the sum of the shares, rounded down to cents'),
          amount('firm_amount', 'To the firm', usd(payout.amount - traderAmount)),
        ]),
  ]
}

function partLines(part: { readonly amount: Usd; readonly pct: Rate }, place: number): readonly StatementLine[] {
  const share = usd(shareOf(part))
  return [
    amount(`tier_${place}`, `Tier ${place}`, part.amount),
    {
      item: `tier_${place}_pct`,
      label: `Tier ${place}: to the trader`,
      value: formatDecimal(part.pct),
      unit: '%',
      note: '',
    },
    amount(`tier_${place}_share`, `Tier ${place}: share of the trader`, share),
  ]
}

function paidLines({ payout, debit }: PayoutStatement): readonly StatementLine[] {
  if (debit === null) return [amount('debited', 'Taken from the account', usd(0n))]
  return [
    amount('debited', 'Taken from the account', payout.amount),
    ...(payout.traderAmount === null ? [] : [amount('to_trader', 'To the trader', payout.traderAmount)]),
    text('transfer_id', 'Row of the ledger', debit.transferId),
    amount('balance_after', 'Balance after it', debit.balanceAfter),
  ]
}
