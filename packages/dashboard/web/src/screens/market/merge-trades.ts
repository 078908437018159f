import type { PublicTrade } from '@ats/sdk/types'

/** The newest trades of both lists, each once, newest first. */
export function mergeTrades(
  known: readonly PublicTrade[],
  told: readonly PublicTrade[],
  count: number,
): readonly PublicTrade[] {
  const byId = new Map([...known, ...told].map((trade) => [trade.id, trade]))
  return [...byId.values()]
    .sort((a, b) => (a.timestamp === b.timestamp ? (a.id < b.id ? 1 : -1) : a.timestamp < b.timestamp ? 1 : -1))
    .slice(0, count)
}
