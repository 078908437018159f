/**
 * The way every command on an account goes: own the account, be the only one of its client_id, wait for the account's
 * turn, decide on its latest state, put the decision on disk, and only then answer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DependencyError, notFound } from '@ats/service-kit'
import type { Account } from '../core/account.js'
import type { Changes } from '../core/draft.js'
import type { Outcome } from '../core/outcome.js'
import type { World } from '../core/world.js'
import type { AccountContexts } from '../store/account-contexts.js'
import type { CommandRow } from '../store/command-row.js'
import type { Writer } from '../store/writer.js'
import { asNumber, type WriteDecimal } from '../wire/decimals.js'
import type { AccountQueue } from './account-queue.js'
import type { Answer, Attempt, Idempotency } from './idempotency.js'
import { requestProblem } from './request-problem.js'

/** How long a decision is made anew because another process moved the account first: a busy one wins many times in a row. */
const RETRY_MS = 2_000
const PAUSE_MS_MAX = 10

export interface CommandDependencies {
  readonly contexts: AccountContexts
  readonly queue: AccountQueue
  readonly writer: Writer
  readonly idempotency: Idempotency
  readonly world: () => World
  /** Told of every committed change, e.g. so that new resting orders are watched. */
  readonly onCommitted: (account: Account) => void
}

export interface Command<A> extends Attempt {
  readonly kind: string
  readonly accountId: string
  decide(account: Account, world: World): Outcome<A> | Promise<Outcome<A>>
  /** The answer as JSON, made once and kept. */
  render(answer: A): { readonly status: number; readonly body: unknown }
  readonly write: WriteDecimal
}

export type RunCommand = <A>(command: Command<A>) => Promise<Answer>

export function createRunCommand(dependencies: CommandDependencies): RunCommand {
  return async (command) => {
    await requireOwned(dependencies.contexts, command.accountId, command.userId)
    return dependencies.idempotency.once(command, () =>
      dependencies.queue.run(command.accountId, () => decideAndStore(dependencies, command)),
    )
  }
}

/** The account if it is the user's; another's is answered exactly like one that does not exist. */
export async function requireOwned(contexts: AccountContexts, accountId: string, userId: string): Promise<Account> {
  const account = await contexts.get(accountId)
  if (account === null || account.userId !== userId) throw notFound()
  return account
}

async function decideAndStore<A>(dependencies: CommandDependencies, command: Command<A>): Promise<Answer> {
  const { contexts, idempotency, world: lookAround } = dependencies
  const deadline = Date.now() + RETRY_MS
  for (let attempt = 1; Date.now() < deadline; attempt++) {
    if (attempt > 2) await sleep(Math.random() * PAUSE_MS_MAX)
    const account = await (attempt === 1
      ? requireOwned(contexts, command.accountId, command.userId)
      : requireReloaded(contexts, command.accountId))
    const world = lookAround()
    const outcome = await command.decide(account, world)
    if (outcome.kind === 'problem') {
      const stored = await idempotency.replay(command)
      if (stored !== null) return stored
      // What the request names may have come from another process meanwhile: only the latest state proves it missing.
      if (!(await isLatest(contexts, account))) continue
      throw requestProblem(outcome.problem, command.write)
    }
    const { status, body } = command.render(outcome.answer)
    const text = JSON.stringify(body)
    const stored = await store(dependencies, command, account, outcome.changes, { status, text }, world)
    if (stored === 'seen') {
      const first = await idempotency.replay(command)
      if (first !== null) return first
    } else if (stored === 'stored') {
      return { status, text, isReplay: false }
    }
    contexts.drop(command.accountId)
  }
  throw new DependencyError('account', 'the account is being moved by others; retry in a moment')
}

async function requireReloaded(contexts: AccountContexts, accountId: string): Promise<Account> {
  const account = await contexts.getCurrent(accountId)
  if (account === null) throw notFound()
  return account
}

const isLatest = async (contexts: AccountContexts, account: Account): Promise<boolean> =>
  (await requireReloaded(contexts, account.id)).version === account.version

async function store<A>(
  { contexts, writer, onCommitted }: CommandDependencies,
  command: Command<A>,
  account: Account,
  changes: Changes | null,
  { status, text }: { status: number; text: string },
  world: World,
): Promise<'stored' | 'stale' | 'seen'> {
  if (changes === null && command.clientId === null) {
    // Nothing to write: the answer is as true as the state it was decided on.
    return (await isLatest(contexts, account)) ? 'stored' : 'stale'
  }
  const row: CommandRow = {
    id: world.newId(),
    userId: command.userId,
    clientId: command.clientId,
    accountId: command.accountId,
    kind: command.kind,
    fingerprint: command.fingerprint,
    moves: changes !== null,
    status,
    response: text,
    at: changes?.account.clock ?? world.now,
  }
  const result = await writer.write({ command: row, version: account.version, changes })
  if (result === 'stored' && changes !== null) {
    contexts.put(changes.account)
    onCommitted(changes.account)
  }
  return result
}

/** A command of the service itself: nobody waits for its answer. */
export const systemCommand = (
  account: Account,
  kind: string,
  decide: (account: Account, world: World) => Changes | null,
): Command<null> => ({
  kind,
  accountId: account.id,
  userId: account.userId,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: (current, world) => ({ kind: 'decided', changes: decide(current, world), answer: null }),
  render: () => ({ status: 200, body: null }),
  write: asNumber,
})
