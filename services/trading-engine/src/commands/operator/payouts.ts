/**
 * Payouts: asked for by traders, split by an operator, approved by another. Each step is a command on the account; the
 * row of the payout changes with the row of the command, by a trigger: both or neither.
 */
import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import {
  decidePayoutApproval,
  decidePayoutCancellation,
  decidePayoutProposal,
  decidePayoutRejection,
  decidePayoutRequest,
} from '../../core/decide/decide-payout.js'
import type { Account } from '../../core/model/account/account.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import { BY_OPERATOR, type Origin } from '../../core/model/order/origin.js'
import type { Outcome } from '../../core/model/outcome.js'
import type { PayoutHistory } from '../../core/model/account/payout-history.js'
import type { Payout, RejectionCode } from '../../core/model/account/payout.js'
import type { Rate, Usd } from '../../core/values/decimal.js'
import { fingerprint } from '../../core/values/fingerprint.js'
import { findPayout, readPayoutHistory } from '../../store/operator/payouts.js'
import type { WriteDecimal } from '../../wire/decimals.js'
import { operatorPayoutCodec, payoutCodec } from '../../wire/account/payout-codec.js'
import type { Command } from '../pipeline/command.js'
import type { Answer } from '../pipeline/idempotency.js'
import type { RunCommand } from '../pipeline/run-command.js'

export interface RequestPayout {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly amount: Usd
  readonly clientId: string
  readonly write: WriteDecimal
}

export const requestPayout = (runCommand: RunCommand, request: RequestPayout): Promise<Answer> =>
  runCommand(requestPayoutCommand(request))

export const requestPayoutCommand = ({
  userId,
  origin,
  accountId,
  amount,
  clientId,
  write,
}: RequestPayout): Command<Payout> => ({
  ...{ kind: 'request_payout', accountId, userId, origin, clientId, write },
  fingerprint: fingerprint('POST payouts', { accountId, amount }),
  decide: async (account, context, db) =>
    decidePayoutRequest(account, { amount, clientId }, await readPayoutHistory(db, account), context),
  render: (payout) => ({ status: 201, text: payoutCodec.json(payout, write) }),
  asked: { amount },
})

export interface CancelPayout extends Omit<RequestPayout, 'amount' | 'clientId'> {
  readonly payoutId: string
}

export const cancelPayout = (runCommand: RunCommand, request: CancelPayout): Promise<Answer> =>
  runCommand(cancelPayoutCommand(request))

export const cancelPayoutCommand = ({ userId, origin, accountId, payoutId, write }: CancelPayout): Command<Payout> => ({
  ...{ kind: 'cancel_payout', accountId, userId, origin, write, ...EACH_TIME },
  decide: async (account, context, db) => {
    const payout = await findPayout(db, payoutId)
    return payout?.accountId === accountId ? decidePayoutCancellation(account, payout, context) : NO_SUCH_PAYOUT
  },
  render: (payout) => ({ status: 200, text: payoutCodec.json(payout, write) }),
  asked: { payoutId },
})

const NO_SUCH_PAYOUT = { kind: 'problem', problem: { kind: 'not_found', message: 'no such payout' } } as const

export interface PayoutDependencies {
  readonly pool: Pool
  readonly runCommand: RunCommand
}

export interface OperatePayout {
  readonly payoutId: string
  readonly operator: OperatorAction
  readonly write: WriteDecimal
}

export interface ProposePayout extends OperatePayout {
  readonly sharePct: Rate | null
}

/** Says how a payout is split, for another operator to approve; again, until it is decided. */
export const proposePayout = (dependencies: PayoutDependencies, request: ProposePayout): Promise<Answer> =>
  changePayout(dependencies, request, proposing(request))

export const proposing = ({ sharePct, operator, payoutId }: ProposePayout): PayoutChange => ({
  kind: 'propose_payout',
  decide: (account, payout, context, history) =>
    decidePayoutProposal(account, payout, { sharePct, operator }, history, context),
  asked: { payoutId, sharePct },
})

export interface RejectPayout extends OperatePayout {
  readonly reason: string
  readonly code: RejectionCode | null
}

export const rejectPayout = (dependencies: PayoutDependencies, request: RejectPayout): Promise<Answer> =>
  changePayout(dependencies, request, rejecting(request))

export const rejecting = ({ reason, code, operator, payoutId }: RejectPayout): PayoutChange => ({
  kind: 'reject_payout',
  decide: (account, payout, context) =>
    decidePayoutRejection(account, payout, { reason, code, operator: operator.name }, context),
  asked: { payoutId, reason, code },
})

export interface ApprovePayout extends OperatePayout {
  /** The one that the approver has read; null: an approval of before it was required, decided again. */
  readonly version: number | null
}

/** Debits the account once, however often it is approved. */
export const approvePayout = (dependencies: PayoutDependencies, request: ApprovePayout): Promise<Answer> =>
  changePayout(dependencies, request, approving(request))

export const approving = (request: ApprovePayout): PayoutChange => ({
  kind: 'approve_payout',
  decide: (account, payout, context, history) => decidePayoutApproval(account, payout, request, history, context),
  deduplication: {
    // No trader can send such a client_id: the slash is not one of its characters.
    clientId: `payout/${request.payoutId}`,
    fingerprint: fingerprint('POST payout approve', { payoutId: request.payoutId }),
  },
  asked: { payoutId: request.payoutId, version: request.version },
})

type Deduplication = Pick<Command<unknown>, 'clientId' | 'fingerprint'>

const EACH_TIME: Deduplication = { clientId: null, fingerprint: Buffer.alloc(0) }

/** The change that an operator makes to a payout, beside the request. */
interface PayoutChange {
  readonly kind: string
  readonly decide: (
    account: Account,
    payout: Payout,
    context: DecisionContext,
    history: PayoutHistory,
  ) => Outcome<Payout>
  readonly deduplication?: Deduplication
  /** The request, as of a command. */
  readonly asked: unknown
}

async function changePayout(
  { pool, runCommand }: PayoutDependencies,
  request: OperatePayout,
  change: PayoutChange,
): Promise<Answer> {
  const known = await findPayout(pool, request.payoutId)
  if (known === null) throw notFound('payout')
  return runCommand(payoutCommand({ ...request, accountId: known.accountId, userId: known.userId }, change))
}

/** Responds with the payout as it then is. */
export const payoutCommand = (
  { payoutId, operator, write, ...whose }: OperatePayout & { readonly accountId: string; readonly userId: string },
  { kind, decide, deduplication = EACH_TIME, asked }: PayoutChange,
): Command<Payout> => ({
  ...{ kind, origin: BY_OPERATOR, operator, write, isUrgent: true, ...deduplication },
  ...{ accountId: whose.accountId, userId: whose.userId },
  decide: async (account, context, db) => {
    const payout = await findPayout(db, payoutId)
    return payout === null ? NO_SUCH_PAYOUT : decide(account, payout, context, await readPayoutHistory(db, account))
  },
  render: (payout) => ({ status: 200, text: operatorPayoutCodec.json(payout, write) }),
  asked,
})
