/**
 * Payouts: asked for by traders, split by an operator, approved by another. A request and an approval are commands on
 * the account; the row of the payout changes with the row of the command, by a trigger: both or neither.
 */
import { inTransaction, notFound, RequestError } from '@ats/service-kit'
import type { Pool } from 'pg'
import { decidePayoutApproval, decidePayoutRequest, traderAmountOf } from '../core/decide/decide-payout.js'
import { decided } from '../core/model/outcome.js'
import type { OperatorAction } from '../core/model/operator-audit.js'
import { BY_OPERATOR, type Origin } from '../core/model/origin.js'
import type { Payout } from '../core/model/payout.js'
import { isOpenPayout } from '../core/model/payout.js'
import { fingerprint } from '../core/values/fingerprint.js'
import type { Rate, Usd } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import { insertAudit } from '../store/operator/operator-audit.js'
import { findOpenPayout, findPayout, lockPayout, storeProposal, storeRejection } from '../store/operator/payouts.js'
import { asText, type WriteDecimal } from '../wire/decimals.js'
import { operatorPayoutBody, payoutBody } from '../wire/payout-body.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface RequestPayout {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly amount: Usd
  readonly clientId: string
  readonly write: WriteDecimal
}

export const requestPayout = (runCommand: RunCommand, request: RequestPayout): Promise<Answer> => {
  const { userId, origin, accountId, amount, clientId, write } = request
  return runCommand<Payout>({
    ...{ kind: 'request_payout', accountId, userId, origin, clientId, write },
    fingerprint: fingerprint('POST payouts', { accountId, amount }),
    decide: async (account, context, db) => {
      const open = await findOpenPayout(db, accountId)
      const outcome = decidePayoutRequest(account, amount, open, context)
      if (outcome.kind === 'problem') return outcome
      const asked = { id: context.newId(), accountId, userId, clientId, amount, requestedAt: context.now }
      return decided(null, { ...asked, ...UNDECIDED })
    },
    render: (payout) => ({ status: 201, text: JSON.stringify(payoutBody(payout, write)) }),
  })
}

const UNDECIDED = {
  traderSharePct: null,
  traderAmount: null,
  status: 'REQUESTED',
  reason: null,
  proposedBy: null,
  proposedAt: null,
  decidedBy: null,
  decidedAt: null,
  version: 1,
} as const

export interface PayoutDependencies {
  readonly pool: Pool
  readonly runCommand: RunCommand
  readonly now: () => Micros
  readonly newId: () => string
}

/** Says how a payout is split, for another operator to approve; again, until it is decided. */
export const proposePayout = (
  dependencies: PayoutDependencies,
  payoutId: string,
  sharePct: Rate,
  operator: OperatorAction,
): Promise<Payout> =>
  changePayout(dependencies, payoutId, 'propose_payout', operator, (client, { id, amount }, decision) =>
    storeProposal(client, id, { ...decision, sharePct, traderAmount: traderAmountOf(amount, sharePct) }),
  )

export const rejectPayout = (
  dependencies: PayoutDependencies,
  payoutId: string,
  reason: string,
  operator: OperatorAction,
): Promise<Payout> =>
  changePayout(dependencies, payoutId, 'reject_payout', operator, (client, { id }, decision) =>
    storeRejection(client, id, { ...decision, reason }),
  )

type ChangePayout = (
  client: Parameters<typeof lockPayout>[0],
  payout: Payout,
  decision: { readonly by: string; readonly at: Micros },
) => Promise<Payout>

const changePayout = (
  { pool, now, newId }: PayoutDependencies,
  payoutId: string,
  action: string,
  operator: OperatorAction,
  change: ChangePayout,
): Promise<Payout> =>
  inTransaction(pool, async (client) => {
    const payout = await lockPayout(client, payoutId)
    if (payout === null) throw notFound('payout')
    if (!isOpenPayout(payout))
      throw new RequestError('conflict', `payout ${payout.id} is ${payout.status}`, { reason: 'payout_ended' })
    const at = now()
    const changed = await change(client, payout, { by: operator.name, at })
    const outcome = operatorPayoutBody(changed, asText)
    await insertAudit(client, { id: newId(), at, action, subject: payout.accountId, outcome, ...operator })
    return changed
  })

/** Debits the account once, however often it is approved. */
export async function approvePayout(
  { pool, runCommand }: PayoutDependencies,
  payoutId: string,
  operator: OperatorAction,
  write: WriteDecimal,
): Promise<Answer> {
  const known = await findPayout(pool, payoutId)
  if (known === null) throw notFound('payout')
  const { accountId, userId } = known
  return runCommand<Payout>({
    ...{ kind: 'approve_payout', accountId, userId, origin: BY_OPERATOR, operator, write, isUrgent: true },
    // No trader can send such a client_id: the slash is not one of its characters.
    clientId: `payout/${payoutId}`,
    fingerprint: fingerprint('POST payout approve', { payoutId }),
    decide: async (account, context, db) => {
      const payout = (await findPayout(db, payoutId)) ?? known
      const outcome = decidePayoutApproval(account, payout, operator.name, context)
      if (outcome.kind === 'problem') return outcome
      const decision = { decidedBy: operator.name, decidedAt: outcome.answer.clock } as const
      return decided(outcome.changes, { ...payout, ...decision, status: 'PAID', version: payout.version + 1 })
    },
    render: (payout) => ({ status: 200, text: JSON.stringify(operatorPayoutBody(payout, write)) }),
  })
}
