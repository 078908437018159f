/**
 * Reads GMX's `GET /markets/info`: `{markets: [{name, marketToken, indexToken, isListed, isDisabled?, openInterestLong,
 * fundingRateLong, borrowingRateLong, netRateLong, … Short}]}`, integers in texts. Open interest is in US dollars ×
 * 10^30; rates are × 10^30 and a year (as two independent clients read it, 2026; not seen live).
 *
 * The sign of funding follows from the response itself: net = funding + borrowing where all three are costs, net =
 * funding − borrowing where funding is what a side receives. Here every rate is what a side pays a year.
 *
 * A token has a market for each pool of collateral. Open interest is their sum; the rates are those of the largest.
 */
import { divideRounded, rate, usd, type Rate, type Usd } from '../../../../core/values/decimal.js'
import { describe, isFields, type EntryProblem, type Fields, type Unreadable } from '../venue-tick.js'
import type { GmxListing } from './gmx-prices.js'

/** One side of a symbol. */
export interface SideState {
  readonly openInterest: Usd
  /** The payment to the other side a year, as a share of the notional; negative: it receives. */
  readonly fundingRate: Rate
  /** The payment to the pool a year, as a share of the notional; never negative. */
  readonly borrowingRate: Rate
}

export interface VenueMarketState {
  readonly symbol: string
  readonly long: SideState
  readonly short: SideState
  /** None of its markets is listed and enabled. */
  readonly isPaused: boolean
}

export interface ReadMarkets {
  readonly states: readonly VenueMarketState[]
  readonly unreadable: readonly Unreadable[]
  /** Listed symbols without a market. */
  readonly missing: readonly string[]
  /** Names of markets that trade tokens we do not list, each once. */
  readonly unlisted: readonly string[]
}

interface RawSide {
  readonly openInterest: bigint
  readonly funding: bigint
  readonly borrowing: bigint
  readonly net: bigint
}

interface Pool {
  readonly isEnabled: boolean
  readonly long: RawSide
  readonly short: RawSide
}

const NO_TOKEN = '0x0000000000000000000000000000000000000000'

export function readGmxMarkets(body: unknown, listings: readonly GmxListing[]): ReadMarkets {
  const markets: unknown = isFields(body) ? body['markets'] : undefined
  const byToken = new Map<string, readonly Fields[]>()
  for (const market of Array.isArray(markets) ? (markets as readonly unknown[]) : []) {
    const token = isFields(market) && typeof market['indexToken'] === 'string' ? market['indexToken'].toLowerCase() : ''
    // A pool for swaps alone has no token that is traded.
    if (isFields(market) && token !== '' && token !== NO_TOKEN)
      byToken.set(token, [...(byToken.get(token) ?? []), market])
  }
  if (byToken.size === 0) return unusable('fields', 'there are no markets')
  const read = listings.map(({ instrument: { symbol }, token }) => ({
    symbol,
    pools: (byToken.get(token.address.toLowerCase()) ?? []).map(readPool),
  }))
  const pools = read.flatMap((one) => one.pools).filter((pool): pool is Pool => !('fault' in pool))
  const sign = fundingSign(pools)
  if (pools.length > 0 && sign === null) return unusable('scale', 'the sign of the rates cannot be told')
  const listed = new Set(listings.map(({ token }) => token.address.toLowerCase()))
  const states = read.map(({ symbol, pools: own }) => ({ symbol, state: summarise(symbol, own, sign ?? 1n) }))
  return {
    states: states.flatMap(({ state }) => (state === null || 'fault' in state ? [] : [state])),
    unreadable: states.flatMap(({ symbol, state }) =>
      state !== null && 'fault' in state ? [{ ...state, symbol }] : [],
    ),
    missing: states.flatMap(({ symbol, state }) => (state === null ? [symbol] : [])),
    unlisted: [...byToken].flatMap(([token, [first]]) => (listed.has(token) ? [] : [nameOf(first)])).sort(),
  }
}

const unusable = (fault: Unreadable['fault'], detail: string): ReadMarkets => ({
  states: [],
  unreadable: [{ symbol: null, fault, detail }],
  missing: [],
  unlisted: [],
})

/** `ETH/USD [WETH-USDC]` is ETH/USD. */
const nameOf = (market: Fields | undefined): string =>
  typeof market?.['name'] === 'string' ? (market['name'].split(' [')[0] ?? '').slice(0, 40) : '?'

function readPool(market: Fields): Pool | EntryProblem {
  const { isListed, isDisabled = false } = market
  if (typeof isListed !== 'boolean' || typeof isDisabled !== 'boolean')
    return { fault: 'fields', detail: 'isListed or isDisabled is not true or false' }
  const long = readSide(market, 'Long')
  if ('fault' in long) return long
  const short = readSide(market, 'Short')
  return 'fault' in short ? short : { isEnabled: isListed && !isDisabled, long, short }
}

function readSide(market: Fields, side: 'Long' | 'Short'): RawSide | EntryProblem {
  const values: Record<string, bigint> = {}
  for (const name of ['openInterest', 'fundingRate', 'borrowingRate', 'netRate']) {
    const value = market[`${name}${side}`]
    if (typeof value !== 'string' || !/^-?\d{1,60}$/.test(value))
      return { fault: 'fields', detail: `${name}${side} is ${describe(value)}` }
    values[name] = BigInt(value)
  }
  const { openInterest = 0n, fundingRate = 0n, borrowingRate = 0n, netRate = 0n } = values
  const isOfScale = openInterest >= 0n && openInterest < OPEN_INTEREST_MAX && magnitude(fundingRate) < RATE_MAX
  if (!isOfScale || magnitude(borrowingRate) >= RATE_MAX)
    return { fault: 'scale', detail: `open interest or rates of the ${side.toLowerCase()} side are beyond belief` }
  return { openInterest, funding: fundingRate, borrowing: borrowingRate, net: netRate }
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

const RAW_ONE = 10n ** 30n
/** A trillion dollars; a thousand per cent a year. Both are above all that the venue allows. */
const OPEN_INTEREST_MAX = 10n ** 12n * RAW_ONE
const RATE_MAX = 10n * RAW_ONE

/** Times 1 when funding is a cost, −1 when it is what a side receives; null: no market shows it, or they disagree. */
function fundingSign(pools: readonly Pool[]): 1n | -1n | null {
  const signs = new Set(pools.flatMap(({ long, short }) => [signOf(long), signOf(short)]))
  if (signs.has(1n) === signs.has(-1n)) return null
  return signs.has(1n) ? 1n : -1n
}

function signOf({ funding, borrowing, net }: RawSide): 1n | -1n | 'none' | 'any' {
  if (magnitude(borrowing) < BORROWING_MIN) return 'any'
  const isNear = (expected: bigint): boolean => magnitude(net - expected) * 1_000_000n <= magnitude(borrowing)
  if (isNear(funding + borrowing)) return borrowing > 0n ? 1n : -1n
  return isNear(funding - borrowing) && borrowing > 0n ? -1n : 'none'
}

/** Below a millionth of a per cent a year nothing follows from it. */
const BORROWING_MIN = 10n ** 22n

function summarise(
  symbol: string,
  read: readonly (Pool | EntryProblem)[],
  sign: 1n | -1n,
): VenueMarketState | EntryProblem | null {
  const problem = read.find((pool): pool is EntryProblem => 'fault' in pool)
  if (problem !== undefined) return problem
  const pools = read as readonly Pool[]
  if (pools.some(({ long, short }) => signOf(long) === 'none' || signOf(short) === 'none'))
    return { fault: 'scale', detail: 'the net rate is not the sum of the rates' }
  const [first, ...others] = pools
  if (first === undefined) return null
  const size = ({ long, short }: Pool): bigint => long.openInterest + short.openInterest
  const largest = others.reduce((best, pool) => (size(pool) > size(best) ? pool : best), first)
  const sideOf = (name: 'long' | 'short'): SideState => ({
    openInterest: usd(toScale(pools.reduce((sum, pool) => sum + pool[name].openInterest, 0n))),
    fundingRate: rate(toScale(sign * largest[name].funding)),
    borrowingRate: rate(toScale(magnitude(largest[name].borrowing))),
  })
  return { symbol, long: sideOf('long'), short: sideOf('short'), isPaused: !pools.some(({ isEnabled }) => isEnabled) }
}

/** From 10^30 to 10^18. */
const toScale = (value: bigint): bigint => divideRounded(value, 10n ** 12n, 'HALF_EVEN')
