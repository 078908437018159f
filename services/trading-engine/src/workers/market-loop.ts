/**
 * Lets the market act while nobody calls: on every tick, accounts that a price has reached, or whose orders or trading
 * day have run out of time, are settled by a command like any other. What to wait for is taken from each account once
 * for every change of it; a tick that reaches nothing does not look at accounts at all.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { Account } from '../core/model/account/account.js'
import type { Highs } from '../core/model/account/peak.js'
import { isDue } from '../core/execution/advance.js'
import { tradableMarket } from '../core/model/market/tradable-market.js'
import type { Micros } from '../core/values/time.js'
import type { Reached } from '../core/decide/market/market-event.js'
import { isAnyReached } from '../core/decide/market/reached.js'
import { riskActionFor } from '../core/risk/supervise.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { RunCommand } from '../commands/pipeline/run-command.js'
import { marketCommand } from '../commands/system-commands.js'
import type { WatchList } from './watch-list.js'

export interface MarketLoop {
  start(): void
  /** Resolves once the tick and the commands under way have ended. */
  stop(): Promise<void>
}

export interface MarketLoopOptions {
  readonly watchList: WatchList
  readonly contexts: { get(accountId: string): Promise<Account | null> }
  readonly runCommand: RunCommand
  readonly getContext: () => DecisionContext
  readonly logger: Logger
  /** A change of an account is watched for after this long at most. */
  readonly tickMs: number
  /** Told after each look at the market of the moment at which it began. */
  readonly onLooked: (from: Micros) => void
}

/** Whether a tick does anything about an account. */
export const isAnythingDue = (
  account: Account,
  context: DecisionContext,
  seen: Highs | null,
  reached?: Reached,
): boolean =>
  isDue(account, context) ||
  isAnyReached(account, context, reached, seen) ||
  riskActionFor(account, context, seen) !== null

/** Tells whether an order was reached in a market that cannot be traded now: it is executed when that can. */
const mustWait = ({ orders }: Account, context: DecisionContext, reached: Reached): boolean =>
  [...reached.orders.keys()].some((id) => {
    const order = orders.get(id)
    return order !== undefined && tradableMarket(order, context) === null
  })

/** Accounts, orders and positions looked at before requests get their turn again. */
const LOOKED_AT_A_TURN = 1_000
/** Accounts settled side by side: one that has to wait, e.g. for a lock, must not hold up all others. */
const SETTLING_MAX = 4

export function createMarketLoop(options: MarketLoopOptions): MarketLoop {
  const { watchList, contexts, runCommand, getContext, logger, tickMs, onLooked } = options
  const settling = new Map<string, Promise<void>>()

  const report = (accountId: string, error: unknown): void =>
    logger.warn({ err: error, account_id: accountId }, 'an account could not be settled; the next tick tries again')

  const settle = async (account: Account, reached: Reached): Promise<void> => {
    try {
      const isLate = watchList.isLate(account.id)
      const seen = watchList.seenOf(account.id)
      await runCommand(marketCommand(account, { isLate, seen, reached }))
      watchList.clearLate(account.id)
      watchList.clearReached(account.id, reached)
    } catch (error) {
      report(account.id, error)
    } finally {
      settling.delete(account.id)
      watchList.rearm(account.id)
    }
  }

  const read = async (accountId: string): Promise<Account | null> => {
    try {
      return await contexts.get(accountId)
    } catch (error) {
      report(accountId, error)
      watchList.rearm(accountId)
      return null
    }
  }

  const look = async (account: Account): Promise<void> => {
    const accountId = account.id
    try {
      const context = getContext()
      if (settling.has(accountId)) return watchList.rearm(accountId)
      const reached = watchList.reachedOf(accountId)
      if (!isAnythingDue(account, context, watchList.seenOf(accountId), reached)) {
        if (!mustWait(account, context, reached)) watchList.clearReached(accountId, reached)
        return watchList.rearm(accountId)
      }
      while (settling.size >= SETTLING_MAX) await Promise.race(settling.values())
      settling.set(accountId, settle(account, reached))
    } catch (error) {
      report(accountId, error)
      watchList.rearm(accountId)
    }
  }

  const tick = async (): Promise<void> => {
    await watchList.refresh()
    const from = getContext().now
    const reached = await watchList.reached()
    onLooked(from)
    let lookedAt = 0
    for (const accountId of reached) {
      const account = await read(accountId)
      if (account === null) continue
      await look(account)
      lookedAt += 1 + account.orders.size + account.positions.size
      if (lookedAt < LOOKED_AT_A_TURN) continue
      lookedAt = 0
      await yieldToEvents()
    }
  }
  const ticking = periodic(tick, { everyMs: tickMs, isSteady: true })

  return {
    start: ticking.start,
    async stop() {
      await ticking.stop()
      await Promise.all(settling.values())
      await watchList.stop()
    },
  }
}
