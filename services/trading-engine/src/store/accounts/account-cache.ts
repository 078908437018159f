/**
 * Accounts in memory, as last committed. Their number is bounded; accounts requested in the same turn of the event loop
 * are loaded together. Another process may change an account at any time: a write detects it by the version, a read
 * queries the version, unless it is certain that no other process runs. High-water marks rise outside the versions:
 * those that rose are remembered, since a load or a decision that was under way then may end with an older one.
 */
import { createHeapCache } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { Account } from '../../core/model/account/account.js'
import { highestOf, withHighs, type Highs } from '../../core/model/account/peak.js'
import { decimal, usd } from '../../core/values/decimal.js'
import type { AccountReader, Accounts } from './load-account.js'

export interface AccountCache {
  /** As last seen, loaded when unknown; null when there is no such account. */
  get(accountId: string): Promise<Account | null>
  /** As it is in the database now. */
  getCurrent(accountId: string): Promise<Account | null>
  /** Takes over a committed state, unless a newer one is already there. */
  put(account: Account): void
  /** Highs have been raised in the database, beside the account's version. */
  raiseHighs(accountId: string, highs: Highs): void
  /** Forgets the account: the copy in memory, or one being loaded, may be out of date. */
  drop(accountId: string): void
  dropAll(): void
  /** How much is kept: an account counts 1, and so does each of its orders and positions. */
  readonly size: number
}

export interface AccountCacheOptions {
  readonly pool: Pool
  readonly reader: AccountReader
  /** Whether somebody else may have moved the account since it was seen. */
  readonly mayHaveMoved: (accountId: string) => boolean
  /** Told of each look by `get`, and whether it found the account here. */
  readonly onLookup: (isHeld: boolean) => void
}

const LOAD_MAX = 256

export function createAccountCache({ pool, reader, mayHaveMoved, onLookup }: AccountCacheOptions): AccountCache {
  const accounts = createHeapCache<Account>('accounts', { sizeOf })
  const raised = createHeapCache<Highs>('raised marks')
  const loading = new Map<string, Promise<Account | null>>()
  let nextLoad: { readonly ids: string[]; readonly accounts: Promise<Accounts> } | undefined

  /** Joins the next load: it contains every account requested before it begins. */
  const joinLoad = (accountId: string): Promise<Accounts> => {
    if (nextLoad === undefined || nextLoad.ids.length >= LOAD_MAX) {
      const ids: string[] = []
      const begin = async (): Promise<Accounts> => {
        await new Promise(setImmediate)
        if (nextLoad?.ids === ids) nextLoad = undefined
        return reader.load(pool, ids)
      }
      nextLoad = { ids, accounts: begin() }
    }
    nextLoad.ids.push(accountId)
    return nextLoad.accounts
  }

  const load = (accountId: string): Promise<Account | null> => {
    const running = loading.get(accountId)
    if (running !== undefined) return running
    const isWanted = (): boolean => loading.get(accountId) === started
    const started: Promise<Account | null> = joinLoad(accountId)
      .then((found) => {
        const loaded = found.get(accountId)
        if (loaded === undefined) return null
        const account = withRaised(loaded)
        if (isWanted()) put(account)
        return account
      })
      .finally(() => {
        if (isWanted()) loading.delete(accountId)
      })
    loading.set(accountId, started)
    return started
  }

  const put = (account: Account): void => {
    const known = accounts.get(account.id)
    if (known !== undefined && known.version >= account.version) return
    accounts.set(account.id, withHighs(withRaised(account), known === undefined ? null : highsOf(known)))
  }

  const withRaised = (account: Account): Account => withHighs(account, raised.get(account.id) ?? null)

  const raiseHighs = (accountId: string, highs: Highs): void => {
    raised.set(accountId, highestOf(highs, raised.get(accountId)))
    const known = accounts.get(accountId)
    if (known !== undefined) accounts.set(accountId, withHighs(known, highs))
  }

  const drop = (accountId: string): void => {
    accounts.delete(accountId)
    loading.delete(accountId)
  }

  return {
    get size() {
      return accounts.calculatedSize
    },
    get(accountId) {
      const known = accounts.get(accountId)
      onLookup(known !== undefined)
      return Promise.resolve(known ?? load(accountId))
    },
    async getCurrent(accountId) {
      const known = accounts.get(accountId)
      if (known !== undefined) {
        if (!mayHaveMoved(accountId)) return known
        const moving = await readMoving(pool, accountId)
        if (moving?.version === known.version) return withHighs(known, moving.highs)
      }
      // A load that started before now may have read an older state, so it is not joined.
      drop(accountId)
      return load(accountId)
    },
    put,
    raiseHighs,
    drop,
    dropAll() {
      accounts.clear()
      loading.clear()
    },
  }
}

const sizeOf = ({ positions, orders }: Account): number => 1 + positions.size + orders.size

const highsOf = ({ highWaterMark, day }: Pick<Account, 'highWaterMark' | 'day'>): Highs => ({
  mark: highWaterMark,
  day: day.high === null ? null : { date: day.date, high: day.high },
})

interface Moving {
  readonly version: number
  readonly highs: Highs
}

/** Null when there is no such account. */
async function readMoving(pool: Pool, accountId: string): Promise<Moving | null> {
  const { rows } = await pool.query<{
    version: string
    high_water_mark: string
    trading_day: string
    day_high: string | null
  }>({
    name: 'read_account_version',
    text: 'select version, high_water_mark, trading_day::text, day_high from accounts where id = $1',
    values: [accountId],
  })
  const row = rows[0]
  if (row === undefined) return null
  const day = row.day_high === null ? null : { date: row.trading_day, high: usd(decimal(row.day_high)) }
  return { version: Number(row.version), highs: { mark: usd(decimal(row.high_water_mark)), day } }
}
