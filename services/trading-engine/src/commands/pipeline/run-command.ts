/**
 * The way every command on an account goes: own the account, be the only one of its client_id, wait for the account's
 * turn, decide on its latest state, put the decision on disk, and only then answer. Several commands go it together:
 * one turn, each decided on the account as the one before leaves it, and all of them in one write.
 */
import { notFound } from '@ats/service-kit/http'
import { createHeapCache, DependencyError, type HeapCache } from '@ats/service-kit/process'
import { assertInvariant } from '../../core/values/invariant.js'
import { requireOwned } from '../../store/accounts/owned-account.js'
import { blamesRow } from '../../store/write/execute-write.js'
import type { Command, CommandDependencies } from './command.js'
import { decideInOrder, type CommitTarget } from './decide-in-order.js'
import { answerOf, requireCallerOf, type Answer, type Ended } from './idempotency.js'

export type RunCommand = <A>(command: Command<A>) => Promise<Answer>

/**
 * Runs commands of one caller on one account, each with a client_id of its own; an end for each, in order. Rejects when
 * nothing is known of any of them: the account is not the caller's, or something that is needed has failed.
 */
export type RunCommands = <A>(commands: readonly [Command<A>, ...Command<A>[]]) => Promise<readonly Ended[]>

/** For how long a lost race makes the next ones likely: until then the account is locked before deciding. */
const CONTESTED_MS = 500
/** The lock keeps the account, not the client_ids: while it waits some may be used for another account. */
const LOCKED_TURNS_MAX = 3

export const createRunCommand = (options: CommandDependencies): RunCommand => oneOf(createRunCommands(options))

export const oneOf =
  (runCommands: RunCommands): RunCommand =>
  async (command) => {
    const [ended] = await runCommands([command])
    assertInvariant(ended !== undefined, 'each command has an end')
    return answerOf(ended)
  }

export function createRunCommands(options: CommandDependencies): RunCommands {
  const dependencies: Deciding = { ...options, contested: createHeapCache('contested accounts', { ttl: CONTESTED_MS }) }
  const { contexts, idempotency, queue, waitMs } = dependencies
  return async (commands) => {
    const [{ accountId, userId, isUrgent }] = commands
    await requireOwned(contexts, accountId, userId)
    return idempotency.onceEach(commands, (places) => {
      const [first, ...others] = places.map((place) => commands[place] ?? commands[0])
      assertInvariant(first !== undefined, 'there is something to run')
      const free = [first, ...others] as const
      const giveUpAt = Date.now() + waitMs
      const place = { giveUpAt, urgency: isUrgent === true ? 'urgent' : 'ordinary', size: free.length } as const
      return queue.run(accountId, place, () => {
        requireCallerOf(free)
        return storeAll(dependencies, free, giveUpAt)
      })
    })
  }
}

interface Deciding extends CommandDependencies {
  /** Accounts that another process has just been faster on. */
  readonly contested: HeapCache<true>
}

/** Commands that Postgres refuses for the rows of one of them are tried again one by one: only that one fails. */
async function storeAll<A>(
  dependencies: Deciding,
  commands: readonly [Command<A>, ...Command<A>[]],
  giveUpAt: number,
): Promise<readonly Ended[]> {
  try {
    return await decideAndStore(dependencies, commands, giveUpAt)
  } catch (error) {
    if (commands.length === 1 || !(error instanceof DependencyError && blamesRow(error.cause))) throw error
  }
  const ends: Ended[] = []
  for (const command of commands) {
    const [ended] = await decideAndStore(dependencies, [command], giveUpAt).catch((error: unknown) => [{ error }])
    if (ended !== undefined) ends.push(ended)
  }
  return ends
}

async function decideAndStore<A>(
  dependencies: Deciding,
  commands: readonly [Command<A>, ...Command<A>[]],
  giveUpAt: number,
): Promise<readonly Ended[]> {
  const { contexts, writer, pool, contested } = dependencies
  const [{ accountId, userId }] = commands
  const known = await requireOwned(contexts, accountId, userId)
  const patience = commands.every(({ isPatient }) => isPatient) ? 'patient' : 'ordinary'
  if (!contested.has(accountId) && !commands.some(({ writesBeside }) => writesBeside)) {
    const first = await decideInOrder(dependencies, commands, known, {
      write: (write) => writer.write(write, giveUpAt, patience),
      isLatest: async (account) => (await contexts.getCurrent(account.id))?.version === account.version,
      db: pool,
    })
    if (first !== null) return first
    contested.set(accountId, true)
  }
  for (let turn = 1; turn <= LOCKED_TURNS_MAX; turn += 1) {
    const locked = await decideLocked(dependencies, commands)
    if (locked !== null) return locked
  }
  throw new DependencyError('account', 'the account is being moved by others; retry in a moment')
}

/** Another process was faster, and a busy one would be again and again: decides again while it has to wait. */
async function decideLocked<A>(
  dependencies: Deciding,
  commands: readonly [Command<A>, ...Command<A>[]],
): Promise<readonly Ended[] | null> {
  const { contexts, writer } = dependencies
  const [{ accountId }] = commands
  contexts.drop(accountId)
  const lock = await writer.lockAccount(accountId)
  try {
    if (lock.account === null) throw notFound('account')
    contexts.put(lock.account)
    const target: CommitTarget = {
      write: (write) => lock.write(write),
      isLatest: () => Promise.resolve(true),
      db: lock.db,
    }
    return await decideInOrder(dependencies, commands, lock.account, target)
  } finally {
    await lock.end()
  }
}
