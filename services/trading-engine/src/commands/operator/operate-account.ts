/** Operator commands on an account: the same pipeline as every command, and an audit row in the same write. */
import { computeFigures } from '../../core/margin/figures.js'
import { BY_OPERATOR } from '../../core/model/order/origin.js'
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Account } from '../../core/model/account/account.js'
import { decideCapital, type MoveCapital } from '../../core/decide/decide-capital.js'
import { decideCloseAccount } from '../../core/decide/decide-close-account.js'
import { decideHalt } from '../../core/decide/decide-halt.js'
import { decideReversal, type ReverseBreach } from '../../core/decide/decide-reversal.js'
import { decideRelease } from '../../core/decide/decide-release.js'
import { fingerprint } from '../../core/values/fingerprint.js'
import type { Outcome } from '../../core/model/outcome.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { AccountCache } from '../../store/accounts/account-cache.js'
import { findEndingBreach, findSuccessor, lockPlace } from '../../store/operator/reversals.js'
import type { Queryable } from '../../store/read/queryable.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { WriteDecimal } from '../../wire/decimals.js'
import { operatedAccountCodec } from '../../wire/operator/account-codec.js'
import type { Answer } from '../pipeline/idempotency.js'
import type { Command } from '../pipeline/command.js'
import type { RunCommand } from '../pipeline/run-command.js'

export interface OperateDependencies {
  readonly contexts: AccountCache
  readonly runCommand: RunCommand
}

export interface OperateAccount {
  readonly accountId: string
  readonly operator: OperatorAction
  readonly write: WriteDecimal
}

/** A command of an operator, in what it is beside its request. */
export interface Operation {
  readonly kind: string
  readonly decide: Decide
  readonly deduplication?: Deduplication
  /** The request, as of a command. */
  readonly asked?: unknown
}

interface WithReason {
  readonly reason: string
}

export const halting = ({ reason }: WithReason): Operation => ({
  kind: 'halt_account',
  decide: (account, context) => decideHalt(account, reason, context),
  asked: { reason },
})

export const RELEASING: Operation = { kind: 'release_account', decide: decideRelease, asked: {} }

export const closing = ({ reason }: WithReason): Operation => ({
  kind: 'close_account',
  decide: (account, context) => decideCloseAccount(account, reason, context),
  asked: { reason },
})

export const haltAccount = (dependencies: OperateDependencies, request: OperateAccount & WithReason): Promise<Answer> =>
  operate(dependencies, request, halting(request))

export const releaseAccount = (dependencies: OperateDependencies, request: OperateAccount): Promise<Answer> =>
  operate(dependencies, request, RELEASING)

export const closeAccount = (
  dependencies: OperateDependencies,
  request: OperateAccount & WithReason,
): Promise<Answer> => operate(dependencies, request, closing(request))

export interface MoveCapitalRequest extends OperateAccount, MoveCapital {
  readonly reason: string
  /** The operator's own name for this movement: it happens once on the account, however often it is asked for. */
  readonly reference: string
}

export async function moveCapital(dependencies: OperateDependencies, request: MoveCapitalRequest): Promise<Answer> {
  const { accountId, direction, amount, reason, reference } = request
  // No trader can send such a client_id: the slash is not one of its characters.
  const clientId = `capital/${accountId}/${reference}`
  const print = fingerprint('POST capital', { direction, amount, reason })
  return operateOnce(
    dependencies,
    request,
    { ...movingCapital({ direction, amount }), deduplication: { clientId, fingerprint: print } },
    `reference ${reference} was used for another movement of this account; a new one needs a new reference`,
  )
}

export const movingCapital = ({ direction, amount }: MoveCapital): Operation => ({
  kind: 'move_capital',
  decide: (account, context) => decideCapital(account, { direction, amount }, context),
  asked: { direction, amount },
})

type Decide = (
  account: Account,
  context: DecisionContext,
  db: Queryable,
) => Outcome<Account> | Promise<Outcome<Account>>

/** As `operate`; what was asked for differently under the same name is refused in these words. */
export async function operateOnce(
  dependencies: OperateDependencies,
  request: OperateAccount,
  operation: Operation,
  onReuse: string,
): Promise<Answer> {
  try {
    return await operate(dependencies, request, operation)
  } catch (error) {
    if (!(error instanceof RequestError) || error.details['reason'] !== 'client_id_reuse') throw error
    throw new RequestError('conflict', onReuse, { reason: 'reference_reuse' })
  }
}

export interface ReverseBreachRequest extends OperateAccount, ReverseBreach {}

/** Whether another account has taken the place is decided under the locks that accounts are opened under. */
export const reverseBreach = (dependencies: OperateDependencies, request: ReverseBreachRequest): Promise<Answer> =>
  operate(dependencies, request, reversing(request))

export const reversing = ({ reason, compensation }: ReverseBreach): Operation => ({
  kind: 'reverse_breach',
  decide: async (account, context, db) => {
    await lockPlace(db, account)
    const breach = await findEndingBreach(db, account.id)
    return decideReversal(account, { reason, compensation }, breach, await findSuccessor(db, account), context)
  },
  deduplication: { ...ONCE_AN_ASKING, writesBeside: true },
  asked: { reason, compensation },
})

type Deduplication = Pick<Command<unknown>, 'clientId' | 'fingerprint' | 'writesBeside'>

const ONCE_AN_ASKING: Deduplication = { clientId: null, fingerprint: Buffer.alloc(0) }

/** Runs an operator command on an account of any user. Responds with the changed account. */
export async function operate(
  { contexts, runCommand }: OperateDependencies,
  request: OperateAccount,
  operation: Operation,
): Promise<Answer> {
  const known = await contexts.get(request.accountId)
  if (known === null) throw notFound('account')
  return runCommand(operateCommand({ ...request, userId: known.userId }, operation))
}

interface Operated {
  readonly account: Account
  readonly context: DecisionContext
}

export const operateCommand = (
  { accountId, userId, operator, write }: OperateAccount & { readonly userId: string },
  { kind, decide, deduplication = ONCE_AN_ASKING, asked }: Operation,
): Command<Operated> => ({
  ...{ kind, accountId, userId, origin: BY_OPERATOR, operator, write, isUrgent: true, ...deduplication },
  decide: async (account, context, db) => {
    const outcome = await decide(account, context, db)
    return outcome.kind === 'problem' ? outcome : { ...outcome, answer: { account: outcome.answer, context } }
  },
  render: ({ account, context }) => ({
    status: 200,
    text: operatedAccountCodec.json({ account, figures: computeFigures(account, context) }, write),
  }),
  asked,
})
