/**
 * The index price of a symbol, from all sources that report its price (contract: the median of those that are fresh).
 *
 * A source is silent when its latest price has arrived longer ago than `silentAfter`, or it never reported one. Of the
 * others, one is fresh while its market is not closed. Two prices are apart when the higher is more than the limit
 * above the lower. A fresh source diverges when it is apart from half of the fresh ones, or more: of three it is the
 * outlier alone, of two both, and one by itself is not checked. The index is the median of the fresh sources that do
 * not diverge, and null when there is none.
 *
 * Closed is not stale: a source whose market is closed is neither silent nor diverging, and where all that have a
 * price are closed the index is the median of their last ones.
 */
import type { AssetClass } from '../../../core/model/market/instrument.js'
import { decimal, divideRounded, ONE, price, rate, type Price, type Rate } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'

export interface IndexSource {
  /** Unique among the sources of a symbol, e.g. the venue. */
  readonly source: string
  /** Null: it has not reported one yet. */
  readonly latest: {
    readonly mid: Price
    /** By our clock: the clocks of others decide nothing about silence. */
    readonly arrivedAt: Micros
    /** Null, where nothing is said of hours, counts as open. */
    readonly isOpen: boolean | null
  } | null
}

export interface IndexLimits {
  readonly now: Micros
  /** In microseconds. */
  readonly silentAfter: Micros
  /** As a share of the lower price. */
  readonly apartMax: Rate
}

export type StaleReason = 'silent' | 'divergence'

export interface IndexPrice {
  readonly index: Price | null
  /** The reason not to trade on the price of this source; null: there is none. */
  readonly staleReason: StaleReason | null
}

/** How far apart prices of one symbol may be: contract §7. */
export const APART_MAX: Readonly<Record<AssetClass, Rate>> = {
  crypto: rate(decimal('0.05')),
  forex: rate(decimal('0.02')),
  commodity: rate(decimal('0.02')),
  equity: rate(decimal('0.02')),
  index: rate(decimal('0.02')),
}

type Latest = NonNullable<IndexSource['latest']>

/** The index price, and whether it is stale, of every source by its name. */
export function computeIndexPrices(
  sources: readonly IndexSource[],
  { now, silentAfter, apartMax }: IndexLimits,
): ReadonlyMap<string, IndexPrice> {
  const reported = sources.flatMap(({ latest }) => (latest === null ? [] : [latest]))
  const closed = reported.filter(({ isOpen }) => isOpen === false)
  const fresh = reported.filter(({ isOpen, arrivedAt }) => isOpen !== false && now - arrivedAt <= silentAfter)
  const diverging = new Set(fresh.filter((one) => isOutlier(one, fresh, apartMax)))
  const agreeing = fresh.filter((one) => !diverging.has(one))
  const index = medianOf(closed.length === reported.length ? closed : agreeing)

  const reasonOf = (latest: Latest | null): StaleReason | null => {
    if (latest === null) return 'silent'
    if (latest.isOpen === false) return null
    if (diverging.has(latest)) return 'divergence'
    return fresh.includes(latest) ? null : 'silent'
  }
  return new Map(sources.map(({ source, latest }) => [source, { index, staleReason: reasonOf(latest) }]))
}

function isOutlier({ mid }: Latest, fresh: readonly Latest[], apartMax: Rate): boolean {
  const apart = fresh.filter((other) => isApart(mid, other.mid, apartMax))
  return apart.length > 0 && apart.length * 2 >= fresh.length
}

function isApart(a: Price, b: Price, apartMax: Rate): boolean {
  const [low, high] = a < b ? [a, b] : [b, a]
  return (high - low) * ONE > low * apartMax
}

/** The median; of an even number the mean of the two in the middle. */
function medianOf(prices: readonly Latest[]): Price | null {
  const sorted = prices.map(({ mid }) => mid).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : price(divideRounded(low + high, 2n, 'HALF_EVEN'))
}
