import type { AnswerOf, WalletOperations } from '@ats/sdk/types'
import type { Page } from './pages.js'

export type KeyActivity = AnswerOf<WalletOperations['listKeyActivity']>[number]

export const ACTIVITY_PAGE = 200

/**
 * The wallet pages its activity by the last `at`, inclusive: entries of that moment are left to the next page, where
 * they come again.
 */
export function activityPage(entries: readonly KeyActivity[], limit = ACTIVITY_PAGE): Page<KeyActivity> {
  const last = entries.at(-1)
  if (last === undefined || entries.length < limit) return { rows: entries, nextTo: null }
  const rows = entries.filter(({ at }) => at !== last.at)
  // A whole page of one moment: nothing before it can be asked for.
  return rows.length === 0 ? { rows: entries, nextTo: null } : { rows, nextTo: last.at }
}
