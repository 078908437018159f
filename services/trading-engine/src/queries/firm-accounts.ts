/**
 * All accounts that have not ended, valued together: how far each is from its floor, nearest first, and what they hold.
 *
 * Kept between readings: these accounts with their positions, without orders. A reading compares their versions with
 * the database, in pages, and loads those that have changed; then all are valued at the marks of one moment. Both are
 * done in slices. Nothing is read while nobody asks, and what is kept is dropped after a minute without a reading.
 */
import { chunksOf, sortInTurns, takeTurn } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import type { Account, AccountState } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { floorDistance, type FloorDistance } from '../core/risk/floor-distance.js'
import { addPosition, type ListingExposure } from '../core/read/open-exposure.js'
import { decimal, toNumber, usd } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import type { AccountReader } from '../store/accounts/load-account.js'
import { listLiveAccounts, type LiveAccount } from '../store/operator/firm.js'
import { createKeptValue } from './kept-value.js'

interface KnownAccount {
  readonly account: Account
  /** As the database writes it; null: the account is as it was loaded. */
  readonly highWaterMark: string | null
}

export interface FirmAccounts {
  /** The moment of the marks. */
  readonly asOf: Micros
  /** Nearest to the floor first. */
  readonly ranked: readonly Account[]
  /** At those marks. Made again for those who are shown: kept for all, it would be the garbage of each reading. */
  readonly distanceOf: (account: Account) => FloorDistance
  readonly byState: ReadonlyMap<AccountState, number>
  readonly exposures: readonly ListingExposure[]
}

export type ReadFirmAccounts = () => Promise<FirmAccounts>

export interface FirmAccountsDependencies {
  readonly pool: Pool
  readonly reader: Pick<AccountReader, 'load'>
  readonly getContext: () => DecisionContext
}

/** A reading is shared for as long: the operators' screens ask every second. */
const KEPT_MS = 1_000
const DROPPED_AFTER_MS = 60_000
const VERSIONS_AT_A_TIME = 1_000
const LOADED_AT_A_TIME = 100
const VALUED_AT_A_TIME = 50
const OPERATORS = { owner: 'operator', isGone: () => false }

export function createReadFirmAccounts({ pool, reader, getContext }: FirmAccountsDependencies): ReadFirmAccounts {
  let known: ReadonlyMap<string, KnownAccount> = new Map()
  let drop: NodeJS.Timeout | undefined

  const readPage = (after: string | null) => listLiveAccounts(pool, after, VERSIONS_AT_A_TIME)

  const readLive = async (): Promise<ReadonlyMap<string, KnownAccount>> => {
    const live = new Map<string, KnownAccount>()
    let next: Promise<readonly LiveAccount[]> | null = readPage(null)
    while (next !== null) {
      const page: readonly LiveAccount[] = await next
      // Read while this one is looked through.
      next = page.length === VERSIONS_AT_A_TIME ? readPage(page.at(-1)?.id ?? null) : null
      next?.catch(() => undefined)
      const changed: string[] = []
      for (const { id, version, highWaterMark } of page) {
        const before = known.get(id)
        if (before?.account.version === version) live.set(id, withHighWaterMark(before, highWaterMark))
        else changed.push(id)
      }
      for (const ids of chunksOf(changed, LOADED_AT_A_TIME)) {
        await takeTurn(OPERATORS)
        for (const account of (await reader.load(pool, ids)).values())
          live.set(account.id, { account: withoutOrders(account), highWaterMark: null })
      }
    }
    return live
  }

  return createKeptValue(async () => {
    clearTimeout(drop)
    known = await readLive()
    drop = setTimeout(() => (known = new Map()), DROPPED_AFTER_MS).unref()
    return valueAccounts([...known.values()], getContext())
  }, KEPT_MS)
}

/** The mark is raised beside the account's version. */
function withHighWaterMark(before: KnownAccount, text: string): KnownAccount {
  if (before.highWaterMark === text) return before
  const [{ account }, highWaterMark] = [before, usd(decimal(text))]
  return {
    account: account.highWaterMark === highWaterMark ? account : { ...account, highWaterMark },
    highWaterMark: text,
  }
}

const NO_ORDERS: Account['orders'] = new Map()

const withoutOrders = (account: Account): Account => ({ ...account, orders: NO_ORDERS, consumedDepth: [] })

async function valueAccounts(known: readonly KnownAccount[], { now, market }: DecisionContext): Promise<FirmAccounts> {
  const shares = new Float64Array(known.length)
  const exposures = new Map<string, ListingExposure>()
  const byState = new Map<AccountState, number>()
  let valued = 0
  for (const some of chunksOf(known, VALUED_AT_A_TIME)) {
    await takeTurn(OPERATORS)
    for (const { account } of some) {
      const { headroomPct } = distanceOf(account, market)
      shares[valued++] = headroomPct === null ? -Infinity : toNumber(headroomPct)
      byState.set(account.state, (byState.get(account.state) ?? 0) + 1)
      for (const position of account.positions.values()) addPosition(exposures, position, market)
    }
  }
  const ranked = await rank(known, shares)
  // What is made of it is not to be done in the same turn.
  await takeTurn(OPERATORS)
  return {
    ...{ asOf: now, ranked, byState, exposures: [...exposures.values()] },
    distanceOf: (account) => distanceOf(account, market),
  }
}

/** The distances of accounts that hold nothing: the market does not move them. */
const ofFlat = new WeakMap<Account, FloorDistance>()

function distanceOf(account: Account, market: DecisionContext['market']): FloorDistance {
  if (account.positions.size > 0) return floorDistance(account, market)
  const known = ofFlat.get(account) ?? floorDistance(account, market)
  ofFlat.set(account, known)
  return known
}

/** Sorts by numbers in the place of decimals. */
async function rank(known: readonly KnownAccount[], shares: Float64Array): Promise<readonly Account[]> {
  const share = (place: number): number => shares[place] ?? 0
  const places = await sortInTurns([...known.keys()], (a, b) => share(a) - share(b) || a - b, OPERATORS)
  return places.flatMap((place) => known[place]?.account ?? [])
}
