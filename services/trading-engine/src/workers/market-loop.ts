/**
 * Lets the market act while nobody calls: on every tick, accounts that a price has reached, or whose orders or trading
 * day have run out of time, are settled by a command like any other. What to wait for is taken from each account once
 * for every change of it; a tick that reaches nothing does not look at accounts at all.
 */
import type { Logger } from '@ats/service-kit'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import type { Account } from '../core/account.js'
import { dueAt, isDue } from '../core/advance.js'
import { levelsOf } from '../core/levels.js'
import type { Micros } from '../core/market-view.js'
import { isAnyReached, settleMarket } from '../core/settle-market.js'
import type { World } from '../core/world.js'
import { systemCommand, type RunCommand } from '../commands/run-command.js'
import type { AccountContexts } from '../store/account-contexts.js'
import { createHeap } from './heap.js'
import { createLevelIndex } from './level-index.js'

export interface MarketLoop {
  /** Takes note of a committed account, from the next tick on. */
  watch(account: Account): void
  /** The account was moved elsewhere: it is read, and watched as it then is. */
  reread(accountId: string): void
  /** Begins with the accounts that have working orders or open positions in the database. */
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
  /** Accounts with working orders or open positions, from the database. */
  readonly listWatched: () => Promise<readonly string[]>
}

/** Accounts looked at before requests get their turn again. */
const SLICE = 100
/** Accounts settled side by side: one that has to wait, e.g. for a lock, must not hold up all others. */
const SETTLING_MAX = 4

export function createMarketLoop(options: MarketLoopOptions): MarketLoop {
  const { contexts, runCommand, world: lookAround, logger, tickMs } = options
  const levels = createLevelIndex()
  const deadlines = createDeadlines()
  /** Changed since the last tick; null: not known how. */
  const changed = new Map<string, Account | null>()
  const settling = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isRunning = false

  const report = (accountId: string, error: unknown): void =>
    logger.warn({ err: error, account_id: accountId }, 'an account could not be settled; the next tick tries again')

  const register = (account: Account): void => {
    const { instruments } = lookAround()
    const isQuiet = account.orders.size === 0 && account.positions.size === 0
    levels.set(account.id, isQuiet ? [] : levelsOf(account, instruments))
    deadlines.set(account.id, isQuiet ? null : dueAt(account, instruments))
  }

  const registerChanged = async (): Promise<void> => {
    const before = [...changed]
    changed.clear()
    for (let start = 0; start < before.length; start += SLICE) {
      await Promise.all(
        before.slice(start, start + SLICE).map(async ([accountId, account]) => {
          try {
            const current = account ?? (await contexts.get(accountId))
            if (current !== null) register(current)
          } catch (error) {
            report(accountId, error)
            reread(accountId)
          }
        }),
      )
      await yieldToEvents()
    }
  }

  const findReached = (): Set<string> => {
    const world = lookAround()
    const found = new Set(deadlines.take(world.now))
    for (const symbol of levels.symbols()) {
      const quote = world.market.quote(symbol)
      const instrument = world.instruments.find(symbol)
      if (quote === undefined || quote.isStale || instrument === undefined || !world.isMarketOpen(instrument)) continue
      for (const accountId of levels.reached(quote)) found.add(accountId)
    }
    return found
  }

  /** Later changes are known already; what is not is read again. */
  const reread = (accountId: string): void => {
    if (!changed.has(accountId)) changed.set(accountId, null)
  }

  const settle = async (account: Account): Promise<void> => {
    try {
      await runCommand(systemCommand(account, 'market', settleMarket))
    } catch (error) {
      report(account.id, error)
    } finally {
      settling.delete(account.id)
      reread(account.id)
    }
  }

  const look = async (accountId: string): Promise<void> => {
    try {
      const account = await contexts.get(accountId)
      if (account === null) return
      const world = lookAround()
      if (settling.has(accountId) || !(isDue(account, world) || isAnyReached(account, world))) return reread(accountId)
      while (settling.size >= SETTLING_MAX) await Promise.race(settling.values())
      settling.set(accountId, settle(account))
    } catch (error) {
      report(accountId, error)
      reread(accountId)
    }
  }

  const tick = async (): Promise<void> => {
    await registerChanged()
    let seen = 0
    for (const accountId of findReached()) {
      await look(accountId)
      if (++seen % SLICE === 0) await yieldToEvents()
    }
  }

  return {
    watch: (account) => void changed.set(account.id, account),
    reread,
    async start() {
      for (const accountId of await options.listWatched()) reread(accountId)
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

/** Accounts by the moment at which time alone changes them. */
function createDeadlines() {
  const current = new Map<string, Micros>()
  const heap = createHeap<{ readonly at: Micros; readonly accountId: string }>((a, b) => a.at < b.at)
  const isCurrent = ({ at, accountId }: { at: Micros; accountId: string }): boolean => current.get(accountId) === at
  return {
    set(accountId: string, at: Micros | null): void {
      if (at === null) current.delete(accountId)
      else if (current.get(accountId) !== at) {
        current.set(accountId, at)
        heap.push({ at, accountId })
        if (heap.size > 2 * current.size + 64) heap.keep(isCurrent)
      }
    },
    /** Those that are due; each is forgotten until it is set again. */
    take(now: Micros): readonly string[] {
      const due: string[] = []
      for (let top = heap.top(); top !== undefined && top.at <= now; top = heap.top()) {
        heap.pop()
        if (!isCurrent(top)) continue
        current.delete(top.accountId)
        due.push(top.accountId)
      }
      return due
    },
  }
}
