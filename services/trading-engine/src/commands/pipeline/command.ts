/** A command on an account, and all that carrying it out takes. */
import type { Pool } from 'pg'
import type { Account } from '../../core/model/account/account.js'
import type { Changes } from '../../core/model/draft.js'
import type { StoredEvent } from '../../core/model/events.js'
import type { Order } from '../../core/model/order/order.js'
import { BY_SYSTEM, type Origin } from '../../core/model/order/origin.js'
import type { Outcome } from '../../core/model/outcome.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { Violation } from '../../core/model/plan/violation.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { AccountCache } from '../../store/accounts/account-cache.js'
import type { Queryable } from '../../store/read/queryable.js'
import type { ShareTexts } from '../../store/write/share-texts.js'
import type { Writer } from '../../store/write/writer.js'
import { asNumber, type WriteDecimal } from '../../wire/decimals.js'
import type { ResourceTexts } from '../../wire/resource-texts.js'
import type { AccountQueue } from './account-queue.js'
import type { Attempt, Idempotency } from './idempotency.js'

export interface CommandDependencies {
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly queue: AccountQueue
  readonly writer: Pick<Writer, 'write' | 'lockAccount'>
  readonly idempotency: Idempotency
  readonly getContext: () => DecisionContext
  /** Makes of a decision's texts what is stored. */
  readonly shareTexts: ShareTexts
  /** How long a command may wait for its turn and for its write to begin: it must be answered before its deadline. */
  readonly waitMs: number
  /** Told of every committed change, e.g. so that new resting orders are watched. */
  readonly onCommitted: (account: Account, events: readonly StoredEvent[]) => void
  /** Told of every decision that holds, e.g. to count it. */
  readonly onDecided: OnDecided
}

/**
 * `accepted` changed something, `unchanged` had nothing to change, `refused` by a rule, `rejected` as the caller's
 * mistake.
 */
export type DecisionResult = 'accepted' | 'unchanged' | 'refused' | 'rejected'

export type OnDecided = (
  kind: string,
  result: DecisionResult,
  violations: readonly Violation[],
  changes: Changes | null,
) => void

/** An order as a decision has left it that is to be written together with this one. */
export type Unwritten = (orderId: string) => Order | undefined

export interface Command<A> extends Attempt {
  readonly kind: string
  readonly accountId: string
  readonly origin: Origin
  /** `db` reads what the account does not hold, within the lock if there is one; `unwritten` what it has not yet. */
  decide(
    account: Account,
    context: DecisionContext,
    db: Queryable,
    unwritten: Unwritten,
  ): Outcome<A> | Promise<Outcome<A>>
  /** The response as JSON text, made once and kept. */
  render(answer: A, texts: ResourceTexts): { readonly status: number; readonly text: string }
  /** The violations in an answer, for commands whose answers have them. */
  violationsOf?(answer: A): readonly Violation[]
  readonly write: WriteDecimal
  /** The request, to be kept for replays (`replay/stored-command`); absent: it cannot be decided again. */
  readonly asked?: unknown
  /** Goes before what the trader has waiting: a command of the market or of an operator, or a kill switch. */
  readonly isUrgent?: true
  /** One of many that nobody waits for: its write keeps out of the way of others (`write-queue`). */
  readonly isPatient?: true
  /** Its `decide` writes rows or takes locks by `db`: it runs within the lock alone, and is committed with them. */
  readonly writesBeside?: true
  /** For a command that an operator gave. */
  readonly operator?: OperatorAction
}

/** A command of the service itself: nobody waits for its answer. */
export const systemCommand = (
  account: Account,
  kind: string,
  decide: (account: Account, context: DecisionContext, db: Queryable) => Changes | null | Promise<Changes | null>,
  asked?: unknown,
): Command<null> => ({
  kind,
  accountId: account.id,
  userId: account.userId,
  origin: BY_SYSTEM,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: async (current, context, db) => ({
    kind: 'decided',
    changes: await decide(current, context, db),
    answer: null,
  }),
  render: () => ({ status: 200, text: 'null' }),
  write: asNumber,
  isUrgent: true,
  ...(asked === undefined ? {} : { asked }),
})
