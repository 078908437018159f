/** What is waited for in each watched account: price levels, marks that its risk depends on, and moments in time. */
import { dueAt } from '../core/execution/advance.js'
import { levelsOf } from '../core/read/trigger-levels.js'
import type { Account } from '../core/model/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { releaseAt } from '../core/calendar/news.js'
import type { Usd } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import { riskActionFor } from '../core/risk/supervise.js'
import { createDeadlines } from './account-timers.js'
import { createLevelIndex } from './level-index.js'
import { createMarks } from './mark-monitor.js'

export interface WatchRegistry {
  /** Returns whether anything of the account is watched: it has orders or positions. */
  readonly register: (account: Account, context: DecisionContext) => boolean
  readonly forget: (accountId: string) => void
  /** Accounts that the market or the clock has reached; they are not watched any more where they were. */
  readonly reached: (context: DecisionContext) => ReadonlySet<string>
  readonly peakOf: (accountId: string) => Usd | null
  readonly takeHighs: () => ReadonlyMap<string, Usd>
}

/** What news holds back is looked at again this often: the calendar may have changed. */
const NEWS_MICROS = 5_000_000

export function createWatchRegistry(): WatchRegistry {
  const levels = createLevelIndex()
  const marks = createMarks()
  const deadlines = createDeadlines()

  return {
    register(account, context) {
      const isQuiet = account.orders.size === 0 && account.positions.size === 0
      levels.set(account.id, isQuiet ? [] : levelsOf(account, context))
      marks.set(account, context.instruments)
      // What a fill has done may have to be acted on though nothing is left that a mark could change.
      const isOver = account.positions.size === 0 && riskActionFor(account, context) !== null
      deadlines.set(account.id, isOver ? context.now : isQuiet ? null : nextLookAt(account, context))
      return !isQuiet
    },
    forget(accountId) {
      levels.set(accountId, [])
      marks.forget(accountId)
      deadlines.set(accountId, null)
    },
    reached(context) {
      const found = new Set(deadlines.take(context.now))
      for (const symbol of levels.symbols()) {
        const quote = context.market.quote(symbol)
        const instrument = context.instruments.find(symbol)
        if (quote === undefined || quote.isStale || instrument === undefined) continue
        if (!context.isMarketOpen(instrument)) continue
        for (const accountId of levels.reached(quote)) found.add(accountId)
      }
      for (const accountId of marks.reached(context)) found.add(accountId)
      return found
    },
    peakOf: marks.peakOf,
    takeHighs: marks.takeHighs,
  }
}

/** When time alone does something to the account, or lets its orders fill again. */
function nextLookAt(account: Account, context: DecisionContext): Micros {
  const released = releaseAt(account, context)
  const due = dueAt(account, context)
  return released === null ? due : Math.min(due, released, context.now + NEWS_MICROS)
}
