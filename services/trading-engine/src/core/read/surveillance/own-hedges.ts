import type { SurveillanceCase, TradePair } from './case.js'
import { LISTED_MAX } from './matched-trades.js'

export interface OwnHedgeCase extends SurveillanceCase {
  readonly pairs: readonly TradePair[]
}

/** A case for each two accounts of a user; `trades`: how many each has closed. */
export function ownHedgeCases(
  hedges: readonly (TradePair & { readonly userId: string })[],
  trades: ReadonlyMap<string, number>,
): readonly OwnHedgeCase[] {
  const byAccounts = new Map<string, (TradePair & { readonly userId: string })[]>()
  for (const hedge of hedges) {
    const key = `${hedge.first.accountId} ${hedge.second.accountId}`
    const known = byAccounts.get(key)
    if (known === undefined) byAccounts.set(key, [hedge])
    else known.push(hedge)
  }
  return [...byAccounts.values()].map((found) => {
    const accounts = found
      .slice(0, 1)
      .flatMap(({ userId, first, second }) =>
        [first, second].map(({ accountId }) => ({ accountId, userId, trades: trades.get(accountId) ?? 0 })),
      )
    const fewer = Math.min(...accounts.map((account) => account.trades))
    return {
      ...{ kind: 'OWN_HEDGE', accounts, matched: found.length, sameSide: 0, key: null },
      // One position may be held against several.
      share: Math.min(1, found.length / fewer),
      pairs: found.slice(0, LISTED_MAX).map(({ symbol, first, second }) => ({ symbol, first, second })),
    }
  })
}
