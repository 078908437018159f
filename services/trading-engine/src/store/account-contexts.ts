/**
 * Accounts in memory, as last committed. Loading is single-flight and the number kept is bounded. Another process may
 * move an account at any time: a write finds out by the version, a read by asking for it.
 */
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Account } from '../core/account.js'
import { loadAccount } from './load-account.js'

export interface AccountContexts {
  /** As last seen, loaded when unknown; null when there is no such account. */
  get(accountId: string): Promise<Account | null>
  /** As it is in the database now. */
  getCurrent(accountId: string): Promise<Account | null>
  /** Takes over a committed state, unless a newer one is already there. */
  put(account: Account): void
  drop(accountId: string): void
}

export function createAccountContexts(pool: Pool, capacity: number): AccountContexts {
  const accounts = new LRUCache<string, Account>({ max: capacity })
  const loading = new Map<string, Promise<Account | null>>()

  const load = (accountId: string): Promise<Account | null> => {
    const running = loading.get(accountId)
    if (running !== undefined) return running
    const started = loadAccount(pool, accountId)
      .then((account) => {
        if (account !== null) put(account)
        return account
      })
      .finally(() => loading.delete(accountId))
    loading.set(accountId, started)
    return started
  }

  const put = (account: Account): void => {
    const known = accounts.get(account.id)
    if (known === undefined || known.version < account.version) accounts.set(account.id, account)
  }

  return {
    get: (accountId) => Promise.resolve(accounts.get(accountId) ?? load(accountId)),
    async getCurrent(accountId) {
      const known = accounts.get(accountId)
      if (known === undefined) return loading.has(accountId) ? reload(accountId) : load(accountId)
      return (await readVersion(pool, accountId)) === known.version ? known : reload(accountId)
    },
    put,
    drop: (accountId) => accounts.delete(accountId),
  }

  /** A load that started before now may have read an older state, so it is not joined. */
  async function reload(accountId: string): Promise<Account | null> {
    await loading.get(accountId)
    accounts.delete(accountId)
    return load(accountId)
  }
}

async function readVersion(pool: Pool, accountId: string): Promise<number | null> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'read_account_version',
    text: 'select version from accounts where id = $1',
    values: [accountId],
  })
  return rows[0] === undefined ? null : Number(rows[0].version)
}
