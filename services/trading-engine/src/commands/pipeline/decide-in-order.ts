/** Decides commands of an account in order, each on the account as the one before leaves it; stores them together. */
import type { DecisionInputs } from '../../core/model/outcome.js'
import { createTurns } from '@ats/service-kit/async'
import type { Account } from '../../core/model/account/account.js'
import { orderedBy, type DecisionContext } from '../../core/model/decision-context.js'
import type { Changes } from '../../core/model/draft.js'
import type { StoredEvent } from '../../core/model/events.js'
import type { Order } from '../../core/model/order/order.js'
import type { Outcome, Problem } from '../../core/model/outcome.js'
import type { Violation } from '../../core/model/plan/violation.js'
import { assertInvariant } from '../../core/values/invariant.js'
import type { AccountCache } from '../../store/accounts/account-cache.js'
import type { CommandRow } from '../../store/tables/commands.js'
import type { Queryable } from '../../store/read/queryable.js'
import { isLong, type WriteResult } from '../../store/write/execute-write.js'
import { accountIdOf, type Decision, type Write } from '../../store/write/write-statement.js'
import { requestProblem } from '../../wire/request-problem.js'
import type { Ended } from './idempotency.js'
import { recordInputs, type Recording } from './record-inputs.js'
import { tellDecision } from './tell-decision.js'
import type { Command, CommandDependencies, DecisionResult, OnDecided, Unwritten } from './command.js'

/** Where decisions meet the database: on their own, or within a lock that keeps everybody else out. */
export interface CommitTarget {
  write(write: Write): Promise<WriteResult>
  /** Whether the account is still as it was decided on. */
  isLatest(account: Account): Promise<boolean>
  readonly db: Queryable
}

type Tools = Pick<
  CommandDependencies,
  'contexts' | 'idempotency' | 'getContext' | 'shareTexts' | 'onCommitted' | 'onDecided'
>

/** For long decisions, and for many. Another process may move the account in between: then the write finds it moved. */
const takeTurn = createTurns()
/** The decisions of a turn of the event loop take so long, and as long as the last of them. */
const SLICE_MS = 3

/** A command so far. One that has `ended` is no part of the write: it was answered before, or failed. */
type Step = Made | { readonly kind: 'problem'; readonly problem: Problem } | EndedStep

/** Decided, and not stored yet. */
interface Made {
  readonly kind: 'made'
  readonly ended: Ended
  /** Null when there is nothing to write: the answer is as true as the state it was decided on. */
  readonly decision: Decision | null
  readonly changes: Changes | null
  /** The events of the changes, whole. */
  readonly events: readonly StoredEvent[]
  readonly violations: readonly Violation[]
}

interface EndedStep {
  readonly kind: 'ended'
  readonly ended: Ended
}

/** Null when the account, or a command, turned out to be somewhere else already. */
export async function decideInOrder<A>(
  tools: Tools,
  commands: readonly Command<A>[],
  account: Account,
  target: CommitTarget,
): Promise<readonly Ended[] | null> {
  const { steps, after } = await decideEach(tools, commands, account, target.db)
  const [first, ...others] = steps.map(decisionOf).filter((decision) => decision !== null)
  if (first !== undefined) {
    const write = { version: account.version, decisions: [first, ...others] } as const
    const result = await writeOn(target, tools.contexts, write)
    if (result === 'duplicate') return replayAll(tools, commands)
    if (result === 'version_conflict') return null
    if (after !== account) {
      tools.contexts.put(after)
      tools.onCommitted(after, steps.length === 1 ? eventsOf(steps[0]) : steps.flatMap(eventsOf))
    }
  } else if (!steps.every(({ kind }) => kind === 'ended') && !(await target.isLatest(account))) {
    // What a request names may have come from another process: only the latest state proves it missing.
    return null
  }
  return commands.map((command, place) => endOf(command, steps[place], tools.onDecided))
}

const eventsOf = (step: Step | undefined): readonly StoredEvent[] => (step?.kind === 'made' ? step.events : [])
const decisionOf = (step: Step): Decision | null => (step.kind === 'made' ? step.decision : null)

/** Between two turns of the event loop no other command of this process has the account. */
async function decideEach<A>(
  tools: Tools,
  commands: readonly Command<A>[],
  account: Account,
  db: Queryable,
): Promise<{ readonly steps: readonly Step[]; readonly after: Account }> {
  const isAlone = commands.length === 1
  const stored = isAlone ? NONE : await tools.idempotency.replays(commands, db)
  const steps: Step[] = []
  const unwritten: Unwritten = (orderId) => findUnwritten(steps, orderId)
  let after = account
  let startedAt = performance.now()
  for (const [place, command] of commands.entries()) {
    const replay = stored.get(place)
    const step: Step =
      replay === undefined
        ? await decideOne(tools, command, { account: after, db, unwritten, isAlone })
        : { kind: 'ended', ended: replay }
    steps.push(step)
    if (step.kind === 'made' && step.changes !== null) after = step.changes.account
    if (isAlone || performance.now() - startedAt < SLICE_MS) continue
    await takeTurn()
    startedAt = performance.now()
  }
  return { steps: await withReplays(tools, commands, steps, db), after }
}

const NONE: ReadonlyMap<number, Ended> = new Map()

function findUnwritten(steps: readonly Step[], orderId: string): Order | undefined {
  const made = steps.findLast((step) => step.kind === 'made' && step.changes?.orders.some(({ id }) => id === orderId))
  return made?.kind === 'made' ? made.changes?.orders.find(({ id }) => id === orderId) : undefined
}

interface Situation {
  readonly account: Account
  readonly db: Queryable
  readonly unwritten: Unwritten
  readonly isAlone: boolean
}

/** A fault in the decision of one of several is that one's. */
async function decideOne<A>(
  tools: Tools,
  command: Command<A>,
  { account, db, unwritten, isAlone }: Situation,
): Promise<Step> {
  try {
    const now = tools.getContext()
    const recording = command.asked === undefined ? null : recordInputs(now, command.origin, account, db)
    const context = recording?.context ?? orderedBy(now, command.origin)
    const outcome = await command.decide(account, context, recording?.db ?? db, unwritten)
    return outcome.kind === 'problem' ? outcome : await made(tools, command, account, outcome, { context, recording })
  } catch (error) {
    if (isAlone) throw error
    return { kind: 'ended', ended: { error } }
  }
}

interface Decided {
  readonly context: DecisionContext
  /** Null: it cannot be made again. */
  readonly recording: Recording | null
}

async function made<A>(
  { shareTexts }: Tools,
  command: Command<A>,
  account: Account,
  { changes, answer, inputs }: Extract<Outcome<A>, { readonly kind: 'decided' }>,
  { context, recording }: Decided,
): Promise<Made> {
  const { decided, status, text } = await tellDecision(command, account, { changes, answer }, takeTurn)
  const violations = command.violationsOf?.(answer) ?? NO_VIOLATIONS
  const ended = { answer: { status, text, isReplay: false } }
  const soFar = { kind: 'made', ended, changes, events: decided, violations } as const
  if (changes === null && command.clientId === null) return { ...soFar, decision: null }
  if (isLong(changes)) await takeTurn()
  // The audit row of an operator's command is made of its response as it is stored.
  const isWhole = command.operator !== undefined
  const { response, events } = isWhole ? { response: text, events: decided } : shareTexts(text, decided)
  const [id, at] = [context.newId(), changes?.account.clock ?? context.now]
  const kept = { id, at, status, response, inputs, recorded: recording?.text(command, at) }
  return { ...soFar, decision: { command: commandRow(command, changes, kept), changes, events } }
}

/** A problem counts only where there is no answer to the same client_id from before. */
async function withReplays<A>(
  { idempotency }: Tools,
  commands: readonly Command<A>[],
  steps: readonly Step[],
  db: Queryable,
): Promise<readonly Step[]> {
  if (!steps.some(({ kind }) => kind === 'problem')) return steps
  const stored = await idempotency.replays(commands, db)
  return steps.map((step, place): Step => {
    const replay = step.kind === 'problem' ? stored.get(place) : undefined
    return replay === undefined ? step : { kind: 'ended', ended: replay }
  })
}

/** Null when some of them have no answer yet. */
async function replayAll<A>({ idempotency }: Tools, commands: readonly Command<A>[]): Promise<readonly Ended[] | null> {
  const stored = await idempotency.replays(commands)
  return stored.size < commands.length ? null : [...stored.values()]
}

function endOf<A>(command: Command<A>, step: Step | undefined, onDecided: OnDecided): Ended {
  assertInvariant(step !== undefined, 'each command has a step')
  if (step.kind === 'ended') return step.ended
  if (step.kind === 'problem') {
    const { problem } = step
    if (problem.kind === 'risk_rejected') onDecided(command.kind, 'refused', problem.violations, null)
    else onDecided(command.kind, 'rejected', NO_VIOLATIONS, null)
    return { error: requestProblem(problem, command.write) }
  }
  const { changes, violations } = step
  onDecided(command.kind, resultOf(violations, changes), violations, changes)
  return step.ended
}

const NO_VIOLATIONS: readonly Violation[] = []

function resultOf(violations: readonly Violation[], changes: Changes | null): DecisionResult {
  if (violations.length > 0) return 'refused'
  return changes === null ? 'unchanged' : 'accepted'
}

/** Drops the account from memory unless the write was stored: its state may then be unknown. */
async function writeOn(target: CommitTarget, contexts: AccountCache, write: Write): Promise<WriteResult> {
  let result: WriteResult | undefined
  try {
    result = await target.write(write)
    return result
  } finally {
    if (result !== 'stored') contexts.drop(accountIdOf(write))
  }
}

type Kept = Pick<CommandRow, 'id' | 'at' | 'status' | 'response' | 'recorded'> & {
  readonly inputs: DecisionInputs | undefined
}

const commandRow = (
  { userId, clientId, accountId, kind, origin, fingerprint, operator }: Command<unknown>,
  changes: Changes | null,
  { id, at, status, response, inputs, recorded }: Kept,
): CommandRow => ({
  id,
  userId,
  clientId,
  accountId,
  kind,
  origin,
  fingerprint,
  moves: changes !== null,
  status,
  response,
  at,
  recorded,
  ...(operator === undefined ? {} : { operator }),
  ...(inputs === undefined ? {} : { inputs }),
})
