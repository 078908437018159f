import type { Account, TradingClient } from '@ats/sdk'
import { Refusal } from './tools/tool.js'

/** The accounts that tools may name. */
export interface Accounts {
  /** The accounts of the key, or those among them that this server is for. */
  list(): ReturnType<TradingClient['accounts']>
  /** By its id; without one, the only account there is. @throws Refusal */
  find(id: string | undefined): Promise<Account>
  /** Likewise, with all those that tools may name. @throws Refusal */
  findAmongAll(id: string | undefined): Promise<{ readonly found: Account; readonly all: readonly Account[] }>
}

export function createAccounts(client: TradingClient, allowed: readonly string[] | null): Accounts {
  const list = async () => {
    const accounts = await client.accounts()
    return allowed === null ? accounts : accounts.filter(({ id }) => allowed.includes(id))
  }
  const findAmongAll: Accounts['findAmongAll'] = async (id) => {
    const rows = await list()
    return { found: client.account(idAmong(rows, id)), all: rows.map((row) => client.account(row.id)) }
  }
  return { list, findAmongAll, find: async (id) => (await findAmongAll(id)).found }
}

function idAmong(rows: Awaited<ReturnType<Accounts['list']>>, id: string | undefined): string {
  if (id !== undefined) {
    if (rows.some((row) => row.id === id)) return id
    throw new Refusal(`there is no account ${id} here; list_accounts names those that there are`)
  }
  const [only, ...others] = rows
  if (only === undefined) throw new Refusal('the key has no account that this server is for; open one first')
  if (others.length > 0)
    throw new Refusal(`say which account: ${rows.map((row) => `${row.id} (${row.state})`).join(', ')}`)
  return only.id
}
