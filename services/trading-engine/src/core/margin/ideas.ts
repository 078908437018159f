/** Ideas: all open positions of a symbol in one direction, over venues. */
import type { MarketView } from '../model/market/market-view.js'
import { unrealizedPnl, type Position } from '../model/account/position.js'
import { usd, type Usd } from '../values/decimal.js'

type Idea = Pick<Position, 'symbol' | 'direction'>

export const ofIdea = (positions: Iterable<Position>, { symbol, direction }: Idea): readonly Position[] =>
  filtered(positions, (position) => position.symbol === symbol && position.direction === direction)

/** Each once. */
export function ideasOf(positions: Iterable<Position>): readonly Idea[] {
  const ideas = new Map<string, Idea>()
  for (const { symbol, direction } of positions) ideas.set(`${symbol} ${direction}`, { symbol, direction })
  return [...ideas.values()]
}

/** Null while one of its marks is stale, or was never seen. */
export function ideaPnl(positions: Iterable<Position>, idea: Idea, market: Pick<MarketView, 'quote'>): Usd | null {
  let pnl = 0n
  for (const position of ofIdea(positions, idea)) {
    const quote = market.quote(position)
    if (quote === undefined || quote.staleReason !== null) return null
    pnl += unrealizedPnl(position, quote.mark)
  }
  return usd(pnl)
}

/** At its last good marks, and whether one of them is stale; null where one was never seen. */
export function lastIdeaPnl(
  positions: Iterable<Position>,
  idea: Idea,
  market: Pick<MarketView, 'quote'>,
): { readonly pnl: Usd; readonly isStale: boolean } | null {
  let pnl = 0n
  let isStale = false
  for (const position of ofIdea(positions, idea)) {
    const quote = market.quote(position)
    if (quote === undefined) return null
    if (quote.staleReason !== null) isStale = true
    pnl += unrealizedPnl(position, quote.mark)
  }
  return { pnl: usd(pnl), isStale }
}

function filtered(positions: Iterable<Position>, isMeant: (position: Position) => boolean): readonly Position[] {
  const found: Position[] = []
  for (const position of positions) if (isMeant(position)) found.push(position)
  return found
}
