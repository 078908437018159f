import { LISTED_ADJUSTMENTS_MAX, type PayoutStatement } from '../../core/model/account/payout-statement.js'
import type { PayoutFigures } from '../../core/model/account/payout-figures.js'
import { usd } from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { optional, textOf, usdOf } from '../tables/column.js'
import { payoutFiguresOf, type PayoutFiguresRow } from '../tables/payout-figures.js'
import { payoutOf, type PayoutRow } from '../tables/payouts.js'
import { profitAdjustmentOf, type ProfitAdjustmentRow } from '../tables/profit-adjustments.js'
import type { Queryable } from './queryable.js'

interface StatementRow extends PayoutRow {
  readonly account_name: string
  readonly plan_id: string
  readonly plan_version: number
  readonly plan_name: string
  readonly challenge_id: string | null
  readonly program_id: string
  readonly program_version: number
  readonly program_name: string
  readonly phase: string
  readonly transfer_id: string | null
  readonly balance_after: string | null
}

/** The name and the plan are those of the request, where its figures are kept. */
const FIND = `select p.*, coalesce(first.account_name, a.name) as account_name,
    plan.id as plan_id, plan.version as plan_version, plan.definition ->> 'name' as plan_name,
    member.challenge_id, member.phase, program.id as program_id, program.version as program_version,
    program.definition ->> 'name' as program_name, debit.id as transfer_id, debit.balance_after
  from payouts p
    join accounts a on a.id = p.account_id
    left join payout_figures first on first.payout_id = p.id and first.stage = 'REQUESTED'
    join plans plan on plan.id = coalesce(first.plan_id, a.plan_id)
      and plan.version = coalesce(first.plan_version, a.plan_version)
    left join challenge_accounts member on member.account_id = a.id
    left join challenges c on c.id = member.challenge_id
    left join programs program on program.id = c.program_id and program.version = c.program_version
    left join transfers debit on debit.command_id = p.command_id and debit.house = 'capital'
  where p.id = $1`

/** Null where there is no such payout. To be read in one moment: four statements. */
export async function findStatement(db: Queryable, payoutId: string): Promise<PayoutStatement | null> {
  const { rows } = await db.query<StatementRow>({ name: 'find_statement', text: FIND, values: [payoutId] })
  const [row] = rows
  if (row === undefined) return null
  const payout = payoutOf(row)
  const figures = await readFigures(db, payoutId)
  const of = (stage: PayoutFigures['stage']) => figures.find((one) => one.stage === stage) ?? null
  const [requested, paid] = [of('REQUESTED'), of('PAID')]
  const until = paid?.at ?? payout.decidedAt ?? requested?.at ?? payout.requestedAt
  return {
    ...{ payout, requested, paid, accountName: row.account_name },
    plan: { id: row.plan_id, version: row.plan_version, name: row.plan_name },
    challenge:
      row.challenge_id === null
        ? null
        : {
            ...{ id: row.challenge_id, phase: row.phase, programId: row.program_id },
            ...{ programVersion: row.program_version, programName: row.program_name },
          },
    ...(await readAdjustments(db, payout.accountId, until)),
    debit:
      row.transfer_id === null ? null : { transferId: row.transfer_id, balanceAfter: usdOf(textOf(row.balance_after)) },
  }
}

async function readFigures(db: Queryable, payoutId: string): Promise<readonly PayoutFigures[]> {
  const { rows } = await db.query<PayoutFiguresRow & Record<string, unknown>>({
    name: 'read_payout_figures',
    text: 'select * from payout_figures where payout_id = $1',
    values: [payoutId],
  })
  return rows.map(payoutFiguresOf)
}

async function readAdjustments(
  db: Queryable,
  accountId: string,
  until: Micros,
): Promise<Pick<PayoutStatement, 'adjustments' | 'earlierAdjustments'>> {
  const values = [accountId, formatTimestamp(until), LISTED_ADJUSTMENTS_MAX]
  const { rows } = await db.query<ProfitAdjustmentRow & Record<string, unknown>>({
    name: 'list_statement_adjustments',
    text: `select * from profit_adjustments where account_id = $1 and created_at <= $2::timestamptz
      order by created_at desc, id desc limit $3`,
    values,
  })
  const { rows: earlier } = await db.query<{ count: string; amount: string | null }>({
    name: 'sum_statement_adjustments',
    text: `select count(*), sum(amount) as amount from (
      select amount from profit_adjustments where account_id = $1 and created_at <= $2::timestamptz
      order by created_at desc, id desc offset $3) earlier`,
    values,
  })
  return {
    adjustments: rows.map(profitAdjustmentOf).reverse(),
    earlierAdjustments: {
      count: Number(earlier[0]?.count ?? 0),
      amount: optional(earlier[0]?.amount ?? null, usdOf) ?? usd(0n),
    },
  }
}
