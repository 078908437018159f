/**
 * Lets the market act while nobody calls: on every tick, accounts whose resting orders the book has reached, or whose
 * orders have run out of time, are settled by a command like any other.
 */
import type { Logger } from '@ats/service-kit'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import type { Account } from '../core/account.js'
import { isDue } from '../core/advance.js'
import { decideFillResting, isAnyReached } from '../core/decide-fill-resting.js'
import type { World } from '../core/world.js'
import { systemCommand, type RunCommand } from '../commands/run-command.js'
import type { AccountContexts } from '../store/account-contexts.js'

export interface MarketLoop {
  /** Takes note of a committed account: watched while it has working orders. */
  watch(account: Account): void
  /** Begins with the accounts that have working orders in the database. */
  start(): Promise<void>
  /** Resolves once the tick and the commands under way have ended. */
  stop(): Promise<void>
}

export interface MarketLoopOptions {
  readonly contexts: AccountContexts
  readonly runCommand: RunCommand
  readonly world: () => World
  readonly logger: Logger
  readonly tickMs: number
  /** Accounts with working orders, from the database. */
  readonly listWatched: () => Promise<readonly string[]>
}

/** Accounts looked at before requests get their turn again. */
const SLICE = 200
/** Accounts settled side by side: one that has to wait, e.g. for a lock, must not hold up all others. */
const SETTLING_MAX = 4

export function createMarketLoop(options: MarketLoopOptions): MarketLoop {
  const { contexts, runCommand, world: lookAround, logger, tickMs } = options
  const watched = new Set<string>()
  const settling = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isRunning = false

  const findSettleable = async (accountId: string): Promise<Account | null> => {
    const account = await contexts.get(accountId)
    if (account === null) return null
    const world = lookAround()
    return isDue(account, world) || isAnyReached(account, world) ? account : null
  }

  const report = (accountId: string, error: unknown): void =>
    logger.warn({ err: error, account_id: accountId }, 'resting orders could not be settled; the next tick tries again')

  const settle = async (account: Account): Promise<void> => {
    try {
      await runCommand(systemCommand(account, 'market', decideFillResting))
    } catch (error) {
      report(account.id, error)
    } finally {
      settling.delete(account.id)
    }
  }

  const look = async (accountId: string): Promise<void> => {
    try {
      const account = await findSettleable(accountId)
      if (account === null) return
      while (settling.size >= SETTLING_MAX) await Promise.race(settling.values())
      settling.set(accountId, settle(account))
    } catch (error) {
      report(accountId, error)
    }
  }

  const tick = async (): Promise<void> => {
    let seen = 0
    for (const accountId of [...watched]) {
      if (!settling.has(accountId)) await look(accountId)
      if (++seen % SLICE === 0) await yieldToEvents()
    }
  }

  return {
    watch(account) {
      if (account.orders.size > 0) watched.add(account.id)
      else watched.delete(account.id)
    },
    async start() {
      for (const accountId of await options.listWatched()) watched.add(accountId)
      timer = setInterval(() => {
        if (isRunning) return
        isRunning = true
        running = tick().finally(() => {
          isRunning = false
        })
      }, tickMs)
    },
    async stop() {
      clearInterval(timer)
      await running
      await Promise.all(settling.values())
    },
  }
}
