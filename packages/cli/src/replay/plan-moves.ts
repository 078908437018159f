import type { RecordedPrice } from './read-recording.js'

/** A move of the sandbox market, sent `afterMs` from the start. */
export interface Move {
  readonly afterMs: number
  readonly symbol: string
  readonly price: string
  /** 0: a gap at the next tick. */
  readonly overMs: number
}

/** The moves that the service takes of one user. */
export const MOVES_PER_MINUTE = 120
export const MOVES_PER_DAY = 2_000

export interface ReplayTerms {
  /** Recorded seconds in a second. */
  readonly speed: number
  /** Jump to each price when its time has come; else walk there from the one before. */
  readonly isJumping: boolean
  /** Milliseconds between two moves of a symbol; shorter ones than the service takes are made longer. */
  readonly everyMs: number
}

/**
 * The moves that follow a recording: a jump to the first price of each symbol, then to the latest price of each span of
 * `everyMs`, so that no more are sent than the service takes.
 */
export function planMoves(
  prices: readonly RecordedPrice[],
  { speed, isJumping, everyMs }: ReplayTerms,
): readonly Move[] {
  const symbols = [...new Set(prices.map(({ symbol }) => symbol))]
  const startedAt = prices[0]?.at ?? 0
  const spanMs = Math.max(everyMs, (symbols.length * 60_000) / MOVES_PER_MINUTE)
  return symbols
    .flatMap((symbol) => {
      const own = prices.filter((price) => price.symbol === symbol)
      return movesOf(
        thin(
          own.map(({ at, price }) => ({ at: (at - startedAt) / speed, price })),
          spanMs,
        ),
        symbol,
        isJumping,
      )
    })
    .sort((one, other) => one.afterMs - other.afterMs)
}

const DAY_MS = 86_400_000

interface Point {
  /** Milliseconds from the start. */
  readonly at: number
  readonly price: string
}

/** The first point, and of each span after it the last. */
function thin(points: readonly Point[], spanMs: number): readonly Point[] {
  const kept: Point[] = []
  let span = -1
  for (const point of points) {
    const its = Math.ceil((point.at - (points[0]?.at ?? 0)) / spanMs)
    if (its === span) kept[kept.length - 1] = point
    else kept.push(point)
    span = its
  }
  return kept
}

function movesOf(points: readonly Point[], symbol: string, isJumping: boolean): readonly Move[] {
  return points.map(({ at, price }, index) => {
    const before = points[index - 1]
    if (before === undefined || isJumping) return { afterMs: at, symbol, price, overMs: 0 }
    return { afterMs: before.at, symbol, price, overMs: Math.min(DAY_MS, Math.round(at - before.at)) }
  })
}
