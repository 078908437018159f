/**
 * The way every command on an account goes: own the account, be the only one of its client_id, wait for the account's
 * turn, decide on its latest state, put the decision on disk, and only then answer.
 */
import { createHeapCache, createTurns, DependencyError, mapInTurns, notFound, type HeapCache } from '@ats/service-kit'
import type { Pool } from 'pg'
import type { Account } from '../../core/model/account.js'
import type { Changes } from '../../core/model/draft.js'
import type { StoredEvent } from '../../core/model/events.js'
import type { Outcome, Problem } from '../../core/model/outcome.js'
import type { OperatorAction } from '../../core/model/operator-audit.js'
import type { Violation } from '../../core/model/violation.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { AccountCache } from '../../store/accounts/account-cache.js'
import { requireOwned } from '../../store/accounts/owned-account.js'
import type { CommandRow } from '../../store/tables/commands.js'
import type { Queryable } from '../../store/read/queryable.js'
import type { ShareTexts } from '../../store/write/share-texts.js'
import type { Write } from '../../store/write/write-statement.js'
import { isLong, type WriteResult } from '../../store/write/execute-write.js'
import type { Writer } from '../../store/write/writer.js'
import { asNumber, type WriteDecimal } from '../../wire/decimals.js'
import { decidedEvent } from '../../wire/event-data.js'
import { createResourceTexts, type ResourceTexts } from '../../wire/resource-texts.js'
import type { AccountQueue } from './account-queue.js'
import type { Answer, Attempt, Idempotency } from './idempotency.js'
import { requestProblem } from '../../wire/request-problem.js'

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

export interface Command<A> extends Attempt {
  readonly kind: string
  readonly accountId: string
  /** `db` reads what the account does not hold, within the lock if there is one. */
  decide(account: Account, context: DecisionContext, db: Queryable): Outcome<A> | Promise<Outcome<A>>
  /** The response as JSON text, made once and kept. */
  render(answer: A, texts: ResourceTexts): { readonly status: number; readonly text: string }
  /** The violations in an answer, for commands whose answers have them. */
  violationsOf?(answer: A): readonly Violation[]
  readonly write: WriteDecimal
  /** Goes before what the trader has waiting: a command of the market or of an operator. */
  readonly isUrgent?: true
  /** For a command that an operator gave. */
  readonly operator?: OperatorAction
}

export type RunCommand = <A>(command: Command<A>) => Promise<Answer>

/** For how long a lost race makes the next ones likely: until then the account is locked before deciding. */
const CONTESTED_MS = 500

/** For long decisions. Another process may move the account between two steps: then the write finds it moved. */
const takeTurn = createTurns()

export function createRunCommand(options: CommandDependencies): RunCommand {
  const dependencies: Deciding = { ...options, contested: createHeapCache('contested accounts', { ttl: CONTESTED_MS }) }
  return async (command) => {
    const giveUpAt = Date.now() + dependencies.waitMs
    await requireOwned(dependencies.contexts, command.accountId, command.userId)
    const place = { giveUpAt, urgency: command.isUrgent === true ? 'urgent' : 'ordinary' } as const
    return dependencies.idempotency.once(command, () =>
      dependencies.queue.run(command.accountId, place, () => decideAndStore(dependencies, command, giveUpAt)),
    )
  }
}

/** Where a decision meets the database: on its own, or within a lock that keeps everybody else out. */
interface CommitTarget {
  write(write: Write): Promise<WriteResult>
  /** Whether the account is still as it was decided on. */
  isLatest(account: Account): Promise<boolean>
  readonly db: Queryable
}

interface Deciding extends CommandDependencies {
  /** Accounts that another process has just been faster on. */
  readonly contested: HeapCache<true>
}

async function decideAndStore<A>(dependencies: Deciding, command: Command<A>, giveUpAt: number): Promise<Answer> {
  const { contexts, writer, pool, contested } = dependencies
  const known = await requireOwned(contexts, command.accountId, command.userId)
  if (!contested.has(command.accountId)) {
    const first = await decideOn(dependencies, command, known, {
      write: (write) => writer.write(write, giveUpAt),
      isLatest: async (account) => (await contexts.getCurrent(account.id))?.version === account.version,
      db: pool,
    })
    if (first !== null) return first
    contested.set(command.accountId, true)
  }
  contexts.drop(command.accountId)
  // Another process was faster, and a busy one would be again and again: decide again while it has to wait.
  const lock = await writer.lockAccount(command.accountId)
  try {
    if (lock.account === null) throw notFound('account')
    contexts.put(lock.account)
    const target: CommitTarget = {
      write: (write) => lock.write(write),
      isLatest: () => Promise.resolve(true),
      db: lock.db,
    }
    const second = await decideOn(dependencies, command, lock.account, target)
    if (second !== null) return second
  } finally {
    await lock.end()
  }
  throw new DependencyError('account', 'the account is being moved by others; retry in a moment')
}

/** Null when the account, or the command, turned out to be somewhere else already. */
async function decideOn<A>(
  { contexts, idempotency, getContext, shareTexts, onCommitted, onDecided }: CommandDependencies,
  command: Command<A>,
  account: Account,
  target: CommitTarget,
): Promise<Answer | null> {
  const context = getContext()
  const outcome = await command.decide(account, context, target.db)
  if (outcome.kind === 'problem') {
    const stored = await idempotency.replay(command, target.db)
    if (stored !== null) return stored
    // What the request names may have come from another process: only the latest state proves it missing.
    if (!(await target.isLatest(account))) return null
    noteProblem(command.kind, outcome.problem, onDecided)
    throw requestProblem(outcome.problem, command.write)
  }
  const { changes } = outcome
  const texts = createResourceTexts()
  const decided =
    changes === null
      ? []
      : await mapInTurns(changes.events, (event) => decidedEvent(account.id, event, texts), undefined, takeTurn)
  if (isLong(changes)) await takeTurn()
  const { status, text } = command.render(outcome.answer, texts)
  if (changes === null && command.clientId === null) {
    // Nothing to write: the answer is as true as the state it was decided on.
    if (!(await target.isLatest(account))) return null
    onDecided(command.kind, 'unchanged', NO_VIOLATIONS, null)
    return { status, text, isReplay: false }
  }
  if (isLong(changes)) await takeTurn()
  // The audit row of an operator's command is made of its response as it is stored.
  const isWhole = command.operator !== undefined
  const { response, events } = isWhole ? { response: text, events: decided } : shareTexts(text, decided)
  const row = commandRow(command, changes, { status, response }, context)
  const result = await writeOn(target, contexts, { command: row, version: account.version, changes, events })
  if (result === 'duplicate') return idempotency.replay(command)
  if (result === 'version_conflict') return null
  if (changes !== null) {
    contexts.put(changes.account)
    onCommitted(changes.account, decided)
  }
  const violations = command.violationsOf?.(outcome.answer) ?? NO_VIOLATIONS
  onDecided(command.kind, resultOf(violations, changes), violations, changes)
  return { status, text, isReplay: false }
}

const NO_VIOLATIONS: readonly Violation[] = []

function resultOf(violations: readonly Violation[], changes: Changes | null): DecisionResult {
  if (violations.length > 0) return 'refused'
  return changes === null ? 'unchanged' : 'accepted'
}

function noteProblem(kind: string, problem: Problem, onDecided: OnDecided): void {
  if (problem.kind === 'risk_rejected') onDecided(kind, 'refused', problem.violations, null)
  else onDecided(kind, 'rejected', NO_VIOLATIONS, null)
}

/** Drops the account from memory unless the write was stored: its state may then be unknown. */
async function writeOn(target: CommitTarget, contexts: AccountCache, write: Write): Promise<WriteResult> {
  let result: WriteResult | undefined
  try {
    result = await target.write(write)
    return result
  } finally {
    if (result !== 'stored') contexts.drop(write.command.accountId)
  }
}

const commandRow = (
  { userId, clientId, accountId, kind, fingerprint, operator }: Command<unknown>,
  changes: Changes | null,
  { status, response }: { status: number; response: string },
  context: DecisionContext,
): CommandRow => ({
  id: context.newId(),
  userId,
  clientId,
  accountId,
  kind,
  fingerprint,
  moves: changes !== null,
  status,
  response,
  at: changes?.account.clock ?? context.now,
  ...(operator === undefined ? {} : { operator }),
})

/** A command of the service itself: nobody waits for its answer. */
export const systemCommand = (
  account: Account,
  kind: string,
  decide: (account: Account, context: DecisionContext) => Changes | null,
): Command<null> => ({
  kind,
  accountId: account.id,
  userId: account.userId,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: (current, context) => ({ kind: 'decided', changes: decide(current, context), answer: null }),
  render: () => ({ status: 200, text: 'null' }),
  write: asNumber,
  isUrgent: true,
})
